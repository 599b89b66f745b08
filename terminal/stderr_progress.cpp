#include "terminal/stderr_progress.hpp"

#include <unistd.h>

#include <string>

#include "terminal/notice.hpp"

namespace tertium::terminal {

core::ProgressOutput progress_on_stderr() {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return {.write = [](const std::string& text) { notice("{}", text); },
          .terminal = terminal,
          .pause = std::chrono::milliseconds(terminal ? 200 : 30'000)};
}

}  // namespace tertium::terminal
