#include "linkage/lengths/path_loss.hpp"

#include <algorithm>
#include <array>

#include "linkage/lengths/logistic.hpp"

namespace tertium::linkage {
namespace {

constexpr std::size_t kMostBlocks = 16;
constexpr std::size_t kWorthThreads = 20'000;  // questions; fewer are done before other threads are awake
constexpr std::size_t kChunk = 512;            // questions of which the margins stay in the first cache

/// Every block clears, and adds up, all paths: there are few where paths are many.
std::size_t blocks_of(const PathAnswers& answers) {
  const std::size_t paths = std::max<std::size_t>(1, answers.paths().size());
  return std::clamp<std::size_t>(answers.questions() / paths, 1, kMostBlocks);
}

}  // namespace

PathLoss::PathLoss(const PathAnswers& answers, double ridge)
    : answers_(answers), ridge_(ridge), blocks_(blocks_of(answers)) {
  const std::size_t paths = answers.paths().size();
  meetings_.resize(paths);
  paths_.resize(paths);
  slopes_.resize(paths);
  sums_.resize(paths);
  of_blocks_.resize(paths * blocks_);
  curvatures_.resize(answers.questions());
}

std::size_t PathLoss::block_begin(std::size_t block) const {
  const std::size_t lanes = answers_.questions() / PathAnswers::kLanes;
  return block * lanes / blocks_ * PathAnswers::kLanes;
}

/// Looked up once for a tree: its table is too large for the first cache, and read in no order.
void PathLoss::find_meetings(const MovingTree& tree) {
  const std::span<const PathAnswers::Ends> ends = answers_.paths();
#pragma omp parallel for if (ends.size() >= kWorthThreads)
  for (std::size_t p = 0; p < ends.size(); ++p) meetings_[p] = tree.lca(ends[p].a, ends[p].b);
}

/// The lengths of all paths.
void PathLoss::measure(const MovingTree& tree, std::span<const double> lengths) {
  distances_.assign(static_cast<std::size_t>(tree.nodes()), 0.0);
  for (const Node v : tree.preorder())
    if (v != tree.root()) distances_[v] = distances_[tree.parent(v)] + lengths[v];
  const std::span<const PathAnswers::Ends> ends = answers_.paths();
#pragma omp parallel for if (ends.size() >= kWorthThreads)
  for (std::size_t p = 0; p < ends.size(); ++p)
    paths_[p] = distances_[ends[p].a] + distances_[ends[p].b] - 2.0 * distances_[meetings_[p]];
}

/// The sum of what `work` returns for each block, of its number and its sums by path, which are cleared before.
template <typename Work>
double PathLoss::each_block(const Work& work) {
  ++passes_;
  std::array<double, kMostBlocks> parts{};
#pragma omp parallel for schedule(dynamic) if (answers_.questions() >= kWorthThreads)
  for (std::size_t block = 0; block < blocks_; ++block) {
    double* const sums = of_blocks_.data() + block * paths_.size();
    std::fill_n(sums, paths_.size(), 0.0);
    parts[block] = work(block, sums);
  }
  double sum = 0.0;
  for (const double part : parts) sum += part;
  return sum;
}

double PathLoss::evaluate_block(std::size_t block, double* slopes) {
  std::array<double, kChunk> margin, slope;
  const std::span<const std::int32_t> near = answers_.near(), far = answers_.far();
  const std::size_t end = block_begin(block + 1);
  double loss = 0.0;
  for (std::size_t begin = block_begin(block); begin < end; begin += kChunk) {
    const std::size_t count = std::min(kChunk, end - begin);
    for (std::size_t k = 0; k < count; ++k) margin[k] = paths_[far[begin + k]] - paths_[near[begin + k]];
    const LogisticInput input{margin.data(), answers_.more().data() + begin, answers_.less().data() + begin, count};
    loss += add_logistic(input, slope.data(), curvatures_.data() + begin);
    for (std::size_t k = 0; k < count; ++k) {
      slopes[far[begin + k]] += slope[k];
      slopes[near[begin + k]] -= slope[k];
    }
  }
  return loss;
}

void PathLoss::add_up_paths() {
#pragma omp parallel for if (sums_.size() >= kWorthThreads)
  for (std::size_t p = 0; p < sums_.size(); ++p) {
    double sum = 0.0;
    for (std::size_t block = 0; block < blocks_; ++block) sum += of_blocks_[block * sums_.size() + p];
    sums_[p] = sum;
  }
}

double PathLoss::evaluate(const MovingTree& tree, std::span<const double> lengths) {
  find_meetings(tree);
  measure(tree, lengths);
  double loss = each_block([&](std::size_t block, double* slopes) { return evaluate_block(block, slopes); });
  add_up_paths();
  slopes_ = sums_;
  for (const double length : lengths) loss += 0.5 * ridge_ * length * length;
  return loss;
}

/// Of sums_ over the paths those over all paths that a branch is on: two ways to the root less what they share.
void PathLoss::to_branches(const MovingTree& tree, std::span<double> result) {
  std::ranges::fill(result, 0.0);
  const std::span<const PathAnswers::Ends> ends = answers_.paths();
  for (std::size_t p = 0; p < ends.size(); ++p) {
    result[ends[p].a] += sums_[p];
    result[ends[p].b] += sums_[p];
    result[meetings_[p]] -= 2.0 * sums_[p];
  }
  for (auto v = tree.preorder().rbegin(); v != tree.preorder().rend(); ++v)
    if (*v != tree.root()) result[tree.parent(*v)] += result[*v];
  result[tree.root()] = 0.0;
}

void PathLoss::gradient(const MovingTree& tree, std::span<const double> lengths, std::span<double> result) {
  sums_ = slopes_;
  to_branches(tree, result);
  for (std::size_t v = 0; v < result.size(); ++v) result[v] += ridge_ * lengths[v];
}

void PathLoss::multiply(const MovingTree& tree, std::span<const double> v, std::span<double> result) {
  measure(tree, v);
  const std::span<const std::int32_t> near = answers_.near(), far = answers_.far();
  each_block([&](std::size_t block, double* sums) {
    for (std::size_t k = block_begin(block); k < block_begin(block + 1); ++k) {
      const double change = curvatures_[k] * (paths_[far[k]] - paths_[near[k]]);
      sums[far[k]] += change;
      sums[near[k]] -= change;
    }
    return 0.0;
  });
  add_up_paths();
  to_branches(tree, result);
  for (std::size_t k = 0; k < result.size(); ++k) result[k] += ridge_ * v[k];
}

void PathLoss::bound_curvatures(const MovingTree& tree, std::span<double> result) {
  const std::span<const std::int32_t> near = answers_.near(), far = answers_.far();
  each_block([&](std::size_t block, double* sums) {
    for (std::size_t k = block_begin(block); k < block_begin(block + 1); ++k) {
      sums[far[k]] += curvatures_[k];
      sums[near[k]] += curvatures_[k];
    }
    return 0.0;
  });
  add_up_paths();
  to_branches(tree, result);
  for (double& bound : result) bound += ridge_;
}

}  // namespace tertium::linkage
