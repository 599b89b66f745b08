#pragma once

#include <string>
#include <string_view>

#include "answers/asking/oracle.hpp"
#include "experiments/commands/ask/ask_options.hpp"
#include "experiments/commands/ask/ask_report.hpp"

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

/// The program as an oracle of this run: throws UserError where it fails, and leaves what it wrote beside the log. All
/// must live as long as the oracle.
answers::Oracle program_oracle(const AskInput& input, const OracleOptions& options, const answers::OracleRun& run);

}  // namespace tertium::experiments
