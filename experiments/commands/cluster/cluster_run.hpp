#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/resampling/bootstrap.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/metrics/agreement.hpp"
#include "core/problems/product.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"
#include "experiments/commands/cluster/held_out_clusters.hpp"

namespace tertium::experiments {

/// What was made of a person's comparisons, and how well it agrees with them.
struct ClusterOutcome {
  std::optional<core::Dendrogram> tree;   ///< of the objects as the input numbers them; none of a partition method
  core::Partition labels;                 ///< the tree cut into the clusters asked for, or the method's own
  std::vector<core::Label> numbers;       ///< of the clusters of `labels`, as files and pictures have them
  std::map<std::string, double> reports;  ///< numbers that the method tells of itself
  core::AnswerSummary answers;
  std::optional<core::Agreement> agreement;       ///< of the tree
  std::optional<double> cost;                     ///< Dasgupta's, of the tree of a graph
  std::optional<double> satisfied_by_chance;      ///< the same of a tree made of random answers to the same questions
  std::optional<double> odd_one_outs_satisfied;   ///< share, of a method that works on odd-one-outs
  std::optional<double> ari;                      ///< of the labels with the known classes
  std::optional<double> ari_without_outliers;     ///< the same, objects of no class left out
  double seconds = 0.0;                           ///< the method alone
  std::optional<answers::BranchSupport> support;  ///< of the tree
  std::optional<NumberChoice> number;             ///< of clusters, by answers held out

  /// Objects of each cluster, in the order of the numbers.
  std::vector<core::Object> sizes() const;
};

/// Throws UserError, before anything large is made, if memory will not do, or if there are fewer objects than clusters.
void check_size(const ClusterInput& input, const ClusterOptions& options);

/// Peak memory of a run of the method.
double bytes_needed(const ClusterInput& input, const core::Method& method);
/// What costs are stated by.
core::ProblemSize size_of(const ClusterInput& input, const core::Method& method);

/// How many times random answers are clustered: a tree is fitted to its answers, and so satisfies more than half of
/// any.
inline constexpr int kChanceRuns = 5;

/// Renumbers the objects at random, runs the method and undoes the renumbering. Where it is quick the method is run on
/// random answers, too.
ClusterOutcome cluster(const ClusterInput& input, const ClusterOptions& options);

}  // namespace tertium::experiments
