// The groups are cut into a fixed number of blocks, each with a result of its own, which are added in their order: no
// result depends on the threads.
#include "embedding/losses/objective.hpp"

#include <algorithm>
#include <bit>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"

namespace tertium::embedding {
namespace {

constexpr std::size_t kBlocks = 16;
constexpr std::size_t kWorthThreads = 50'000;  // statements; fewer are done before other threads are awake

/// Of an object's numbers, so that they are whole vectors and cross no more lines of a cache than they have to.
std::size_t row_length(std::size_t dimensions) {
  return dimensions < kLanes ? std::max<std::size_t>(2, std::bit_ceil(dimensions)) : whole_vectors(dimensions);
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

double* Objective::Workspace::Room::at_least(std::size_t count) {
  if (size < count) {
    values.reset();
    values = core::large_array<double>(count);
    size = count;
  }
  return values.get();
}

Objective::Objective(std::shared_ptr<const Groups> groups, const Loss& loss, std::shared_ptr<Workspace> workspace)
    : loss_(loss),
      groups_(std::move(groups)),
      by_dimension_(std::ranges::any_of(groups_->stars, &Star::all)),
      block_begin_(blocks_of(*groups_)),
      workspace_(std::move(workspace)) {}

Objective::Objective(Terms terms, const Loss& loss)
    : Objective(std::make_shared<const Groups>(grouped(std::move(terms))), loss) {}

std::size_t Objective::dimensions_of(std::span<const double> rows) const {
  const auto n = static_cast<std::size_t>(objects());
  core::expects(n > 0 && rows.size() % n == 0, "rows of numbers, one for each object");
  return rows.size() / n;
}

/// As the kernel reads them.
Numbers Objective::numbers_of(std::span<const double> rows) const {
  const std::size_t dimensions = dimensions_of(rows);
  const auto n = static_cast<std::size_t>(objects());
  const std::size_t row = row_length(dimensions), column = whole_vectors(n);
  Numbers numbers{nullptr, dimensions, row, 1, n * row};
  if (by_dimension_) numbers = {nullptr, dimensions, 1, column, dimensions * column};
  double* const values = workspace_->numbers.at_least(numbers.count);
  if (by_dimension_ || row > dimensions) std::fill_n(values, numbers.count, 0.0);  // also what no object has
#pragma omp parallel for schedule(static) if (count() >= kWorthThreads)
  for (Object i = 0; i < objects(); ++i)
    for (std::size_t c = 0; c < dimensions; ++c)
      values[numbers.place(i, c)] = rows[static_cast<std::size_t>(i) * dimensions + c];
  numbers.values = values;
  return numbers;
}

KernelInput Objective::input(const Numbers& numbers, std::size_t block) const {
  const std::size_t size = kScratchArrays * groups_->most_pairs;
  return {*groups_, numbers, numbers, workspace_->scratch.values.get() + block * size, slopes_.data()};
}

/// Of a block, all zero.
double* Objective::empty_result(std::size_t block, std::size_t size) const {
  double* const result = workspace_->results.values.get() + block * size;
  std::fill_n(result, size, 0.0);
  return result;
}

/// The sum of what `work` returns for each block, of its number, first and last group.
template <typename Work>
double Objective::each_block(const Work& work) const {
  double parts[kBlocks] = {};
  workspace_->scratch.at_least(kBlocks * kScratchArrays * groups_->most_pairs);
#pragma omp parallel for schedule(dynamic) if (count() >= kWorthThreads)
  for (std::size_t block = 0; block < kBlocks; ++block)
    parts[block] = work(block, block_begin_[block], block_begin_[block + 1]);
  double sum = 0.0;
  for (const double part : parts) sum += part;
  return sum;
}

double Objective::operator()(std::span<const double> x, std::span<double> gradient) const {
  const Numbers numbers = numbers_of(x);
  workspace_->results.at_least(kBlocks * numbers.count);
  const double sum = each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return add_groups(loss_, input(numbers, block), begin, end, empty_result(block, numbers.count));
  });
  add_blocks(numbers, gradient);
  return sum;
}

double Objective::loss(std::span<const double> x) const {
  const Numbers numbers = numbers_of(x);
  return each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return loss_of_groups(loss_, input(numbers, block), begin, end);
  });
}

double Objective::evaluate(std::span<const double> x) const {
  slopes_.resize(groups_->all_pairs);
  const Numbers numbers = numbers_of(x);
  return each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    return evaluate_groups(loss_, input(numbers, block), begin, end);
  });
}

void Objective::multiply(std::span<const double> v, std::span<double> result) const {
  core::expects(slopes_.size() == groups_->all_pairs, "coordinates whose loss was evaluated before");
  const Numbers numbers = numbers_of(v);
  workspace_->results.at_least(kBlocks * numbers.count);
  each_block([&](std::size_t block, std::size_t begin, std::size_t end) {
    multiply_groups(input(numbers, block), begin, end, empty_result(block, numbers.count));
    return 0.0;
  });
  add_blocks(numbers, result);
}

/// The results of all blocks, in their order, as rows.
void Objective::add_blocks(const Numbers& like, std::span<double> result) const {
  constexpr std::size_t kTogether = 512;  // numbers; their sums stay in the first cache
  const std::size_t size = like.count;
  double* const sums = workspace_->results.values.get();
#pragma omp parallel for schedule(static) if (count() >= kWorthThreads)
  for (std::size_t begin = 0; begin < size; begin += kTogether) {
    const std::size_t end = std::min(size, begin + kTogether);
    for (std::size_t block = 1; block < kBlocks; ++block)
      for (std::size_t k = begin; k < end; ++k) sums[k] += sums[block * size + k];
  }
#pragma omp parallel for schedule(static) if (count() >= kWorthThreads)
  for (Object i = 0; i < objects(); ++i)
    for (std::size_t c = 0; c < like.dimensions; ++c)
      result[static_cast<std::size_t>(i) * like.dimensions + c] = sums[like.place(i, c)];
}

}  // namespace tertium::embedding
