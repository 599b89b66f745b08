#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/fits/cluster_table.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/people.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// How well one method predicts answers that it has not seen.
struct HeldOut {
  core::Method
      method;  ///< its name says how people count, where they do not all count the same: "STE with people weighted"
  /// For each share of the answers seen: by the blocks of Folds, and by its folds.
  std::vector<std::vector<Predicted>> blocks{}, folds{};
  /// From all answers that are not held out, where tables of clusters are asked for: by the clusterings of the product
  /// (clusterings_of), and the blocks of Folds.
  std::vector<std::vector<LogScore>> by_clusters{};
  std::vector<std::uint64_t>
      trees{};            ///< by fold: the same number for the same tree; 0 of what is none, or has lengths
  double seconds = 0.0;   ///< of a fit to all answers but those held out, the mean over folds
  std::string failure{};  ///< what the first fold that failed says; empty: none did

  /// Whether the other method makes the same tree in every fold.
  bool has_trees_of(const HeldOut& other) const;

  /// From all answers that are not held out.
  const std::vector<Predicted>& of_all() const { return blocks.back(); }
};

/// What to try.
struct HeldOutPlan {
  std::vector<core::Method> methods;
  std::vector<double> shares{1.0};  ///< of the answers not held out, that methods see; ascending, the last is 1
  std::uint64_t seed = 1;
  PeopleRule people = PeopleRule::kAll;  ///< judged by the answers that are seen alone
  core::Label most_clusters = 0;         ///< that tables are made of; 0: none are
  bool alone = false;                    ///< by this thread, as part of a job
};

/// Fits every method once for each fold and share, to what the fold does not hold out, and counts what it predicts of
/// the rest. The same for any number of threads, apart from the seconds. `bytes`: what one fit takes; `told`: how many
/// fits are done.
std::vector<HeldOut> predict(const files::ComparisonFile& file, const AnswerTable& table, const Folds& folds,
                             const HeldOutPlan& plan, double bytes, const JobCallback& progress = {});

}  // namespace tertium::answers
