#include "core/metrics/branch_counts.hpp"

#include <utility>

namespace tertium::core {

BranchCounts::BranchCounts(const Dendrogram& tree, ClusterSums numbers) : numbers_(std::move(numbers)) {
  expects(std::ssize(numbers_) == tree.objects(), "one number for every object");
  ClusterSums sums = numbers_;
  for (const auto& row : scipy_linkage(tree)) {
    const std::uint64_t sum = sums[static_cast<std::size_t>(row[0])] + sums[static_cast<std::size_t>(row[1])];
    row_of_.emplace(sum, row_of_.size());
    sums.push_back(sum);
  }
  expects(sums.size() == numbers_.size() + row_of_.size(), "different clusters have different sums");
}

void BranchCounts::count(const Dendrogram& other, std::span<const Object> new_id,
                         std::span<std::int64_t> counts) const {
  expects(other.objects() == std::ssize(numbers_) && counts.size() == branches(), "a tree of the same objects");
  ClusterSums numbers(numbers_.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[static_cast<std::size_t>(new_id[i])] = numbers_[i];
  for (const std::uint64_t sum : node_sums(other, numbers))
    if (const auto found = row_of_.find(sum); found != row_of_.end()) ++counts[found->second];
}

}  // namespace tertium::core
