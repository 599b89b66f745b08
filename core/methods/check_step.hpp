#pragma once

#include "core/methods/step.hpp"

namespace tertium::core {

/// Throws UserError for a step that looks at comparisons and declares no axes: one trial would stand for all values of
/// p, and for all noise. Called when steps register.
void check_step(const Step& step);

}  // namespace tertium::core
