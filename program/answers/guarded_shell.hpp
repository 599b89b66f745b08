#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tertium::program {

/// What a program wrote, and how it ended.
struct ProgramOutput {
  std::string text{};      ///< its standard output, as far as it came
  int status = 0;          ///< exit status
  int signal = 0;          ///< that ended it; 0: none
  bool timed_out = false;  ///< it was ended, with its process group
};

/// Runs `command` by /bin/sh -c with `input` as a file on its standard input and its standard error left as it is, and
/// reads what it writes until nobody can write any more and the shell has ended. Then, after so many seconds, or when
/// this process ends in whatever way, killed too, all of its process group is ended. Throws UserError if no process can
/// be made, or if it writes more than `most` bytes.
ProgramOutput run_shell(const std::string& command, std::string_view input, double seconds, std::size_t most);

}  // namespace tertium::program
