#include "answers/conclusions/branches.hpp"

#include <fmt/format.h>

#include <variant>

#include "core/clusterings/newick.hpp"
#include "metrics/measures/consensus.hpp"

namespace tertium::answers {

std::vector<double> branch_supports(const Clustering& found, SupportKind kind) {
  std::vector<double> supports;
  if (kind == SupportKind::kLocal) {
    for (const metrics::VotesOnBranch& votes : found.votes) supports.push_back(votes.support());
    return supports;
  }
  core::expects(found.support.has_value(), "trees of samples");
  for (std::size_t row = 0; row < found.support->counts.size(); ++row)
    supports.push_back(kind == SupportKind::kTransfer ? found.support->transfer(row) : found.support->share(row));
  return supports;
}

std::vector<std::string> support_labels(const std::vector<double>& supports) {
  std::vector<std::string> labels;
  for (std::size_t row = 0; row + 1 < supports.size(); ++row) labels.push_back(fmt::format("{:.6g}", supports[row]));
  labels.resize(supports.size());
  return labels;
}

namespace {

/// Of each node of the tree its number in scipy_linkage.
std::vector<core::Node> scipy_numbers(const core::Dendrogram& tree) {
  std::vector<core::Node> numbers;
  core::Node last = tree.objects() - 1;
  for (const std::vector<core::Object>& leaf : tree.leaves().members())
    numbers.push_back(leaf.size() == 1 ? leaf.front() : last += static_cast<core::Node>(leaf.size()) - 1);
  for (std::size_t t = 0; t < tree.merges().size(); ++t) numbers.push_back(++last);
  return numbers;
}

}  // namespace

std::vector<core::Node> nodes_below_cut(const Clustering& found, std::size_t k) {
  const std::vector<core::Node> numbers = scipy_numbers(*found.tree);
  const core::Node node = found.cut_branches[k];
  const core::Merge& top = found.tree->merges().back();
  if (node == top.left || node == top.right) return {numbers[top.left], numbers[top.right]};
  return {numbers[node]};
}

std::vector<bool> rows_kept(const std::vector<double>& supports, double least) {
  std::vector<bool> kept;
  for (std::size_t row = 0; row < supports.size(); ++row)
    kept.push_back(row + 1 == supports.size() || supports[row] >= least);
  return kept;
}

core::RootedTree collapsed_tree(const core::Dendrogram& tree, const std::vector<bool>& kept) {
  const auto rows = core::scipy_linkage(tree);
  const auto n = static_cast<std::size_t>(tree.objects());
  std::vector<core::Node> parent(n + rows.size(), -1);
  std::vector<core::Object> object(n + rows.size(), -1);
  for (std::size_t row = rows.size(); row-- > 0;) {
    // What does not stay is a node without anything below it, which is left out.
    const core::Node above = kept[row] ? static_cast<core::Node>(n + row) : parent[n + row];
    for (const int side : {0, 1}) parent[static_cast<std::size_t>(rows[row][side])] = above;
  }
  for (std::size_t i = 0; i < n; ++i) object[i] = static_cast<core::Object>(i);
  return {parent, object};
}

namespace {

/// How high each object and each row of scipy_linkage is drawn: objects at 0, or where their branches end.
std::vector<double> heights_of(const core::Dendrogram& tree) {
  const auto rows = core::scipy_linkage(tree);
  const auto n = static_cast<std::size_t>(tree.objects());
  std::vector<double> heights(n, 0.0);
  for (const auto& row : rows) heights.push_back(row[2]);
  if (!tree.has_lengths()) return heights;
  const std::vector<double> lengths = core::scipy_lengths(tree);
  for (const auto& row : rows)
    for (const int side : {0, 1})
      if (const auto child = static_cast<std::size_t>(row[side]); child < n) heights[child] = row[2] - lengths[child];
  return heights;
}

}  // namespace

std::string collapsed_newick(const core::Dendrogram& tree, const std::vector<bool>& kept,
                             const std::vector<std::string>& names, const std::vector<std::string>& row_labels) {
  const core::RootedTree left = collapsed_tree(tree, kept);
  const std::vector<double> heights = heights_of(tree);
  std::vector<double> lengths;
  std::vector<std::string> labels;
  for (core::Node v = 0; v < left.nodes(); ++v) {
    const auto given = static_cast<std::size_t>(left.given(v));
    lengths.push_back(v == 0 ? 0.0 : heights[static_cast<std::size_t>(left.given(left.parent(v)))] - heights[given]);
    labels.push_back(
        left.is_leaf(v) || row_labels.empty() ? "" : row_labels[given - static_cast<std::size_t>(left.objects())]);
  }
  return core::newick(left, names, labels, lengths);
}

std::string newick_lines(const Resampling& resampled, const std::vector<std::string>& names) {
  std::string text;
  for (const core::Product& made : resampled.made)
    text += core::newick(core::RootedTree(std::get<core::Dendrogram>(made)), names) + "\n";
  return text;
}

std::string consensus_newick(const Resampling& resampled, const std::vector<std::string>& names) {
  const auto tree = [&](std::int64_t sample) {
    return core::RootedTree(std::get<core::Dendrogram>(resampled.made[static_cast<std::size_t>(sample)]));
  };
  const metrics::Consensus consensus = metrics::majority_tree(resampled.replicates(), tree, {.master_seed = 1});
  return core::newick(consensus.tree, names, share_labels(consensus.counts, resampled.replicates())) + "\n";
}

std::vector<std::string> share_labels(std::span<const std::int64_t> counts, std::int64_t trees) {
  std::vector<std::string> labels{""};
  for (const std::int64_t count : counts.subspan(1))
    labels.push_back(fmt::format("{:.6g}", static_cast<double>(count) / static_cast<double>(trees)));
  return labels;
}

}  // namespace tertium::answers
