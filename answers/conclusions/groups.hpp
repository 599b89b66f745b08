#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/fits/closest_pairs.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/group_permutations.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/question_balance.hpp"
#include "core/methods/method.hpp"
#include "core/methods/product.hpp"

namespace tertium::answers {

/// What groups are compared by where no method is named: places tell more of what differs than trees do, and are made
/// as quickly for every permutation.
inline constexpr const char* kGroupMethod = "STE";
/// The same of answers about four objects, which make no places: a quick tree.
inline constexpr const char* kGroupMethodOfQuadruplets = "4K-AL";
/// The one of them that these answers provide for.
core::Method group_method(const AnswerInput& input);

/// How groups are compared.
struct GroupRequest {
  core::Method method;
  std::int64_t permutations = 1000;  ///< where there are fewer ways to deal groups out, all of them
  std::int32_t folds = 5;            ///< of people, whose answers are predicted from those of others
  std::uint64_t seed = 1;
};

/// People who belong together, or what was answered under one condition.
struct AnsweringGroup {
  std::string name;
  std::int32_t people = 0;
  std::int64_t answers = 0;

  double answers_of_each() const { return static_cast<double>(answers) / people; }
};

/// A number of the groups as they are, and of groups that were permuted.
struct PermutationTest {
  double observed = 0.0;
  std::vector<double> permuted{};  ///< in the order of the permutations

  /// Of the permuted ones.
  double mean() const;
  /// Of the permuted ones, the smallest that no more than a share of 1 - `share` of them pass.
  double quantile(double share) const;
  /// Standard deviations by which the observed one is above the mean; NaN where all permuted ones are the same.
  double effect() const;
  /// The share of as large ones among all, the observed one with them: the level of a test by permutations is kept
  /// whatever their number (Phipson and Smyth, Permutation p-values should never be zero, 2010).
  double p() const;
};

/// Means over groups of the share of their answers that is predicted, by as many people of the own group and of each
/// other one. A group counts as much however much it answered; standard errors are over people.
struct GroupShares {
  Estimate own{}, other{}, difference{};
};

/// Two of the groups.
struct GroupPair {
  std::size_t first = 0, second = 0;  ///< places in GroupComparison::groups
  PermutationTest distance{};
  double holm_p = 1.0;  ///< adjusted for the number of pairs
};

/// What tells groups of people apart.
struct GroupComparison {
  std::vector<AnsweringGroup> groups{};
  std::int64_t left_out = 0;                ///< answers of no group or of nobody known
  std::int32_t people = 0, in_several = 0;  ///< in_several: who answered in more than one group
  double arrangements = 0.0;                ///< ways to deal groups out
  QuestionBalance questions{};              ///< which of their answers are compared
  std::vector<core::Product> made{};        ///< of each group's answers
  core::Object asked = 0, common = 0;       ///< objects that some group, and that all were asked about
  std::int64_t triples = 0;                 ///< of them, that are looked at: all, or kMostTriples drawn ones
  PermutationTest distance{};  ///< share of triples with another closest pair, the mean over pairs of groups
  std::vector<GroupPair> pairs{};
  PermutationTest nearer{};  ///< shares.difference
  GroupShares shares{};

  /// Of both tests together: the smaller p, twice (Bonferroni).
  double p() const;
  /// The smallest that this could have been, with so many permutations.
  double least_p() const;
};

/// More groups are refused.
inline constexpr std::size_t kMostGroups = 20;

/// Compares what the method makes of the answers of each group: by triples of objects, of which the two that are
/// closest are others (trees, places and clusters alike); and by how well the answers of people are predicted from
/// those of others of their group, who are as many as those of each other group. How much of either there is without a
/// difference is found by GroupPermutations, of a pair by those of its people alone. Groups that were asked different
/// questions are compared by the questions that all were asked (balance_questions), and by nothing else. Whoever
/// answers more makes a difference by that, which permutations do not take away: AnsweringGroup tells. The same for any
/// number of threads. Throws UserError where the answers do not tell who gave them and in which group, of fewer than
/// two groups, of groups of one person, where groups were asked different questions and none in common, and where all
/// groups have fewer than three objects in common. `told`: how many permutations are done.
GroupComparison compare_groups(const AnswerInput& input, const GroupRequest& request, const JobCallback& progress = {});

}  // namespace tertium::answers
