#include <algorithm>
#include <cmath>
#include <utility>

#include "answers/conclusions/branches.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/trees/tree_set.hpp"
#include "answers/trees/trees_comparison.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/newick.hpp"
#include "core/clusterings/tree_comparison.hpp"
#include "metrics/measures/consensus.hpp"

namespace tertium::answers {
namespace {

using core::Node;

/// Between the values beside that place, as numpy.quantile has it.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double above = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + (place - static_cast<double>(below)) * (above - sorted[below]);
}

/// How far each tree is from it, and in how many each of its nodes is.
void hold_against(const TreeSet& set, TreeSummary& summary) {
  const core::RootedTree& tree = summary.tree;
  summary.counts.assign(static_cast<std::size_t>(tree.nodes()), 0);
  summary.distances.resize(set.trees.size());
  do_jobs(std::ssize(set.trees), 1.0, [&](std::int64_t t) {
    const core::RootedTree& other = set.trees[static_cast<std::size_t>(t)];
    const std::vector<Node> shared = core::shared_nodes(tree, other);
    for (Node v = 0; v < tree.nodes(); ++v) {
      std::int64_t& count = summary.counts[v];
      if (shared[v] < 0) continue;
#pragma omp atomic
      ++count;
    }
    const core::BranchComparison branches = core::compare_branches(tree, other);
    TreeDistance& found = summary.distances[static_cast<std::size_t>(t)];
    found = {
        .number = t + 1, .source = set.sources[static_cast<std::size_t>(t)], .robinson_foulds = branches.distance()};
    if (branches.all() > 0)
      found.share = static_cast<double>(branches.distance()) / static_cast<double>(branches.all());
    if (!set.unrooted) found.triplet_distance = core::count_triples(tree, other).distance();
  });
}

std::vector<core::Object> members_of(const TreeSet& set, const core::RootedTree& tree, Node v) {
  const std::span<const core::Object> all = tree.leaf_order(), below = tree.below(v);
  std::vector<core::Object> members(below.begin(), below.end());
  if (set.unrooted && 2 * tree.size(v) > set.objects()) {
    members.assign(all.begin(), all.begin() + tree.first(v));
    members.insert(members.end(), all.begin() + tree.first(v) + tree.size(v), all.end());
  }
  return members;
}

std::vector<CountedBranch> counted_branches(const TreeSet& set, const TreeSummary& summary) {
  const core::RootedTree& tree = summary.tree;
  std::vector<CountedBranch> branches;
  for (Node v = 1; v < tree.nodes(); ++v) {
    if (tree.is_leaf(v)) continue;
    CountedBranch branch{.node = v, .size = tree.size(v), .trees = summary.counts[v]};
    if (set.unrooted) branch.size = std::min(branch.size, set.objects() - branch.size);
    branch.support = static_cast<double>(branch.trees) / static_cast<double>(set.trees.size());
    if (set.objects() <= kMostListed) branch.members = members_of(set, tree, v);
    branches.push_back(std::move(branch));
  }
  std::ranges::stable_sort(branches, [](const CountedBranch& a, const CountedBranch& b) {
    return std::pair(a.trees, a.size) > std::pair(b.trees, b.size);
  });
  return branches;
}

/// The tree as it was given, with its own lengths, and support at the nodes that its branches are above.
std::string given_newick(const TreeSet& set, const TreeSummary& summary) {
  const files::NamedTree& named = set.one->named;
  const std::vector<std::string> shares = share_labels(summary.counts, std::ssize(set.trees));
  std::vector<std::string> labels(static_cast<std::size_t>(named.tree.nodes()));
  for (Node v = 1; v < summary.tree.nodes(); ++v)
    for (const Node given : set.seen->branches[v])
      if (given >= 0 && !summary.tree.is_leaf(v)) labels[given] = shares[v];
  std::vector<double> lengths = named.lengths;
  if (std::any_of(lengths.begin() + (lengths.empty() ? 0 : 1), lengths.end(),
                  [](double length) { return std::isnan(length); }))
    lengths.clear();  // nothing is above the root
  return core::newick(named.tree, named.names, labels, lengths, named.unrooted) + "\n";
}

}  // namespace

Spread spread_of(std::vector<double> distances) {
  core::expects(!distances.empty(), "some trees");
  std::ranges::sort(distances);
  double sum = 0.0;
  for (const double distance : distances) sum += distance;
  constexpr double kTail = 0.025;
  return {sum / static_cast<double>(distances.size()), quantile(distances, 0.5), distances.back(),
          quantile(distances, kTail), quantile(distances, 1.0 - kTail)};
}

double TreeSummary::mean_support() const {
  double sum = 0.0;
  for (const CountedBranch& branch : branches) sum += branch.support;
  return sum / static_cast<double>(branches.size());
}

TreeSummary summarize(const TreeSet& set, double threshold) {
  TreeSummary summary{.threshold = threshold};
  if (set.seen)
    summary.tree = set.seen->tree;
  else
    summary.tree = metrics::majority_tree(
                       std::ssize(set.trees), [&](std::int64_t t) { return set.trees[static_cast<std::size_t>(t)]; },
                       {.master_seed = 1}, threshold)
                       .tree;
  hold_against(set, summary);
  summary.branches = counted_branches(set, summary);
  std::vector<double> triplets, branches;
  for (const TreeDistance& one : summary.distances) {
    if (one.triplet_distance) triplets.push_back(*one.triplet_distance);
    branches.push_back(static_cast<double>(one.robinson_foulds));
  }
  if (!triplets.empty()) summary.triplets = spread_of(std::move(triplets));
  summary.robinson_foulds = spread_of(std::move(branches));
  summary.newick = set.one ? given_newick(set, summary)
                           : core::newick(summary.tree, set.names, share_labels(summary.counts, std::ssize(set.trees)),
                                          {}, set.unrooted) +
                                 "\n";
  return summary;
}

}  // namespace tertium::answers
