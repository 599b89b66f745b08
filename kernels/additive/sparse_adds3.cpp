#include "kernels/additive/sparse_adds3.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tertium::kernels {
namespace {

using core::Object;

/// Vectors of a product that are summed at once, in single precision: half a cache line, so that the rows of a hundred
/// thousand objects stay near the processor.
constexpr int kWidth = 8;

using Rows = hwy::AlignedFreeUniquePtr<float[]>;  // of kWidth, none across cache lines

/// The block's part of y = S x: rows of near less those of far go to their anchor, its own row to near and from far.
/// One after the other, so that the rows of either x or y are all that must stay near the processor.
void add_multiple(const SparseAdds3& s, int block, const float* x, float* y) {
  s.visit_block(block, [&](Object anchor, std::span<const core::NearFar> answers) {
    float sum[kWidth] = {};
    for (const core::NearFar& answer : answers) {
      const float* near = x + std::size_t{kWidth} * answer.near;
      const float* far = x + std::size_t{kWidth} * answer.far;
      for (int c = 0; c < kWidth; ++c) sum[c] += near[c] - far[c];
    }
    for (int c = 0; c < kWidth; ++c) y[std::size_t{kWidth} * anchor + c] += sum[c];
  });
  s.visit_block(block, [&](Object anchor, std::span<const core::NearFar> answers) {
    float own[kWidth];
    std::copy_n(x + std::size_t{kWidth} * anchor, kWidth, own);
    for (const core::NearFar& answer : answers) {
      float* near = y + std::size_t{kWidth} * answer.near;
      float* far = y + std::size_t{kWidth} * answer.far;
      for (int c = 0; c < kWidth; ++c) near[c] += own[c];
      for (int c = 0; c < kWidth; ++c) far[c] -= own[c];
    }
  });
}

}  // namespace

SparseAdds3::SparseAdds3(const core::Triplets& triplets) : n_(triplets.objects()), ends_(n_), count_(n_) {
#pragma omp parallel for schedule(dynamic)
  for (int block = 0; block < kBlocks; ++block) read_block(triplets, block);
}

void SparseAdds3::read_block(const core::Triplets& triplets, int block) {
  std::vector<core::NearFar>& all = answers_[block];
  const double expected = triplets.expected_count() / kBlocks;
  all.reserve(static_cast<std::size_t>(expected + 6.0 * std::sqrt(expected)));
  std::vector<core::NearFar> some;
  for (Object i = begin_of(block); i < begin_of(block + 1); ++i) {
    triplets.answers_of(i, some);
    all.insert(all.end(), some.begin(), some.end());
    count_[i] = std::ssize(some);
    ends_[i] = std::ssize(all);
  }
}

std::int64_t SparseAdds3::answers() const {
  return std::accumulate(count_.begin(), count_.end(), std::int64_t{0});
}

void SparseAdds3::multiply(const double* x, double* y, int width) const {
  core::expects(width % kWidth == 0, "rows are whole cache lines");
  const std::size_t size = std::size_t{kWidth} * static_cast<std::size_t>(n_);
  const Rows columns = hwy::AllocateAligned<float>(size);
  std::array<Rows, kBlocks> parts;
  for (Rows& part : parts) part = hwy::AllocateAligned<float>(size);
  for (int first = 0; first < width; first += kWidth) {
    const auto at = [&](Object i, int c) { return static_cast<std::size_t>(i) * width + first + c; };
    for (Object i = 0; i < n_; ++i)
      for (int c = 0; c < kWidth; ++c) columns[std::size_t{kWidth} * i + c] = static_cast<float>(x[at(i, c)]);
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
      for (int block = 0; block < kBlocks; ++block) {
        std::fill_n(parts[block].get(), size, 0.0F);
        add_multiple(*this, block, columns.get(), parts[block].get());
      }
#pragma omp for
      for (Object i = 0; i < n_; ++i)
        for (int c = 0; c < kWidth; ++c) {
          double sum = 0.0;
          for (const Rows& part : parts) sum += static_cast<double>(part[std::size_t{kWidth} * i + c]);
          y[at(i, c)] = sum;
        }
    }
  }
}

}  // namespace tertium::kernels
