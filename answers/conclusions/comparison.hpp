#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/proved_bounds.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/held_out.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/people.hpp"
#include "answers/tables/agreement.hpp"
#include "core/clusterings/partition.hpp"
#include "core/methods/method_name.hpp"

namespace tertium::answers {

/// What is compared.
struct CompareRequest {
  /// Names, with ranges of whole numbers as in t-STE(d=2..10); and the words trees, clusters, embeddings and all, for
  /// those that apply and take no longer than kSecondsOfEachMethod.
  std::vector<std::string> methods{"all"};
  core::Settings settings{};              ///< parameters, each of those methods that have it
  std::optional<core::Label> clusters{};  ///< of partitions from methods that make as many as they are told to
  FoldChoice folds{};
  std::vector<double> shares{};  ///< of the answers, below 1, from which methods learn beside all of them, ascending
  std::uint64_t seed = 1;
  std::vector<PeopleRule> people{PeopleRule::kAll};  ///< each method once for each of them
  std::optional<double> bound{};  ///< seconds to prove how much trees, and any distances, can satisfy
};

/// The shares of a learning curve where nobody says which.
inline const std::vector<double> kLearningCurve{0.25, 0.5, 0.75};

/// Seconds of one core for all fits of a method, by the costs that it states.
inline constexpr double kSecondsOfEachMethod = 60.0;

/// What one method predicts from one share of the answers.
struct ComparisonRow {
  const HeldOut* result = nullptr;
  double train_fraction = 1.0;
  Estimate predicted{};
  double ties = 0.0;
  Estimate difference_to_best{};  ///< from the same share, over the same blocks
};

/// How well methods predict answers that they have not seen.
struct Comparison {
  std::vector<double> shares{};  ///< of the answers seen; the last is 1
  Folds folds{};
  int choices = 2;                    ///< possible answers to a question
  std::int64_t answers = 0;           ///< held out
  double parts = 1.0;                 ///< of an answer, in which predictions are counted
  Repetition repetition{};            ///< of the answers held out
  std::vector<ProvedBound> bounds{};  ///< of all answers, held out or not, by class; empty: not asked for
  std::vector<HeldOut> best_first{};
  std::vector<HeldOut> failed{};
  std::vector<std::string>
      left_out{};  ///< that would apply, with the reason, as in "LP-rounding (at most 160 objects)"

  /// Whether the first of all is better by more than two standard errors of the difference over the same blocks.
  bool is_worse(const HeldOut& other) const;
  /// Names of the methods beside the best that are indistinguishable from it.
  std::vector<std::string> as_good_as_best() const;
  /// By method, best first, and share.
  std::vector<ComparisonRow> rows() const;
};

/// `told`: how many fits are done. Throws UserError where the answers are no list, or where a method does not work on
/// them. Throws UsageError for a parameter that none of the methods has.
Comparison compare(const AnswerInput& input, const CompareRequest& request, const JobCallback& progress = {});

}  // namespace tertium::answers
