#pragma once

#include <string>
#include <vector>

#include "answers/fits/predictions.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"

namespace tertium::experiments {

/// How well so many clusters foretell answers that they were not made of.
struct ClusterNumber {
  core::Label clusters = 0;
  answers::Estimate foretold{};
};

/// Numbers of clusters that were tried, ascending, and the one that is taken.
struct NumberChoice {
  std::vector<ClusterNumber> tried{};
  core::Label taken = 0;
  std::string folds{};  ///< what was held out
};

inline constexpr core::Label kMostTried = 20;

/// Tries 2 to kMostTried clusters of the method: its tree cut, or so many made. Taken is the smallest number that is
/// worse than the best one by no more than a standard error of the difference (the rule of Breiman, Friedman, Olshen
/// and Stone, Classification and regression trees, 1984). Throws UserError where the answers are no list.
NumberChoice choose_number(const ClusterInput& input, const ClusterOptions& options);

/// The options with the number of clusters that was taken.
ClusterOptions with_clusters(ClusterOptions options, core::Label clusters);

}  // namespace tertium::experiments
