#pragma once

#include "core/base/team.hpp"
#include "core/comparisons/drawn_quadruplets.hpp"
#include "kernels/additive/counted_kernel.hpp"

namespace tertium::kernels {

/// AddS-4 (ADDS20) of quadruplets drawn with replacement, without a list of them, and the number of answers. 2 m draws
/// (3 m with flips), 12 bytes a rank of a tile and thread. OpenMP over tiles, which a team shares.
CountedKernel adds4_drawn(const core::DrawnQuadruplets& quadruplets, core::Team& team = core::Team::alone());

}  // namespace tertium::kernels
