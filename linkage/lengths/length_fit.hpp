#pragma once

#include <limits>
#include <span>
#include <vector>

#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// When to be content with lengths.
struct FitGoal {
  /// The next step would lower the loss by less, to first order.
  double tolerance = 1e-10;
  /// Given up where the loss stays larger even if what follows brings four times what a second order would have the
  /// next step bring, which is judged while that is being found.
  double give_up_above = std::numeric_limits<double>::infinity();
  /// One step, roughly: where the tree is to change again before the best lengths matter.
  bool one_step = false;
};

struct LengthFit {
  Lengths lengths;
  double loss = 0.0;
  int steps = 0;
};

/// The lengths >= 0 of least loss for a tree, from `lengths` on. Those of the root and of leaf 0, which hangs beside
/// all others (leaf_rooted), stay 0: the branch from leaf 0 is that above its sibling.
///
/// Projected Newton steps (Bertsekas 1982): lengths that are 0 and want to shrink stay where they are, all others take
/// a step against the second derivatives, which conjugate gradients find as far as it is worth it, and the step is
/// halved until the loss falls enough. It ends at FitGoal::tolerance, by the step as it was before lengths below 0 were
/// put to 0.
LengthFit fit_lengths(PathLoss& loss, const MovingTree& tree, Lengths lengths, const FitGoal& goal = {});

}  // namespace tertium::linkage
