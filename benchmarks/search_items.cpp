// Search for the best tree: the best places of all subtrees, next to additions by index and to trying every place; and
// the lengths of its branches: loss and gradient, next to the loss alone by its definition, and what
// all interchanges bring, next to one of them by all answers. And bounds: visits of sets of four, next to solution
// after solution.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "benchmarks/bench_item.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/random/random.hpp"
#include "linkage/lengths/interchange_model.hpp"
#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/regraft_gains.hpp"
#include "metrics/bounds/potentials.hpp"
#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"
#include "tests/support/plain_bounds.hpp"
#include "tests/support/plain_lengths.hpp"

namespace tertium::benchmarks {
namespace {

using core::Node;
using core::Object;
using linkage::MovingTree;
using linkage::TreeVotes;

/// Leaves in the order of their numbers, cut in halves.
core::Dendrogram even_tree(Object n) {
  core::Dendrogram tree(core::Partition::singletons(n));
  std::vector<Node> level(static_cast<std::size_t>(n));
  for (Object i = 0; i < n; ++i) level[i] = i;
  while (level.size() > 1) {
    std::vector<Node> next;
    for (std::size_t k = 0; k + 1 < level.size(); k += 2) next.push_back(tree.merge(level[k], level[k + 1]));
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return tree;
}

/// Random triplets, the nearer number being more alike.
core::TripletList triplets_on(Object n, int count) {
  core::Stream stream({5, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
  std::vector<core::Triplet> triplets;
  while (std::ssize(triplets) < count) {
    core::Triplet t{object(), object(), object()};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (std::abs(t.anchor - t.near) > std::abs(t.anchor - t.far)) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  return {n, std::move(triplets)};
}

std::shared_ptr<const TreeVotes> votes_on(Object n, int count) {
  return std::make_shared<const TreeVotes>(core::Partition::singletons(n), core::ListedTriplets(triplets_on(n, count)));
}

/// Looks at lists of votes that the best places of all subtrees take: an answer is in three, each level looks at all.
double looks(Object n, int count) {
  const MovingTree tree(even_tree(n));
  double depth = 0.0;
  for (Node v = 0; v < tree.nodes(); ++v)
    if (v != tree.root()) depth += tree.size(v);
  return 3.0 * count * depth / n;
}

BenchItem best_places(Object n, int count, const Ceilings& c) {
  BenchItem item;
  item.name = "search, all subtrees";
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "look";
  item.work = looks(n, count);
  item.ceiling = c.indexed_updates;
  item.ceiling_name = "indexed";
  item.large = count > 1'000'000;
  item.prepare = [n, count] {
    return [tree = MovingTree(even_tree(n)), votes = votes_on(n, count)] {
      linkage::RegraftGains gains(*votes);
      std::int64_t sum = 0;
      for (Node v = 0; v < tree.nodes(); ++v)
        if (v != tree.root()) sum += gains.best(tree, v).gain;
      benchmark::DoNotOptimize(sum);
    };
  };
  return item;
}

/// One subtree, hung in everywhere, and all votes counted: as many looks for each place as for all.
BenchItem plain_places(Object n, int count) {
  BenchItem item;
  item.name = "search, one leaf, plain";
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "look";
  item.work = 3.0 * count / n;
  item.prepare = [n, count] {
    return [tree = MovingTree(even_tree(n)), votes = votes_on(n, count)] {
      std::int64_t best = 0;
      for (Node v = 1; v < tree.nodes(); ++v) {
        if (v == tree.parent(0)) continue;
        MovingTree moved = tree;
        moved.regraft(0, v);
        best = std::max(best, linkage::votes_for(moved, *votes));
      }
      benchmark::DoNotOptimize(best);
    };
  };
  return item;
}

/// Each answer reads two paths and adds to both.
BenchItem length_gradient(Object n, int count, const Ceilings& c) {
  BenchItem item;
  item.name = "lengths, loss and gradient";
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "answer";
  item.work = count;
  item.ceiling = c.indexed_updates / 2.0;
  item.ceiling_name = "indexed / 2";
  item.large = count > 1'000'000;
  item.prepare = [n, count] {
    const auto answers = std::make_shared<const linkage::PathAnswers>(core::Partition::singletons(n),
                                                                      core::ListedTriplets(triplets_on(n, count)));
    const auto loss = std::make_shared<linkage::PathLoss>(*answers, 1e-4);
    return [tree = MovingTree(even_tree(n)), answers, loss] {
      const linkage::Lengths lengths(static_cast<std::size_t>(tree.nodes()), 0.5);
      linkage::Lengths slope(lengths.size());
      benchmark::DoNotOptimize(loss->evaluate(tree, lengths));
      loss->gradient(tree, lengths, slope);
      benchmark::DoNotOptimize(slope.data());
    };
  };
  return item;
}

BenchItem plain_length_loss(Object n, int count) {
  BenchItem item;
  item.name = "lengths, loss, plain";
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "answer";
  item.work = count;
  item.prepare = [n, count] {
    return [tree = even_tree(n), statements = triplets_on(n, count).quadruplets()] {
      const std::vector<double> lengths(2 * tree.merges().size() + 1, 0.5);
      benchmark::DoNotOptimize(testing::plain_length_loss(tree, lengths, statements, 1e-4));
    };
  };
  return item;
}

/// What every interchange of the tree is expected to bring: each answer reads two paths, and adds around three branches
/// and to the ends of what the paths have in common; or around one branch, looking at all answers for that.
BenchItem interchange_gains(Object n, int count, bool plain, const Ceilings& c) {
  BenchItem item;
  item.name = plain ? "lengths, one branch, plain" : "lengths, all interchanges";
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "answer";
  item.work = count;
  if (!plain) item.ceiling = c.indexed_updates / 9.0;
  if (!plain) item.ceiling_name = "indexed / 9";
  item.large = count > 1'000'000;
  item.prepare = [n, count, plain] {
    const auto answers = std::make_shared<const linkage::PathAnswers>(core::Partition::singletons(n),
                                                                      core::ListedTriplets(triplets_on(n, count)));
    const auto loss = std::make_shared<linkage::PathLoss>(*answers, 1e-4);
    const MovingTree tree(even_tree(n));
    const linkage::Lengths lengths(static_cast<std::size_t>(tree.nodes()), 0.5);
    loss->evaluate(tree, lengths);
    return [plain, answers, loss, tree, lengths, n] {  // the loss refers to the answers
      if (plain)
        benchmark::DoNotOptimize(testing::plain_second_order(*loss, tree, n));
      else
        benchmark::DoNotOptimize(linkage::prospects(*loss, tree, lengths));
    };
  };
  return item;
}

/// Every set of four is visited: it reads and writes the rows of four triples.
BenchItem set_visits(Object n, metrics::BoundClass kind, const Ceilings& c) {
  BenchItem item;
  item.name = kind == metrics::BoundClass::kRooted ? "bound, sets of rooted trees" : "bound, sets of any distances";
  item.size = fmt::format("N = {}", n);
  item.unit = "set";
  item.work = n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 24.0;
  item.ceiling = c.indexed_updates / 4.0;
  item.ceiling_name = "indexed / 4";
  item.prepare = [n, kind] {
    const auto votes = metrics::votes_of(core::ListedTriplets(triplets_on(n, 30 * n * n)), kind);
    std::vector<Object> classes(static_cast<std::size_t>(n));
    std::iota(classes.begin(), classes.end(), 0);
    const auto sets = std::make_shared<const metrics::SetsOfFour>(metrics::sets_of_classes(votes, classes));
    const auto potentials =
        std::make_shared<metrics::Potentials>(votes, *sets, metrics::solutions_of_four(kind), omp_get_max_threads());
    return [sets, potentials] { potentials->pass({.thorough = true}); };  // potentials refer to the sets
  };
  return item;
}

BenchItem plain_set_visits(int count) {
  BenchItem item;
  item.name = "bound, sets of rooted trees, plain";
  item.size = fmt::format("{} sets", count);
  item.unit = "set";
  item.work = count;
  item.prepare = [count] {
    return [count, rows = std::vector<std::int32_t>(16, 1'000),
            set = testing::PlainSet{{}, std::vector<int>(12)}]() mutable {
      for (std::size_t y = 0; y < set.rows.size(); ++y) set.rows[y] = rows.data() + 4 * y;
      for (int k = 0; k < count; ++k)
        testing::plain_visit(metrics::kRootedTrees, 3, metrics::kMostTaken, set, {.thorough = true});
      benchmark::DoNotOptimize(rows.data());
    };
  };
  return item;
}

}  // namespace

std::vector<BenchItem> search_bench_items(const Ceilings& c) {
  return {best_places(100, 30'000, c),
          plain_places(100, 30'000),
          best_places(1'854, 1'000'000, c),
          best_places(1'854, 9'000'000, c),
          length_gradient(100, 200'000, c),
          plain_length_loss(100, 2'000),
          length_gradient(1'854, 4'000'000, c),
          interchange_gains(100, 200'000, false, c),
          interchange_gains(100, 200'000, true, c),
          interchange_gains(1'854, 4'000'000, false, c),
          set_visits(36, metrics::BoundClass::kRooted, c),
          set_visits(100, metrics::BoundClass::kRooted, c),
          set_visits(36, metrics::BoundClass::kAny, c),
          plain_set_visits(1'000)};
}

}  // namespace tertium::benchmarks
