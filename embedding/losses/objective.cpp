// The groups are cut into a fixed number of blocks, each with a result of its own, which are added in their order: no
// result depends on the threads.
#include "embedding/losses/objective.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace tertium::embedding {
namespace {

constexpr std::size_t kBlocks = 16;
constexpr std::size_t kWorthThreads = 50'000;  // statements; fewer are done before other threads are awake

std::size_t stride_of(Object n) {
  return (static_cast<std::size_t>(n) + kLanes - 1) / kLanes * kLanes;
}

/// What a group takes, in statements: a pair takes about as long, and so does a block of a table.
std::size_t work_of(const Group& group) {
  const std::size_t blocks = group.is_table ? group.pairs * group.pairs / (2 * kLanes) : 0;
  return group.statement_end - group.statement_begin + group.pairs + blocks;
}

std::vector<std::size_t> blocks_of(const Groups& groups) {
  std::size_t all = 0;
  for (const Group& group : groups.groups) all += work_of(group);
  std::vector<std::size_t> begin{0};
  std::size_t done = 0;
  for (std::size_t k = 0; k < groups.groups.size(); ++k) {
    while (begin.size() < kBlocks && done * kBlocks >= all * begin.size()) begin.push_back(k);
    done += work_of(groups.groups[k]);
  }
  begin.resize(kBlocks + 1, groups.groups.size());
  return begin;
}

}  // namespace

Objective::Objective(std::shared_ptr<const Groups> groups, const Loss& loss, std::shared_ptr<Workspace> workspace)
    : loss_(loss), groups_(std::move(groups)), block_begin_(blocks_of(*groups_)), workspace_(std::move(workspace)) {
  const std::size_t size = kBlocks * kScratchArrays * groups_->most_pairs;
  if (workspace_->scratch.size() < size) workspace_->scratch.resize(size);
}

Objective::Objective(Terms terms, const Loss& loss)
    : Objective(std::make_shared<const Groups>(grouped(std::move(terms))), loss) {}

std::size_t Objective::dimensions_of(std::span<const double> rows) const {
  const auto n = static_cast<std::size_t>(objects());
  core::expects(n > 0 && rows.size() % n == 0, "rows of numbers, one for each object");
  return rows.size() / n;
}

Columns Objective::columns_of(std::span<const double> rows) const {
  const std::size_t dimensions = dimensions_of(rows), stride = stride_of(objects());
  std::vector<double>& columns = workspace_->columns;
  columns.assign(dimensions * stride, 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) columns[k % dimensions * stride + k / dimensions] = rows[k];
  return {columns.data(), dimensions};
}

KernelInput Objective::input(const Columns& columns, std::size_t block) const {
  double* const scratch = workspace_->scratch.data() + block * kScratchArrays * groups_->most_pairs;
  return {*groups_, columns, columns, stride_of(objects()), scratch, slopes_.data()};
}

/// Of a block, all zero.
double* Objective::empty_result(std::size_t block, std::size_t size) const {
  double* const result = workspace_->results.data() + block * size;
  std::fill_n(result, size, 0.0);
  return result;
}

/// The sum of what `work` returns for each block, of its number, first and last group.
template <typename Work>
double Objective::each_block(const Work& work) const {
  double parts[kBlocks] = {};
#pragma omp parallel for schedule(dynamic) if (count() >= kWorthThreads)
  for (std::size_t block = 0; block < kBlocks; ++block)
    parts[block] = work(block, block_begin_[block], block_begin_[block + 1]);
  double sum = 0.0;
  for (const double part : parts) sum += part;
  return sum;
}

double Objective::operator()(std::span<const double> x, std::span<double> gradient) const {
  const Columns columns = columns_of(x);
  const std::size_t size = columns.dimensions * stride_of(objects());
  workspace_->results.resize(kBlocks * size);
  const double sum = each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return add_groups(loss_, input(columns, block), begin, end, empty_result(block, size));
  });
  add_blocks(columns.dimensions, gradient);
  return sum;
}

double Objective::loss(std::span<const double> x) const {
  const Columns columns = columns_of(x);
  return each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return loss_of_groups(loss_, input(columns, block), begin, end);
  });
}

double Objective::weigh(std::span<const double> x) const {
  slopes_.resize(groups_->all_pairs);
  const Columns columns = columns_of(x);
  return each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return weigh_groups(loss_, input(columns, block), begin, end);
  });
}

void Objective::multiply(std::span<const double> v, std::span<double> result) const {
  core::expects(slopes_.size() == groups_->all_pairs, "places that were weighed before");
  const Columns columns = columns_of(v);
  const std::size_t size = columns.dimensions * stride_of(objects());
  workspace_->results.resize(kBlocks * size);
  each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    multiply_groups(input(columns, block), begin, end, empty_result(block, size));
    return 0.0;
  });
  add_blocks(columns.dimensions, result);
}

void Objective::add_blocks(std::size_t dimensions, std::span<double> result) const {
  const std::size_t stride = stride_of(objects()), size = dimensions * stride;
#pragma omp parallel for schedule(static) if (count() >= kWorthThreads)
  for (std::size_t i = 0; i < static_cast<std::size_t>(objects()); ++i)
    for (std::size_t c = 0; c < dimensions; ++c) {
      double sum = 0.0;
      for (std::size_t block = 0; block < kBlocks; ++block) sum += workspace_->results[block * size + c * stride + i];
      result[i * dimensions + c] = sum;
    }
}

}  // namespace tertium::embedding
