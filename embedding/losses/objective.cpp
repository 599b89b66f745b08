// The groups are cut into a fixed number of blocks, each with a result of its own, which are added in their order: no
// result depends on the threads.
#include "embedding/losses/objective.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "embedding/losses/group_kernel.hpp"

namespace tertium::embedding {
namespace {

constexpr std::size_t kBlocks = 16;
constexpr std::size_t kWorthThreads = 50'000;  // statements; fewer are done before other threads are awake

std::size_t stride_of(Object n) {
  return (static_cast<std::size_t>(n) + kLanes - 1) / kLanes * kLanes;
}

/// What a group takes, in statements: a pair takes about as long.
std::size_t work_of(const Group& group) {
  return group.statement_end - group.statement_begin + group.pairs;
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

Objective::Objective(Terms terms, const Loss& loss)
    : loss_(loss),
      count_(terms.statements.size()),
      groups_(grouped(std::move(terms))),
      block_begin_(blocks_of(groups_)) {
  scratch_.resize(kBlocks * kScratchArrays * groups_.most_pairs);
}

std::size_t Objective::dimensions_of(std::span<const double> rows) const {
  const auto n = static_cast<std::size_t>(objects());
  core::expects(n > 0 && rows.size() % n == 0, "rows of numbers, one for each object");
  return rows.size() / n;
}

void Objective::fill_columns(std::span<const double> rows, std::vector<double>& columns) const {
  const std::size_t dimensions = dimensions_of(rows), stride = stride_of(objects());
  columns.assign(dimensions * stride, 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) columns[k % dimensions * stride + k / dimensions] = rows[k];
}

double Objective::along(std::span<const double> x, std::span<const double> v, std::span<double> result) const {
  fill_columns(x, x_);
  const bool same = x.data() == v.data() && x.size() == v.size();
  if (!same) fill_columns(v, v_);
  const std::size_t dimensions = dimensions_of(v), size = dimensions * stride_of(objects());
  const Columns points{x_.data(), dimensions_of(x)};
  const Columns directions = same ? points : Columns{v_.data(), dimensions};
  results_.resize(kBlocks * size);
  double losses[kBlocks] = {};
#pragma omp parallel for schedule(dynamic) if (count_ >= kWorthThreads)
  for (std::size_t block = 0; block < kBlocks; ++block) {
    double* const own = results_.data() + block * size;
    std::fill(own, own + size, 0.0);
    const KernelInput input{groups_, points, directions, stride_of(objects()),
                            scratch_.data() + block * kScratchArrays * groups_.most_pairs};
    losses[block] = add_groups(loss_, input, block_begin_[block], block_begin_[block + 1], own);
  }
  add_blocks(dimensions, result);
  double loss = 0.0;
  for (const double part : losses) loss += part;
  return loss;
}

void Objective::add_blocks(std::size_t dimensions, std::span<double> result) const {
  const std::size_t stride = stride_of(objects()), size = dimensions * stride;
#pragma omp parallel for schedule(static) if (count_ >= kWorthThreads)
  for (std::size_t i = 0; i < static_cast<std::size_t>(objects()); ++i)
    for (std::size_t c = 0; c < dimensions; ++c) {
      double sum = 0.0;
      for (std::size_t block = 0; block < kBlocks; ++block) sum += results_[block * size + c * stride + i];
      result[i * dimensions + c] = sum;
    }
}

}  // namespace tertium::embedding
