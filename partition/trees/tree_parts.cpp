#include "partition/trees/tree_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"
#include "partition/trees/branch_sums.hpp"
#include "partition/trees/tree_cut.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;

constexpr double kTie = 1e-9;  // of the mean over the objects of their paths to all others
constexpr Object kFewest = 4;  // objects below which no branch has two on either side

/// The side of a branch with fewer objects; of two equal ones that with object 0.
struct SmallerSide {
  Object first = 0;  ///< its smallest object
  Object size = 0;
  auto operator<=>(const SmallerSide&) const = default;
};

/// By node of the sums.
std::vector<SmallerSide> smaller_sides(const core::Dendrogram& tree, const BranchSums& sums) {
  const Object n = tree.objects();
  std::vector<Object> inside(static_cast<std::size_t>(sums.nodes()), n), outside(inside);  // smallest objects
  std::vector<Object> of_leaf(static_cast<std::size_t>(tree.leaf_count()), n);
  for (Object i = n; i-- > 0;) of_leaf[tree.leaves()[i]] = i;
  for (Node v = sums.nodes(); v-- > 0;) {
    if (sums.given(v) < tree.leaf_count()) inside[v] = of_leaf[sums.given(v)];
    if (v > 0) inside[sums.parent(v)] = std::min(inside[sums.parent(v)], inside[v]);
  }
  std::vector<SmallerSide> sides(inside.size());
  for (Node v = 1; v < sums.nodes(); ++v) {
    const Node above = sums.parent(v), left = above + 1;
    const Node sibling = v == left ? sums.end(left) : left;
    outside[v] = std::min(outside[above], inside[sibling]);
    const Object below = tree.size(sums.given(v));
    sides[v] = std::min(SmallerSide{inside[v], below}, SmallerSide{outside[v], n - below},
                        [](const SmallerSide& a, const SmallerSide& b) {
                          return std::tie(a.size, a.first) < std::tie(b.size, b.first);
                        });
  }
  return sides;
}

/// The branches that make the most parts of `least` objects: from the leaves up, whatever has so many is cut off; what
/// is left at the root, if that is too little, goes with the last part next to it.
std::vector<Node> most_cuts(const core::Dendrogram& tree, const BranchSums& sums, Object least) {
  std::vector<Object> left(static_cast<std::size_t>(sums.nodes()), 0);
  std::vector<bool> is_cut(left.size(), false);
  std::vector<Node> cuts;
  for (Node v = sums.nodes(); v-- > 0;) {
    if (sums.given(v) < tree.leaf_count()) left[v] = tree.size(sums.given(v));
    is_cut[v] = v > 0 && left[v] >= least;
    if (is_cut[v]) cuts.push_back(v);
    if (v > 0 && !is_cut[v]) left[sums.parent(v)] += left[v];
  }
  if (left[0] >= least || cuts.empty()) return cuts;
  const auto reaches_root = [&](Node v) {
    for (v = sums.parent(v); v > 0 && !is_cut[v];) v = sums.parent(v);
    return v == 0;
  };
  cuts.erase(std::ranges::find_if(cuts, reaches_root));
  return cuts;
}

/// Cuts branches one after the other. A part is known by its highest node.
class PartSearch {
 public:
  PartSearch(const core::Dendrogram& tree, Object least)
      : tree_(tree),
        least_(least),
        sums_(tree, least),
        sides_(smaller_sides(tree, sums_)),
        parts_(static_cast<std::size_t>(sums_.nodes())),
        tie_(kTie * sums_.all_paths() / tree.objects()) {
    parts_[0] = look_at(0);
  }

  /// Makes one part more; false if there is no branch left to cut.
  bool add() {
    if (most_gained() == kNone) return least_ < 2 && add_pendant();
    cut(best_branch());
    exchange_all();
    return true;
  }

  /// As many parts as are possible, and then k by joining.
  void join_from_most(Label k) {
    for (const Node v : most_cuts(tree_, sums_, least_)) cut(v);
    while (std::ssize(cut_) >= k) {
      std::vector<double> lost;
      for (const Node v : cut_) lost.push_back(lost_by_joining(v));
      const double enough = *std::ranges::min_element(lost) + tie_;
      const auto first = std::ranges::find_if(lost, [&](double one) { return one <= enough; });
      join(static_cast<std::size_t>(first - lost.begin()));
    }
    exchange_all();
  }

  TreeParts found() const {
    const std::vector<Node> tops = sums_.tops();
    std::vector<Label> of_leaf(static_cast<std::size_t>(tree_.leaf_count())), labels;
    for (Node v = 0; v < sums_.nodes(); ++v)
      if (is_leaf(v)) of_leaf[sums_.given(v)] = tops[v];
    for (Object i = 0; i < tree_.objects(); ++i) labels.push_back(of_leaf[tree_.leaves()[i]]);
    TreeParts parts{core::Partition(labels), {}};
    for (const Node v : cut_) parts.branches.push_back(sums_.given(v));
    std::ranges::sort(parts.branches);
    return parts;
  }

 private:
  static constexpr double kNone = -std::numeric_limits<double>::infinity();

  struct Part {
    double value = 0.0;
    double most = kNone;  ///< the largest gain of a cut through it
  };

  bool is_leaf(Node v) const { return sums_.given(v) < tree_.leaf_count(); }
  /// Whether a branch has two objects on either side. Of the two at the root only the first counts.
  bool is_inner(Node v) const { return v > 0 && v != sums_.end(1) && sides_[v].size > 1; }

  Part look_at(Node top) {
    sums_.visit(top);
    Part part{.value = sums_.value()};
    for (const Node v : sums_.visited())
      if (is_inner(v)) part.most = std::max(part.most, sums_.gain(v));
    return part;
  }

  template <typename Visit>
  void for_each_top(Visit&& visit) const {
    visit(Node{0});
    for (const Node top : cut_) visit(top);
  }

  /// By one cut more, through any part but these two.
  double most_gained(Node without = -1, Node or_without = -1) const {
    double most = kNone;
    for_each_top([&](Node top) {
      if (top != without && top != or_without) most = std::max(most, parts_[top].most);
    });
    return most;
  }

  /// Of the branches that gain most the one whose smaller side comes first.
  Node best_branch() {
    const double enough = most_gained() - tie_;
    Node best = -1;
    for_each_top([&](Node top) {
      if (parts_[top].most < enough) return;
      sums_.visit(top);
      for (const Node v : sums_.visited())
        if (is_inner(v) && sums_.gain(v) >= enough && (best < 0 || sides_[v] < sides_[best])) best = v;
    });
    return best;
  }

  void cut(Node v) {
    const Node above = sums_.top(v);
    sums_.cut(v);
    cut_.push_back(v);
    parts_[above] = look_at(above);
    parts_[v] = look_at(v);
  }

  void exchange_all() {
    for (std::size_t k = 0; k < cut_.size();) k = exchange(k) ? 0 : k + 1;
  }

  double lost_by_joining(Node v) {
    const Node above = sums_.top(sums_.parent(v));
    sums_.join(v);
    const double joined = look_at(above).value;
    sums_.cut(v);
    return parts_[above].value + parts_[v].value - joined;
  }

  void join(std::size_t k) {
    const Node v = cut_[k], above = sums_.top(sums_.parent(v));
    sums_.join(v);
    cut_.erase(cut_.begin() + static_cast<std::ptrdiff_t>(k));
    parts_[above] = look_at(above);
  }

  /// Takes a better branch for the k-th that is cut, if there is one.
  bool exchange(std::size_t k) {
    const Node v = cut_[k], above = sums_.top(sums_.parent(v));
    sums_.join(v);
    const Part joined = look_at(above);
    const double lost = parts_[above].value + parts_[v].value - joined.value;
    if (std::max(joined.most, most_gained(above, v)) <= lost + tie_) {
      sums_.cut(v);
      return false;
    }
    cut_.erase(cut_.begin() + static_cast<std::ptrdiff_t>(k));
    parts_[above] = joined;
    cut(best_branch());
    return true;
  }

  /// Cuts off an object: that of the longest branch, of those in a part with others.
  bool add_pendant() {
    const std::vector<Node> tops = sums_.tops();
    std::vector<Object> leaves(tops.size(), 0);  // by top
    for (Node v = 0; v < sums_.nodes(); ++v) leaves[tops[v]] += is_leaf(v) ? 1 : 0;
    Node best = -1;
    for (Node v = 0; v < sums_.nodes(); ++v) {
      if (!is_leaf(v) || leaves[tops[v]] < 2 || tree_.size(sums_.given(v)) > 1) continue;
      const auto order = [&](Node w) { return std::pair(-sums_.length(w), sides_[w]); };
      if (best < 0 || order(v) < order(best)) best = v;
    }
    if (best >= 0) cut(best);
    return best >= 0;
  }

  const core::Dendrogram& tree_;
  Object least_;  // objects of a part
  BranchSums sums_;
  std::vector<SmallerSide> sides_;
  std::vector<Part> parts_;  // by top
  std::vector<Node> cut_;    // in the order in which they were chosen
  double tie_;
};

}  // namespace

std::vector<TreeParts> parts_up_to(const core::Dendrogram& tree, Label most, Object least) {
  core::expects(tree.has_lengths() && most >= 1, "a tree with lengths, and at least one part");
  const Label k_max = std::min(most, std::max<Label>(1, most_clusters(tree, least)));
  std::vector<TreeParts> found;
  if (tree.objects() < kFewest) {
    for (Label k = 1; k <= k_max; ++k) found.push_back({cut_of(tree, k, least), {}});
    return found;
  }
  PartSearch search(tree, least);
  do found.push_back(search.found());
  while (std::ssize(found) < k_max && search.add());
  while (std::ssize(found) < k_max) {
    PartSearch other(tree, least);
    other.join_from_most(static_cast<Label>(found.size()) + 1);
    found.push_back(other.found());
  }
  return found;
}

TreeParts parts_of(const core::Dendrogram& tree, Label k, Object least) {
  return std::move(parts_up_to(tree, k, least).back());
}

core::Partition clusters_of_tree(const core::Dendrogram& tree, Label k, Object least) {
  return tree.has_lengths() ? parts_of(tree, k, least).clusters : cut_of(tree, k, least);
}

Label most_clusters(const core::Dendrogram& tree, Object least) {
  if (!tree.has_lengths() || least < 2 || tree.objects() < std::max(least, kFewest)) return most_cut(tree, least);
  return static_cast<Label>(most_cuts(tree, BranchSums(tree, least), least).size()) + 1;
}

}  // namespace tertium::partition
