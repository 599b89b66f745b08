#include "linkage/lengths/branch_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tertium::linkage {
namespace {

constexpr int kParts = 4;
constexpr int kInside = kKinds;                   // a path inside a part, which does not change
constexpr std::size_t kMostBlocks = 16;           // of questions, each with sums of its own
constexpr std::size_t kQuestionsOfABlock = 8192;  // fewer are done before other threads are awake

constexpr std::array<std::array<std::int8_t, kParts>, kParts> kinds_of_parts() {
  std::array<std::array<std::int8_t, kParts>, kParts> kinds{};
  for (auto& row : kinds) row.fill(kInside);
  for (int kind = 0; kind < kKinds; ++kind)
    kinds[kPairs[kind].one][kPairs[kind].other] = kinds[kPairs[kind].other][kPairs[kind].one] =
        static_cast<std::int8_t>(kind);
  return kinds;
}
constexpr auto kKindsOfParts = kinds_of_parts();

/// Where two different kinds stand in a list of their pairs.
constexpr std::size_t pair_of_kinds(int one, int other) {
  const auto [low, high] = std::minmax(one, other);
  return static_cast<std::size_t>(high * (high - 1) / 2 + low);
}

/// The node at which the ways between three nodes meet: of the three lowest common ancestors two are the same.
Node median(const MovingTree& tree, Node top_of_two, Object a, Object b, Object c) {
  return top_of_two ^ tree.lca(a, c) ^ tree.lca(b, c);
}

/// Which part around the branch above v each leaf is in.
class PartsAround {
 public:
  PartsAround(const MovingTree& tree, Node v)
      : tree_(tree),
        parent_begin_(tree.place(tree.parent(v))),
        parent_size_(static_cast<std::uint32_t>(tree.size(tree.parent(v)))),
        begin_(tree.place(v)),
        size_(static_cast<std::uint32_t>(tree.size(v))),
        second_(tree.place(tree.children(v)[1])) {}

  int kind(PathAnswers::Ends path) const { return kKindsOfParts[part(path.a)][part(path.b)]; }

 private:
  int part(Object leaf) const {
    const Object place = tree_.place(leaf);
    if (static_cast<std::uint32_t>(place - parent_begin_) >= parent_size_) return 3;
    if (static_cast<std::uint32_t>(place - begin_) >= size_) return 2;
    return place >= second_ ? 1 : 0;
  }

  const MovingTree& tree_;
  Object parent_begin_;
  std::uint32_t parent_size_;
  Object begin_;
  std::uint32_t size_;
  Object second_;
};

}  // namespace

ChainSums::ChainSums(const MovingTree& tree) : tree_(tree), at_(static_cast<std::size_t>(tree.nodes())) {}

void ChainSums::add(Node one, Node other, Node top, double weight) {
  const bool turns = one != top && other != top;
  if (turns) at_[top].turn += weight;
  add_side(one, top, turns, weight);
  add_side(other, top, turns, weight);
}

void ChainSums::add_side(Node end, Node top, bool turns, double weight) {
  if (end == top) return;
  const Node below_top = tree_.child_with(top, end);
  if (end == below_top) return;
  at_[end].rise += weight;
  at_[below_top].rise -= weight;
  const Node second = tree_.child_with(below_top, end);
  if (turns) at_[second].turn_above += weight;
  at_[end].rise_twice += weight;
  at_[second].rise_twice -= weight;
}

void ChainSums::add(const ChainSums& more) {
  for (std::size_t v = 0; v < at_.size(); ++v) {
    at_[v].turn += more.at_[v].turn;
    at_[v].turn_above += more.at_[v].turn_above;
    at_[v].rise += more.at_[v].rise;
    at_[v].rise_twice += more.at_[v].rise_twice;
  }
}

void ChainSums::finish() {
  for (auto v = tree_.preorder().rbegin(); v != tree_.preorder().rend(); ++v) {
    if (*v == tree_.root()) continue;
    at_[tree_.parent(*v)].rise += at_[*v].rise;
    at_[tree_.parent(*v)].rise_twice += at_[*v].rise_twice;
  }
}

KindVector ChainSums::by_kind(Node v) const {
  const auto [left, right] = tree_.children(v);
  return {at_[v].turn,           at_[left].turn_above,  at_[left].rise_twice,
          at_[right].turn_above, at_[right].rise_twice, at_[tree_.sibling(v)].rise};
}

BranchSums::BranchSums(const PathLoss& loss, const MovingTree& tree)
    : loss_(loss), tree_(tree), slopes_(tree), curvatures_(tree), differing_(static_cast<std::size_t>(tree.nodes())) {
  const PathAnswers& answers = loss.answers();
  std::vector<double> weights(answers.paths().size(), 0.0);
  for (std::size_t q = 0; q < answers.questions(); ++q) {
    weights[answers.near()[q]] += loss.curvatures()[q];
    weights[answers.far()[q]] += loss.curvatures()[q];
  }
  for (std::size_t p = 0; p < weights.size(); ++p) {
    const auto [a, b] = answers.paths()[p];
    const Node top = tree.lca(a, b);
    slopes_.add(a, b, top, loss.path_slopes()[p]);
    curvatures_.add(a, b, top, weights[p]);
  }
  const std::size_t blocks = std::clamp<std::size_t>(answers.questions() / kQuestionsOfABlock, 1, kMostBlocks);
  std::vector<Sums> sums(blocks, Sums{ChainSums(tree), differing_});
#pragma omp parallel for if (blocks > 1)
  for (std::size_t block = 0; block < blocks; ++block)
    add_questions(sums[block], block * answers.questions() / blocks, (block + 1) * answers.questions() / blocks);
  for (const Sums& part : sums) {
    curvatures_.add(part.together);
    for (std::size_t v = 0; v < differing_.size(); ++v)
      for (std::size_t k = 0; k < differing_[v].size(); ++k) differing_[v][k] += part.differing[v][k];
  }
  slopes_.finish();
  curvatures_.finish();
}

void BranchSums::add_questions(Sums& sums, std::size_t begin, std::size_t end) const {
  const PathAnswers& answers = loss_.answers();
  for (std::size_t q = begin; q < end; ++q) {
    const auto [a, b] = answers.paths()[answers.near()[q]];
    const auto [c, d] = answers.paths()[answers.far()[q]];
    const Node top = tree_.lca(a, b);
    const Node one = median(tree_, top, a, b, c), other = median(tree_, top, a, b, d);
    add_around(sums, one, -1, q);
    if (one == other) continue;
    add_around(sums, other, one, q);
    const Node meeting = tree_.is_below(one, other) ? other : tree_.is_below(other, one) ? one : top;
    sums.together.add(one, other, meeting, -2.0 * loss_.curvatures()[q]);
  }
}

/// The branches at a node, but for that to a node which is done.
void BranchSums::add_around(Sums& sums, Node vertex, Node done, std::size_t question) const {
  if (tree_.is_leaf(vertex)) return;
  if (tree_.parent(vertex) != done) add_differing(sums, vertex, question);
  for (const Node child : tree_.children(vertex))
    if (child != done) add_differing(sums, child, question);
}

void BranchSums::add_differing(Sums& sums, Node v, std::size_t question) const {
  if (!is_inner_branch(tree_, v)) return;
  const PathAnswers& answers = loss_.answers();
  const PartsAround parts(tree_, v);
  const int near = parts.kind(answers.paths()[answers.near()[question]]);
  const int far = parts.kind(answers.paths()[answers.far()[question]]);
  if (near == far || near == kInside || far == kInside) return;
  sums.differing[v][pair_of_kinds(near, far)] -= loss_.curvatures()[question];
}

SecondOrder BranchSums::around(Node v) const {
  SecondOrder model{slopes_.by_kind(v), {}};
  const KindVector alone = curvatures_.by_kind(v);
  for (int one = 0; one < kKinds; ++one)
    for (int other = 0; other < kKinds; ++other)
      model.curvature[one][other] = one == other ? alone[one] : differing_[v][pair_of_kinds(one, other)];
  return model;
}

}  // namespace tertium::linkage
