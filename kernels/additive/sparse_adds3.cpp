#include "kernels/additive/sparse_adds3.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <bit>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "kernels/additive/sparse_products.hpp"

namespace tertium::kernels {
namespace {

using core::Object;

constexpr auto kWidth = static_cast<std::size_t>(kSparseWidth);
constexpr Object kAnchors = 512;      // of a batch
constexpr std::size_t kTogether = 8;  // batches that a block of columns stays near for

/// Blocks of at most so many columns as two bytes number beside a sign, and at least sixteen of them of many columns.
int column_bits_of(Object n) {
  constexpr int kLeast = 10, kMost = 15;
  return std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint32_t>(n) / 16)), kLeast, kMost);
}

hwy::AlignedFreeUniquePtr<float[]> rows_of(std::size_t floats) {
  auto rows = hwy::AllocateAligned<float>(std::max<std::size_t>(1, floats));
  if (rows == nullptr) throw std::bad_alloc();
  core::ask_for_large_pages(rows.get(), floats * sizeof(float));
  return rows;
}

}  // namespace

SparseAdds3::SparseAdds3(const core::Triplets& triplets) : n_(triplets.objects()), column_bits_(column_bits_of(n_)) {
  for (Object begin = 0; begin < n_; begin += kAnchors) batches_.push_back({begin, std::min(kAnchors, n_ - begin)});
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < batches_.size(); ++b) read_batch(triplets, batches_[b]);
  for (const Batch& batch : batches_) {
    core::expects(batch.entries.size() <= UINT32_MAX, "at most 2^31 answers of 512 anchors");
    answers_ += std::ssize(batch.entries) / 2;
  }
}

void SparseAdds3::read_batch(const core::Triplets& triplets, Batch& batch) const {
  const auto anchors = static_cast<std::size_t>(batch.anchors);
  std::vector<std::vector<core::NearFar>> answers(anchors);
  const auto place_of = [&](Object column, std::size_t a) {
    return static_cast<std::size_t>(column >> column_bits_) * anchors + a;
  };
  batch.ends.assign(static_cast<std::size_t>(blocks()) * anchors, 0);
  for (std::size_t a = 0; a < anchors; ++a) {
    triplets.answers_of(batch.begin + static_cast<Object>(a), answers[a]);
    for (const core::NearFar& answer : answers[a]) {
      ++batch.ends[place_of(answer.near, a)];
      ++batch.ends[place_of(answer.far, a)];
    }
  }
  std::size_t total = 0;
  for (std::uint32_t& end : batch.ends) {  // for now, where they begin
    const std::size_t begin = total;
    total += end;
    end = static_cast<std::uint32_t>(begin);
  }
  batch.entries.resize(total);
  const auto put = [&](Object column, std::size_t a, unsigned negative) {
    const auto within = static_cast<unsigned>(column & (columns() - 1));
    batch.entries[batch.ends[place_of(column, a)]++] = static_cast<std::uint16_t>(2 * within + negative);
  };
  for (std::size_t a = 0; a < anchors; ++a)
    for (const core::NearFar& answer : answers[a]) {
      put(answer.near, a, 0);
      put(answer.far, a, 1);
    }
}

template <typename Fill, typename Take>
void SparseAdds3::product(Fill&& fill, Take&& take) const {
  const auto n = static_cast<std::size_t>(n_);
  const auto from = rows_of(kWidth * n), to = rows_of(kWidth * n);
  const auto row = [](float* rows, Object i) { return rows + kWidth * static_cast<std::size_t>(i); };
  constexpr std::int64_t kFew = 100000;  // threads that wait for each other would take longer
#pragma omp parallel if (answers_ > kFew)
  {
#pragma omp for schedule(static)
    for (Object i = 0; i < n_; ++i) {
      fill(i, row(from.get(), i));
      std::fill_n(row(to.get(), i), kWidth, 0.0F);
    }
#pragma omp for schedule(dynamic)
    for (std::size_t some = 0; some < batches_.size(); some += kTogether)
      for (int block = 0; block < blocks(); ++block)
        for (std::size_t b = some; b < std::min(some + kTogether, batches_.size()); ++b)
          add_rows(batches_[b].part(block), batches_[b].anchors, row(from.get(), block * columns()),
                   row(to.get(), batches_[b].begin));
#pragma omp for schedule(dynamic)
    for (int block = 0; block < blocks(); ++block)
      for (const Batch& batch : batches_)
        add_to_columns(batch.part(block), batch.anchors, row(from.get(), batch.begin),
                       row(to.get(), block * columns()));
#pragma omp for schedule(static)
    for (Object i = 0; i < n_; ++i) take(i, row(to.get(), i));
  }
}

void SparseAdds3::multiply(const double* x, double* y, int width) const {
  core::expects(width % kSparseWidth == 0, "rows of whole vectors");
  const auto wide = static_cast<std::size_t>(width);
  for (std::size_t first = 0; first < wide; first += kWidth) {
    const auto at = [&](Object i) { return static_cast<std::size_t>(i) * wide + first; };
    product([&](Object i, float* row) { std::copy_n(x + at(i), kWidth, row); },
            [&](Object i, const float* row) { std::copy_n(row, kWidth, y + at(i)); });
  }
}

std::vector<float> SparseAdds3::cluster_sums(std::span<const core::Label> labels, core::Label k) const {
  const auto clusters = static_cast<std::size_t>(k);
  std::vector<float> sums(clusters * static_cast<std::size_t>(n_));
  for (std::size_t first = 0; first < clusters; first += kWidth) {
    const std::size_t some = std::min(kWidth, clusters - first);
    product(
        [&](Object i, float* row) {
          for (std::size_t c = 0; c < kWidth; ++c)
            row[c] = static_cast<std::size_t>(labels[i]) == first + c ? 1.0F : 0.0F;
        },
        [&](Object i, const float* row) {
          std::copy_n(row, some, sums.data() + clusters * static_cast<std::size_t>(i) + first);
        });
  }
  return sums;
}

}  // namespace tertium::kernels
