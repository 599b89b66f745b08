#include "metrics/measures/branch_counts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/clusterings/transfer_distance.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::metrics {

BranchCounts::BranchCounts(const core::Dendrogram& tree) : rows_(core::tree_of_rows(tree)) {
  const auto rows = static_cast<std::size_t>(rows_.nodes() - rows_.objects());
  found_.assign(rows, 0);
  moved_.assign(rows, 0);
  most_.assign(rows, 0);
  for (core::Node v = 0; v < rows_.nodes(); ++v)
    if (!rows_.is_leaf(v)) most_[rows_.given(v) - rows_.objects()] = core::most_moved(rows_.size(v), rows_.objects());
}

void BranchCounts::add(const core::RootedTree& other) {
  const std::vector<core::Object> distances = core::transfer_distances(rows_, other);
  for (core::Node v = 0; v < rows_.nodes(); ++v) {
    if (rows_.is_leaf(v)) continue;
    std::int64_t& found = found_[rows_.given(v) - rows_.objects()];
    std::int64_t& moved = moved_[rows_.given(v) - rows_.objects()];
    const std::int64_t distance = distances[v];
#pragma omp atomic
    found += distance == 0 ? 1 : 0;
#pragma omp atomic
    moved += distance;
  }
}

core::Product product_of_sample(problems::ModelSample sample, const core::CellKey& cell,
                                const std::function<core::Product(const core::Problem&)>& run) {
  const problems::AssembledProblem data = problems::assemble(std::move(sample), problems::find_scheme("own"), {}, cell);
  return core::relabelled(run(data.problem), core::inverse(data.new_id));
}

std::vector<std::int32_t> drawn_again(std::int32_t units, core::Stream& draws) {
  constexpr std::int32_t kAtOnce = 64;
  std::vector<std::int32_t> drawn(static_cast<std::size_t>(units), 0);
  std::array<std::size_t, kAtOnce> next{};
  for (std::int32_t begin = 0; begin < units; begin += kAtOnce) {  // of millions each is far away in memory
    const auto count = static_cast<std::size_t>(std::min(kAtOnce, units - begin));
    for (std::size_t k = 0; k < count; ++k) {
      next[k] = static_cast<std::size_t>(draws.below(static_cast<std::uint64_t>(units)));
      __builtin_prefetch(&drawn[next[k]], 1);
    }
    for (std::size_t k = 0; k < count; ++k) ++drawn[next[k]];
  }
  return drawn;
}

}  // namespace tertium::metrics
