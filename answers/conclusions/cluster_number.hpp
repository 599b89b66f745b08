#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/fits/predictions.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// By what the number of clusters is chosen. Both go by the table P(b before c | a) of ClusterTable.
enum class NumberRule {
  kHeldOut,    ///< the log likelihood that it gives answers held out
  kCriterion,  ///< of a tree: the Bayesian information criterion of all answers, without another fit
};

/// What speaks for so many clusters.
struct ClusterNumber {
  core::Label clusters = 0;
  /// Log likelihood of a statement, ln(1/2) of one cluster: of those held out, or without an error of all.
  Estimate log_likelihood{};
  double criterion = 0.0;  ///< of kCriterion
};

/// Numbers of clusters that were tried, ascending, and the one that is taken.
struct NumberChoice {
  NumberRule rule = NumberRule::kHeldOut;
  std::vector<ClusterNumber> tried{};
  core::Label taken = 0;
  core::Label best = 0;  ///< of kHeldOut the one of the greatest likelihood, of kCriterion the one that is taken
  /// Of kHeldOut those, the best among them, that are worse than it by no more than two standard errors of the
  /// difference: how sure the number is. All of them where no error is known.
  std::vector<core::Label> indistinguishable{};
  std::string folds{};          ///< what was held out
  std::string errors_over{};    ///< what standard errors are over: Folds::errors_over
  std::int32_t blocks = 0;      ///< how many of these there are
  std::int64_t statements = 0;  ///< of kCriterion: how many there are; odd-one-outs are two triplets
};

/// The largest number of clusters that is tried.
inline constexpr core::Label kMostTried = 20;

/// By kCriterion: of the clusters that a tree has, 1 to kMostTried of them, those of the least criterion; of numbers as
/// good, within 1e-9, the smallest. None has fewer objects than `min_cluster_size`. Throws UserError for quadruplets,
/// whose tables have too many cells for that.
NumberChoice number_by_criterion(const files::ComparisonFile& file, const core::Dendrogram& tree,
                                 core::Object min_cluster_size = 1);

}  // namespace tertium::answers
