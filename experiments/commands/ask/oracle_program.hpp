#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tertium::experiments {

/// What a program wrote, and how it ended.
struct ProgramOutput {
  std::string text{};      ///< its standard output, as far as it came
  int status = 0;          ///< exit status
  int signal = 0;          ///< that ended it; 0: none
  bool timed_out = false;  ///< it was ended, with all that it had started
};

/// Runs `command` by /bin/sh -c with `input` as a file on its standard input and its standard error left as it is, and
/// reads what it writes until nobody can write any more. After so many seconds it is ended. Throws UserError if no
/// process can be made, or if it writes more than `most` bytes.
ProgramOutput run_shell(const std::string& command, std::string_view input, double seconds, std::size_t most);

/// An answer as a program gives it.
enum class OracleAnswer { kFirst, kSecond, kSkip };

/// Reads as many answers as there are questions, one a line: first, second or skip, or 1, 2 or 0, in any case; a header
/// "answer" may stand above them, and empty lines below. Throws UserError that tells which line is wrong.
std::vector<OracleAnswer> parse_answers(std::string_view text, std::size_t questions);

}  // namespace tertium::experiments
