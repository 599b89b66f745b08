#include "partition/trees/branch_sums.hpp"

#include <limits>

#include "core/base/error.hpp"

namespace tertium::partition {

BranchSums::BranchSums(const core::Dendrogram& tree, core::Object least) : least_(least) {
  core::expects(tree.has_lengths() && tree.objects() >= 3,
                "a tree of three objects or more whose branches have lengths");
  number(tree);
  const double n = tree.objects();
  visit(0);  // all rows are 0 yet
  all_paths_ = below_[0].within;
  for (Node v = 0; v < nodes(); ++v)
    rows_[v] = objects_[v] * (below_[v].up - all_paths_ / (2.0 * (n - 1.0))) / (n - 2.0);
}

void BranchSums::number(const core::Dendrogram& tree) {
  const Node leaves = tree.leaf_count(), nodes = static_cast<Node>(tree.lengths().size());
  given_.resize(static_cast<std::size_t>(nodes));
  parent_.assign(given_.size(), -1);
  end_ = given_;
  for (std::vector<double>* values : {&length_, &objects_, &rows_}) values->assign(given_.size(), 0.0);
  cut_.assign(given_.size(), false);
  below_.resize(given_.size());
  std::vector<Node> count(given_.size(), 1), place(given_.size(), 0);  // by the dendrogram's numbers: nodes below, too
  for (Node node = leaves; node < nodes; ++node) {
    const core::Merge& merge = tree.merges()[node - leaves];
    count[node] += count[merge.left] + count[merge.right];
  }
  for (Node node = nodes; node-- > 0;) {
    const Node v = place[node];
    given_[v] = node;
    end_[v] = v + count[node];
    length_[v] = tree.lengths()[node];
    if (node < leaves) {
      objects_[v] = tree.size(node);
      continue;
    }
    const core::Merge& merge = tree.merges()[node - leaves];
    place[merge.left] = v + 1;
    place[merge.right] = v + 1 + count[merge.left];
    parent_[place[merge.left]] = parent_[place[merge.right]] = v;
  }
}

Node BranchSums::top(Node v) const {
  while (v > 0 && !cut_[v]) v = parent_[v];
  return v;
}

std::vector<Node> BranchSums::tops() const {
  std::vector<Node> tops(parent_.size(), 0);
  for (Node v = 1; v < nodes(); ++v) tops[v] = cut_[v] ? v : tops[parent_[v]];
  return tops;
}

void BranchSums::visit(Node top) {
  visited_.clear();
  for (Node v = top; v < end_[top];) {
    const bool other_part = v != top && cut_[v];
    if (!other_part) {
      visited_.push_back(v);
      below_[v] = {.objects = objects_[v], .rows = rows_[v]};
    }
    v = other_part ? end_[v] : v + 1;
  }
  for (std::size_t k = visited_.size(); k-- > 1;) add_to_parent(visited_[k]);
  const double all = below_[top].objects;
  for (const Node v : visited_) {
    if (v == top) continue;
    BelowNode& here = below_[v];
    const BelowNode& above = below_[parent_[v]];
    const double elsewhere = above.down - (here.down + length_[v] * here.objects);  // from the parent, not through v
    here.up = above.up + elsewhere + length_[v] * (all - here.objects);
  }
}

void BranchSums::add_to_parent(Node v) {
  const BelowNode& here = below_[v];
  BelowNode& above = below_[parent_[v]];
  const double down = here.down + length_[v] * here.objects;
  above.within += here.within + 2.0 * (above.down * here.objects + down * above.objects);
  above.down += down;
  above.objects += here.objects;
  above.rows += here.rows;
}

double BranchSums::value_of(const BelowNode& part) {
  return (2.0 * (part.objects - 1.0) * part.rows - part.within) / part.objects;
}

double BranchSums::gain(Node v) const {
  const BelowNode& all = below_[visited_.front()];
  const BelowNode& lower = below_[v];
  BelowNode upper{.objects = all.objects - lower.objects, .rows = all.rows - lower.rows};
  if (lower.objects < least_ || upper.objects < least_) return -std::numeric_limits<double>::infinity();
  const double across = lower.down * upper.objects + lower.objects * lower.up;
  upper.within = all.within - lower.within - 2.0 * across;
  return value_of(lower) + value_of(upper) - value_of(all);
}

}  // namespace tertium::partition
