#pragma once

#include "core/base/progress.hpp"

namespace tertium::terminal {

/// On standard error: a bar on a terminal, else a line every 30 s.
core::ProgressOutput progress_on_stderr();

}  // namespace tertium::terminal
