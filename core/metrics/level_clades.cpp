// True clusters of all levels that are clades of a tree, whatever else the tree joins inside them and in whatever
// order: a cluster is known by the sum of a random 64-bit number of each of its objects; two different clusters of N
// objects have one sum with probability 2^-64. O(N levels + N log N).
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

using Sums = std::vector<std::uint64_t>;

Sums numbers_of(Object objects, const CellKey& cell) {
  Stream stream(cell, Purpose::kClades);
  Sums numbers(static_cast<std::size_t>(objects));
  for (std::uint64_t& number : numbers) number = stream.bits();
  return numbers;
}

/// Of the clusters of all levels that have more than one object, each once.
std::set<std::uint64_t> cluster_sums(std::span<const Partition> levels, const Sums& numbers) {
  std::set<std::uint64_t> sums;
  for (const Partition& level : levels) {
    Sums of_level(static_cast<std::size_t>(level.clusters()), 0);
    for (Object i = 0; i < level.objects(); ++i) of_level[level[i]] += numbers[i];
    const std::vector<Object> sizes = level.sizes();
    for (Label k = 0; k < level.clusters(); ++k)
      if (sizes[k] > 1) sums.insert(of_level[k]);
  }
  return sums;
}

Sums node_sums(const Dendrogram& tree, const Sums& numbers) {
  Sums sums(static_cast<std::size_t>(tree.leaf_count()), 0);
  for (Object i = 0; i < tree.objects(); ++i) sums[tree.leaves()[i]] += numbers[i];
  for (const Merge& merge : tree.merges()) sums.push_back(sums[merge.left] + sums[merge.right]);
  std::ranges::sort(sums);
  return sums;
}

void compute(const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
  const Sums numbers = numbers_of(problem.objects, problem.cell);
  const std::set<std::uint64_t> wanted = cluster_sums(problem.truth, numbers);
  const Sums found = node_sums(std::get<Dendrogram>(product), numbers);
  const auto common =
      std::ranges::count_if(wanted, [&](std::uint64_t sum) { return std::ranges::binary_search(found, sum); });
  columns["level_clades"] = wanted.empty() ? 1.0 : static_cast<double>(common) / static_cast<double>(wanted.size());
  columns["exact_levels"] = common == std::ssize(wanted) ? 1.0 : 0.0;
}

}  // namespace

void register_score_level_clades(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "level_clades";
  score.sentence =
      "level_clades: the share of the true clusters of all levels that are clades of the tree; exact_levels: 1 if all "
      "are, else 0";
  score.citation = "Robinson and Foulds, Comparison of phylogenetic trees, 1981";
  score.of = {core::ProductKind::kTree};
  score.needs = {core::Provision::kTruth};
  score.columns = {"level_clades", "exact_levels"};
  score.compute = compute;
  scores.push_back(std::move(score));
}

}  // namespace tertium
