#include "metrics/measures/cluster_sums.hpp"

#include <utility>
#include <variant>

#include "problems/schemes/scheme.hpp"

namespace tertium::metrics {

ClusterSums object_numbers(core::Object objects, const core::CellKey& cell) {
  core::Stream stream(cell, core::Purpose::kClades);
  ClusterSums numbers(static_cast<std::size_t>(objects));
  for (std::uint64_t& number : numbers) number = stream.bits();
  return numbers;
}

ClusterSums node_sums(const core::Dendrogram& tree, const ClusterSums& numbers) {
  ClusterSums sums(static_cast<std::size_t>(tree.leaf_count()), 0);
  for (core::Object i = 0; i < tree.objects(); ++i) sums[tree.leaves()[i]] += numbers[i];
  for (const core::Merge& merge : tree.merges()) sums.push_back(sums[merge.left] + sums[merge.right]);
  return sums;
}

BranchCounts::BranchCounts(const core::Dendrogram& tree, ClusterSums numbers) : numbers_(std::move(numbers)) {
  core::expects(std::ssize(numbers_) == tree.objects(), "one number for every object");
  ClusterSums sums = numbers_;
  for (const auto& row : core::scipy_linkage(tree)) {
    const std::uint64_t sum = sums[static_cast<std::size_t>(row[0])] + sums[static_cast<std::size_t>(row[1])];
    row_of_.emplace(sum, row_of_.size());
    sums.push_back(sum);
  }
  core::expects(sums.size() == numbers_.size() + row_of_.size(), "different clusters have different sums");
}

void BranchCounts::count(const core::Dendrogram& other, std::span<const core::Object> new_id,
                         std::span<std::int64_t> counts) const {
  core::expects(other.objects() == std::ssize(numbers_) && counts.size() == branches(), "a tree of the same objects");
  ClusterSums numbers(numbers_.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[static_cast<std::size_t>(new_id[i])] = numbers_[i];
  for (const std::uint64_t sum : node_sums(other, numbers))
    if (const auto found = row_of_.find(sum); found != row_of_.end()) {
      std::int64_t& of_row = counts[found->second];
#pragma omp atomic
      ++of_row;
    }
}

void BranchCounts::count_again(problems::ModelSample sample, const core::CellKey& cell,
                               const std::function<core::Product(const core::Problem&)>& run,
                               std::span<std::int64_t> counts) const {
  const problems::AssembledProblem data = problems::assemble(std::move(sample), problems::find_scheme("own"), {}, cell);
  count(std::get<core::Dendrogram>(run(data.problem)), data.new_id, counts);
}

std::vector<std::int32_t> drawn_again(std::int32_t units, core::Stream& draws) {
  std::vector<std::int32_t> drawn(static_cast<std::size_t>(units), 0);
  for (std::int32_t k = 0; k < units; ++k) ++drawn[draws.below(static_cast<std::uint64_t>(units))];
  return drawn;
}

}  // namespace tertium::metrics
