#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/cluster_number.hpp"
#include "answers/conclusions/proved_bounds.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/membership.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/people.hpp"
#include "core/clusterings/agreement.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/votes.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// The number of clusters of a tree where nobody says it.
inline constexpr core::Label kDefaultClusters = 2;

/// A tree that a person brings.
struct GivenTree {
  std::string name;  ///< a path
  core::Dendrogram tree;
};

/// What is asked of a method.
struct ClusterRequest {
  core::Method method;
  std::optional<GivenTree> given{};  ///< is judged in the place of what the method makes
  /// Of a method that makes a tree without lengths: the same with lengths, the parts of whose tree are the clusters, of
  /// samples too. Empty: the tree itself tells them.
  std::optional<core::Method> clusters_by{};
  std::optional<core::Label> clusters{};  ///< of a tree; empty: kDefaultClusters
  core::Object min_cluster_size = 1;      ///< objects, of a tree's clusters (partition::clusters_of_tree)
  bool by_criterion = false;              ///< of a tree as many clusters as number_by_criterion says
  std::int64_t support = 0;               ///< samples of the answers, for how sure branches and clusters are
  bool local_support = false;             ///< what the answers themselves say of each branch
  std::optional<double> bound{};          ///< seconds to prove how much any tree, and any distances, can satisfy
  bool chance = false;  ///< of a tree of listed answers: also fitted to random ones, kChanceRuns times
  std::vector<core::Object>
      outgroup{};  ///< objects that the root of a tree with lengths parts from all others; or none
  std::uint64_t seed = 1;
  PeopleRule people = PeopleRule::kAll;  ///< what answers count in fits; all are judged by as many as were given
};
/// The same with a number of clusters: of the tree, or the parameter k of a method that makes so many.
ClusterRequest with_clusters(ClusterRequest request, core::Label clusters);

/// An odd-one-out that a cover took out, so that the rest contradicts itself nowhere, and how often.
struct LeftOut {
  core::OddOneOut answer{};  ///< a < b; of a triplet anchor, near and far
  std::int64_t times = 0;
};

/// How far trees of other seeds are from one of which merges were ties.
struct OtherSeeds {
  int trees = 0;
  double distance = 0.0;  ///< the share of triples that they have otherwise, in the mean
  double farthest = 0.0;  ///< the largest
};

/// What was made of answers or a graph, and how well it agrees with them.
struct Clustering {
  std::optional<core::Dendrogram> tree{};   ///< of the objects as the input numbers them; none of a partition method
  core::Partition labels{};                 ///< of the tree (partition::clusters_of_tree), or the method's own
  std::vector<core::Node> cut_branches{};   ///< of a tree with lengths: partition::TreeParts
  std::optional<NumberChoice> number{};     ///< of clusters, where the criterion chose it
  std::vector<core::Label> numbers{};       ///< of the clusters of `labels`, as files and pictures have them
  std::map<std::string, double> reports{};  ///< numbers that the method tells of itself
  core::AnswerSummary answers{};
  std::optional<core::Agreement> agreement{};  ///< of the tree
  std::vector<ProvedBound> bounds{};           ///< of trees of its class, and of any distances; empty: not asked for
  std::optional<double> cost{};                ///< Dasgupta's, of the tree of a graph
  std::optional<ProvedRevenue> revenue{};      ///< of it, where a bound was asked for
  std::optional<double>
      satisfied_by_chance{};  ///< as agreement, of a tree made of random answers to the same questions
  std::optional<double> odd_one_outs_satisfied{};  ///< share, of a method that works on odd-one-outs
  std::optional<double> ari{};                     ///< of the labels with the known classes
  std::optional<double> ari_without_outliers{};    ///< the same, objects of no class left out
  double seconds = 0.0;                            ///< the method alone
  std::vector<LeftOut> left_out{};                 ///< where all people count the same, ascending
  std::optional<Resampling> resampled{};           ///< what the method makes of samples of the answers
  std::optional<BranchSupport> support{};          ///< of the tree, by these
  std::optional<BranchSupport> cut_support{};      ///< of cut_branches, by the same, wherever roots lie
  std::optional<OtherSeeds> other_seeds{};         ///< of a tree, where merges were ties
  std::vector<metrics::VotesOnBranch> votes{};     ///< on each row of its scipy_linkage; empty: not asked for
  std::optional<CountedPeople> people{};           ///< where they do not all count the same
  std::optional<ClusterMembership> membership{};   ///< of the objects in the clusters of `labels`, by the samples

  /// Objects of each cluster, in the order of the numbers.
  std::vector<core::Object> sizes() const;
};

/// How many times random answers are clustered: a tree is fitted to its answers, and so satisfies more than half of
/// any.
inline constexpr int kChanceRuns = 5;

/// How many trees of other seeds a tree with tied merges is compared with, where it is quick.
inline constexpr int kOtherSeeds = 3;
/// The same where it is not.
inline constexpr int kOtherSeedsOfSlow = 1;

/// Runs the method and judges what it makes. Where it is quick it is run on random answers, too. `told`: how many trees
/// of samples there are. Throws UserError, also where there are fewer objects than clusters, no question has a
/// majority, or the outgroup is not together in the tree; trees of samples get their root as near to it as they can.
Clustering cluster(const AnswerInput& input, const ClusterRequest& request, const JobCallback& progress = {});

/// Tries 1 to kMostTried clusters of the method, those of its tree, or so many made. Taken is the smallest number whose
/// table gives answers held out a likelihood that is worse than the best by no more than a standard error of the
/// difference (the rule of Breiman, Friedman, Olshen and Stone, Classification and regression trees, 1984). Throws
/// UserError where the answers are no list, or where the method finds the number itself.
NumberChoice choose_number(const AnswerInput& input, const ClusterRequest& request, const FoldChoice& folds,
                           const JobCallback& progress = {});

/// By kCriterion, of the tree that the method makes of all answers. Throws UserError where check_criterion does.
NumberChoice choose_number_by_criterion(const AnswerInput& input, const ClusterRequest& request);
/// Why a method takes no number of clusters: "Ls-MS finds it itself"; empty: it makes a tree, or as many as it is told.
std::string own_number_problem(const core::Method& method);
/// Why `auto` says nothing of the number of clusters that a method makes: "AddS-3+SDP-k does not find ..."; empty: it
/// makes a tree, or finds the number itself.
std::string no_number_problem(const core::Method& method);
/// Throws UserError where the criterion says nothing: no tree, no list of answers, or quadruplets.
void check_criterion(const AnswerInput& input, const core::Method& method);

}  // namespace tertium::answers
