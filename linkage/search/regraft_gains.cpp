#include "linkage/search/regraft_gains.hpp"

#include <omp.h>

#include <algorithm>
#include <span>

namespace tertium::linkage {
namespace {

using Triple = TreeVotes::Triple;
using Pairs = TreeVotes::Pairs;

/// From this number of entries on, threads are started.
constexpr std::int64_t kWorthThreads = 20'000;

/// Adds the gains of the answers about a leaf x of the pruned subtree S, as numbers at nodes of the tree.
class Adder {
 public:
  Adder(const MovingTree& tree, const std::vector<char>& inside, std::int64_t* gains)
      : tree_(tree), inside_(inside), gains_(gains) {}

  void add(std::span<const Triple> triples) {
    for (const Triple& entry : triples) {
      if (inside_[entry.a] != 0 || inside_[entry.b] != 0) continue;
      const auto& children = tree_.children(tree_.lca(entry.a, entry.b));
      const bool a_is_right = tree_.place(entry.a) > tree_.place(entry.b);
      gains_[children[a_is_right ? 1 : 0]] += entry.toward_a;
      gains_[children[a_is_right ? 0 : 1]] += entry.toward_b;
    }
  }

  void add(Object x, std::span<const Pairs> pairs) {
    for (const Pairs& entry : pairs) {
      const int inside = inside_[entry.with] + inside_[entry.first] + inside_[entry.second];
      if (inside == 0) add_alone(entry);
      if (inside == 1) add_two(x, entry);
    }
  }

 private:
  /// x alone is in S. It parts from `with` below where first and second part only if it hangs near `with` there.
  void add_alone(const Pairs& entry) {
    const Node u = tree_.lca(entry.first, entry.second);
    const Node a = tree_.lca(entry.first, entry.with);
    if (tree_.is_below(a, u)) {  // so `with` is below u, too
      for (const Node child : tree_.children(u)) gains_[child] += entry.weight;
      gains_[tree_.child_with(u, entry.with)] += entry.weight;
    } else {
      gains_[tree_.child_with(a, entry.with)] += entry.weight;
    }
  }

  /// Two of the four are in S; the answer stands in the lists of both, and is taken from that of the smaller one.
  void add_two(Object x, const Pairs& entry) {
    if (inside_[entry.with] != 0) {
      if (entry.with < x) return;
      for (const Node child : tree_.children(tree_.lca(entry.first, entry.second))) gains_[child] += entry.weight;
      return;
    }
    const bool first_inside = inside_[entry.first] != 0;
    if ((first_inside ? entry.first : entry.second) < x) return;
    const Object outside = first_inside ? entry.second : entry.first;
    const Node u = tree_.lca(entry.with, outside);
    gains_[tree_.child_with(u, entry.with)] += entry.weight;
    gains_[tree_.child_with(u, outside)] -= entry.weight;
  }

  const MovingTree& tree_;
  const std::vector<char>& inside_;
  std::int64_t* gains_;
};

/// +1, 0 or -1: whether a and b part below where c and d do, neither, or above.
int orientation(const MovingTree& tree, Object a, Object b, Object c, Object d) {
  const Node near = tree.lca(a, b), far = tree.lca(c, d);
  return near == far ? 0 : tree.is_below(near, far) ? 1 : tree.is_below(far, near) ? -1 : 0;
}

std::int64_t votes_of(const MovingTree& tree, Object x, const Triple& entry) {
  const std::int64_t x_out = -(std::int64_t{entry.toward_a} + entry.toward_b) / 3;
  const Node with_a = tree.lca(x, entry.a), with_b = tree.lca(x, entry.b);
  return with_a == with_b ? x_out : x_out + (tree.is_below(with_a, with_b) ? entry.toward_a : entry.toward_b);
}

}  // namespace

std::int64_t votes_for(const MovingTree& tree, const TreeVotes& votes) {
  std::int64_t sum = 0;
  for (Object x = 0; x < votes.leaves(); ++x) {
    for (const Triple& entry : votes.triples(x))
      if (x < entry.a) sum += votes_of(tree, x, entry);
    for (const Pairs& entry : votes.pairs(x))
      if (x < std::min({entry.with, entry.first, entry.second}))
        sum += std::int64_t{entry.weight} * orientation(tree, x, entry.with, entry.first, entry.second);
  }
  return sum;
}

void RegraftGains::add_up(const MovingTree& tree, Node subtree) {
  const std::span<const Object> leaves = tree.below(subtree);
  std::int64_t entries = 0;
  for (const Object x : leaves) entries += votes_.entries(x);
  looks_ += entries;
  const auto add = [&](Object x, Adder& adder) {
    adder.add(votes_.triples(x));
    adder.add(x, votes_.pairs(x));
  };
  if (entries < kWorthThreads || leaves.size() < 2) {
    Adder adder(tree, inside_, gains_.data());
    for (const Object x : leaves) add(x, adder);
    return;
  }
  of_thread_.resize(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    std::vector<std::int64_t>& own = of_thread_[static_cast<std::size_t>(omp_get_thread_num())];
    own.assign(gains_.size(), 0);
    Adder adder(tree, inside_, own.data());
#pragma omp for schedule(dynamic, 4)
    for (std::size_t k = 0; k < leaves.size(); ++k) add(leaves[k], adder);
#pragma omp critical
    for (std::size_t v = 0; v < own.size(); ++v) gains_[v] += own[v];  // whole numbers: in any order the same
  }
}

void RegraftGains::evaluate(const MovingTree& tree, Node subtree) {
  gains_.assign(static_cast<std::size_t>(tree.nodes()), 0);
  for (const Object x : tree.below(subtree)) inside_[x] = 1;
  add_up(tree, subtree);
  for (const Object x : tree.below(subtree)) inside_[x] = 0;
  const Node parent = tree.parent(subtree), sibling = tree.sibling(subtree);
  gains_[sibling] += gains_[parent];  // without S its parent is gone, and its sibling takes its place
  const Node grandparent = tree.parent(parent);
  for (const Node v : tree.preorder()) {
    if (v == parent || tree.is_below(v, subtree)) continue;
    const Node above = v == sibling ? grandparent : tree.parent(v);
    if (above >= 0) gains_[v] += gains_[above];
  }
}

Regraft RegraftGains::best(const MovingTree& tree, Node subtree) {
  evaluate(tree, subtree);
  const Node parent = tree.parent(subtree), sibling = tree.sibling(subtree);
  Regraft best{sibling, 0};
  for (const Node v : tree.preorder()) {
    if (v == parent || tree.is_below(v, subtree)) continue;
    if (gains_[v] - gains_[sibling] > best.gain) best = {v, gains_[v] - gains_[sibling]};
  }
  return best;
}

std::int64_t RegraftGains::gain(const MovingTree& tree, Node subtree, Node onto) {
  evaluate(tree, subtree);
  return gains_[onto] - gains_[tree.sibling(subtree)];
}

}  // namespace tertium::linkage
