#pragma once

#include "core/base/progress.hpp"

namespace tertium::experiments {

/// On standard error: a bar on a terminal, else a line every 30 s.
core::ProgressOutput progress_on_stderr();

}  // namespace tertium::experiments
