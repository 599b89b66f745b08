#pragma once

#include "core/instance.hpp"

namespace tertium::experiments {

// The algorithms as their papers write them, one loop per sum over a stored table of answers: what the fast ones are
// measured against. Small N only, since the table has M^2 entries.
void plain_mulk4(const core::Instance& instance);
void plain_adds4(const core::Instance& instance);
void plain_four_al(const core::Instance& instance);

}  // namespace tertium::experiments
