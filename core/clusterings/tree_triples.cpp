// The first tree is walked through by heavy paths: from every leaf up, as long as the node is the largest child of the
// one above it. Beside the path the leaves of smaller children are added, N log N in all, and each walks up the second
// tree, where for every node y counts are kept of the leaves below it. With u, the node of the path, and L(.), the
// leaves below a node, let p(y) be the number of pairs in L(y) whose lowest common ancestor in the first tree is u.
//
// Resolved alike are a pair with ancestor u and a third leaf outside L(u) which is also outside of the pair's ancestor
// in the second tree. There is one y above the pair whose parent has that third leaf below it, and y has not: so they
// are
//     sum over u, y of p(y) |L(parent y) - L(y) - L(u)|.
// Resolved by none are three leaves of different children of u and of different children of some y. With t(y), the
// number of triples in L(y) of different children of u, and m(y), the number of those with two in L(y) and the third in
// L(parent y), each of t(y) three times, they are t(root) and the sum of 3 t(y) - m(y) over all other y. All of these
// grow by one child of u after the other.
#include <limits>
#include <utility>
#include <vector>

#include "core/clusterings/tree_comparison.hpp"

namespace tertium::core {
namespace {

std::int64_t pairs_of(std::int64_t n) {
  return n * (n - 1) / 2;
}

std::int64_t resolved_triples(const RootedTree& tree) {
  std::int64_t triples = 0;
  for (Node v = 0; v < tree.nodes(); ++v) {
    std::int64_t joined = pairs_of(tree.size(v));
    for (const Node child : tree.children(v)) joined -= pairs_of(tree.size(child));
    triples += joined * (tree.objects() - tree.size(v));
  }
  return triples;
}

/// Of every inner node, the first of the largest.
std::vector<Node> largest_children(const RootedTree& tree) {
  std::vector<Node> largest(static_cast<std::size_t>(tree.nodes()), -1);
  for (Node v = 1; v < tree.nodes(); ++v) {
    Node& best = largest[tree.parent(v)];
    if (best < 0 || tree.size(v) > tree.size(best)) best = v;
  }
  return largest;
}

class TripleCounter {
 public:
  TripleCounter(const RootedTree& first, const RootedTree& second)
      : first_(first),
        second_(second),
        largest_(largest_children(first)),
        unresolved_(!first.is_binary() && !second.is_binary()),
        at_(static_cast<std::size_t>(second.nodes())) {}

  /// Walks up from a leaf of the first tree.
  void walk(Node v) {
    add(v, false);
    for (; v > 0 && largest_[first_.parent(v)] == v; v = first_.parent(v)) {
      forget_changes();
      const std::span<const Node> children = first_.children(first_.parent(v));
      for (const Node child : children)
        if (child != v) add(child, children.size() > 2);
      close(children.size() > 2);
    }
    forget_changes();
    for (const Node y : reached_) at_[y].below = 0;
    reached_.clear();
  }

  std::int64_t same() const { return same_; }
  std::int64_t neither() const { return neither_; }

 private:
  /// Of an inner node y of the second tree, about leaves that were added, and u.
  struct Counts {
    std::int64_t below = 0;    // leaves in L(y)
    std::int64_t begin = 0;    // of these, those that were there when u was begun, once it has changed
    std::int64_t added = 0;    // of the child that is being added
    std::int64_t pairs = 0;    // p(y)
    std::int64_t alike = 0;    // leaves of the same child of u, one in L(y), the other in L(parent y)
    std::int64_t triples = 0;  // t(y)
    std::int64_t outside = 0;  // m(y), as far as `seen`
    std::int64_t seen = 0;     // leaves in L(parent y) that m(y) knows
    bool changed = false;      // since u was begun
  };

  /// Adds the leaves below a child of u.
  void add(Node child, bool of_several) {
    for (const Object leaf : first_.below(child))
      for (Node y = second_.parent(second_.leaf(leaf)); y >= 0; y = second_.parent(y))
        if (at_[y].added++ == 0) touched_.push_back(y);
    if (unresolved_ && of_several) add_triples();
    merge_added();
  }

  /// The order matters: each count takes the others as they were before this child. What leaves outside of L(y) add to
  /// m(y) is added when y is touched again, or at the end: a node may have as many children as there are leaves.
  void add_triples() {
    for (const Node y : touched_) {
      Counts& here = at_[y];
      here.triples += here.pairs * here.added;
      if (y == 0) continue;
      const Counts& above = at_[second_.parent(y)];
      if (!here.changed) here.alike = here.below * (above.changed ? above.begin : above.below);
      const std::int64_t mixed = here.below * above.below - here.alike;
      here.outside += here.pairs * (above.below + above.added - here.seen) + here.added * mixed;
      here.alike += here.added * above.added;
      here.seen = above.below + above.added;
    }
  }

  void merge_added() {
    for (const Node y : touched_) {
      Counts& here = at_[y];
      if (here.below == 0) reached_.push_back(y);
      note(y);
      here.pairs += here.below * here.added;
      here.below += here.added;
      here.added = 0;
    }
    touched_.clear();
  }

  void note(Node y) {
    if (at_[y].changed) return;
    at_[y].changed = true;
    at_[y].begin = at_[y].below;
    changed_.push_back(y);
  }

  /// All children of u are there.
  void close(bool of_several) {
    for (const Node y : changed_) {
      const Counts& here = at_[y];
      if (y == 0) {
        neither_ += here.triples;
        continue;
      }
      const Node above = second_.parent(y);
      same_ += here.pairs * ((second_.size(above) - second_.size(y)) - (at_[above].below - here.below));
      if (unresolved_ && of_several)
        neither_ += 3 * here.triples - here.outside - here.pairs * (at_[above].below - here.seen);
    }
  }

  void forget_changes() {
    for (const Node y : changed_) at_[y] = Counts{.below = at_[y].below};
    changed_.clear();
  }

  const RootedTree& first_;
  const RootedTree& second_;
  std::vector<Node> largest_;
  bool unresolved_;
  std::vector<Counts> at_;
  std::vector<Node> touched_;  // by the child that is being added
  std::vector<Node> changed_;  // since u was begun
  std::vector<Node> reached_;  // since the path was begun
  std::int64_t same_ = 0, neither_ = 0;
};

}  // namespace

double TripleCounts::distance() const {
  if (all() == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(different + first_only + second_only) / static_cast<double>(all());
}

TripleCounts count_triples(const RootedTree& first, const RootedTree& second) {
  expects(first.objects() == second.objects(), "two trees of the same objects");
  if (first.mean_depth() < second.mean_depth()) {
    TripleCounts counts = count_triples(second, first);
    std::swap(counts.first_only, counts.second_only);
    return counts;
  }
  const std::int64_t n = first.objects();
  if (n < 3) return {};
  TripleCounter counter(first, second);
  for (Object i = 0; i < first.objects(); ++i) counter.walk(first.leaf(i));
  const std::int64_t all = n * (n - 1) / 2 * (n - 2) / 3;
  TripleCounts counts{.same = counter.same(), .neither = counter.neither()};
  counts.first_only = all - resolved_triples(second) - counts.neither;
  counts.second_only = all - resolved_triples(first) - counts.neither;
  counts.different = resolved_triples(first) - counts.same - counts.first_only;
  return counts;
}

}  // namespace tertium::core
