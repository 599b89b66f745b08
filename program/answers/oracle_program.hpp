#pragma once

#include "answers/asking/oracle.hpp"
#include "program/answers/ask_options.hpp"
#include "program/answers/ask_report.hpp"

namespace tertium::program {

/// The program as an oracle of this run: throws UserError where it fails, and leaves what it wrote beside the log. All
/// must live as long as the oracle.
answers::Oracle program_oracle(const AskInput& input, const OracleOptions& options, const answers::OracleRun& run);

}  // namespace tertium::program
