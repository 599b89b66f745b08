#pragma once

namespace tertium::terminal {

/// How a command ends.
enum ExitCode : int {
  kComplete = 0,
  kError = 1,
  kUsage = 2,
  kIncomplete = 3,  ///< trials are missing: a deadline, failures
};

}  // namespace tertium::terminal
