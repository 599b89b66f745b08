#include "kernels/additive/sparse_adds3.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
#include "kernels/additive/sparse_products.hpp"

namespace tertium::kernels {
namespace {

using core::Object;

constexpr auto kWidth = static_cast<std::size_t>(kSparseWidth);
constexpr Object kAnchors = 512;       // of a batch
constexpr std::size_t kTogether = 8;   // batches that a block of columns stays near for
constexpr std::size_t kSections = 64;  // at most

/// Blocks of at most so many columns as two bytes number beside a sign, and at least sixteen of them of many columns.
int column_bits_of(Object n) {
  constexpr int kLeast = 10, kMost = 15;
  return std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint32_t>(n) / 16)), kLeast, kMost);
}

constexpr std::size_t batches_of(Object n) {
  return (static_cast<std::size_t>(n) + kAnchors - 1) / kAnchors;
}

/// So many batches that there are at most kSections sections.
std::size_t section_of(std::size_t batches) {
  return kTogether * std::max<std::size_t>(1, (batches + kSections * kTogether - 1) / (kSections * kTogether));
}

std::int64_t sections_of(Object n) {
  const std::size_t batches = batches_of(n), each = section_of(batches);
  return static_cast<std::int64_t>((batches + each - 1) / each);
}

template <typename T>
core::LargeArray<T> rows_of(std::size_t rows) {
  return core::large_array<T>(kWidth * rows);
}

template <typename T>
T* row_in(T* rows, Object i) {
  return rows + kWidth * static_cast<std::size_t>(i);
}

/// A power of two so small that sums of numbers up to `largest`, two for every answer, have at most 62 bits.
double unit_of(double largest, std::int64_t answers) {
  constexpr int kBits = 62;
  int exponent = 0;
  std::frexp(2.0 * static_cast<double>(answers + 1) * largest, &exponent);
  return std::ldexp(1.0, exponent - kBits);
}

}  // namespace

double largest_share(Object n, int members) {
  const auto sections = static_cast<double>(std::max<std::int64_t>(1, sections_of(n)));
  return std::ceil(sections / members) / sections;
}

SparseAdds3::SparseAdds3(const core::Triplets& triplets, core::Team& team)
    : n_(triplets.objects()), column_bits_(column_bits_of(n_)), team_(&team) {
  const std::size_t all = batches_of(n_);
  of_section_ = section_of(all);
  const core::Share own = team.share(sections_of(n_));
  const auto first = of_section_ * static_cast<std::size_t>(own.begin);
  for (std::size_t b = first; b < std::min(all, of_section_ * static_cast<std::size_t>(own.end)); ++b) {
    const Object begin = kAnchors * static_cast<Object>(b);
    batches_.push_back({begin, std::min(kAnchors, n_ - begin)});
  }
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < batches_.size(); ++b) read_batch(triplets, batches_[b]);
  for (const Batch& batch : batches_) {
    core::expects(batch.entries.size() <= UINT32_MAX, "at most 2^31 answers of 512 anchors");
    answers_ += std::ssize(batch.entries) / 2;
  }
  answers_ = team.sum(answers_);
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

void SparseAdds3::add_products(const float* x, double unit, std::int64_t* sums) const {
  constexpr std::int64_t kFew = 100000;  // threads that wait for each other would take longer
  const std::size_t most = std::max(static_cast<std::size_t>(columns()), kTogether * std::size_t{kAnchors});
  const int threads = answers_ > kFew ? omp_get_max_threads() : 1;
  const auto parts = rows_of<float>(most * static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    float* const part = parts.get() + kWidth * most * static_cast<std::size_t>(omp_get_thread_num());
    const auto begin_part = [&](Object rows) { std::fill_n(part, kWidth * static_cast<std::size_t>(rows), 0.0F); };
    const auto end_part = [&](Object first, Object rows) {
      add_in_units(part, kWidth * static_cast<std::size_t>(rows), unit, row_in(sums, first));
    };
#pragma omp for schedule(dynamic)
    for (std::size_t some = 0; some < batches_.size(); some += kTogether) {
      const std::size_t end = std::min(some + kTogether, batches_.size());
      const Object first = batches_[some].begin, rows = batches_[end - 1].begin + batches_[end - 1].anchors - first;
      begin_part(rows);
      for (int block = 0; block < blocks(); ++block)
        for (std::size_t b = some; b < end; ++b)
          add_rows(batches_[b].part(block), batches_[b].anchors, row_in(x, block * columns()),
                   row_in(part, batches_[b].begin - first));
      end_part(first, rows);
    }
#pragma omp for schedule(dynamic)
    for (int block = 0; block < blocks(); ++block) {
      const Object first = block * columns(), rows = std::min(columns(), n_ - first);
      for (std::size_t some = 0; some < batches_.size(); some += of_section_) {
        begin_part(rows);
        for (std::size_t b = some; b < std::min(some + of_section_, batches_.size()); ++b)
          add_to_columns(batches_[b].part(block), batches_[b].anchors, row_in(x, batches_[b].begin), part);
        end_part(first, rows);
      }
    }
  }
}

template <typename Fill, typename Take>
void SparseAdds3::product(Fill&& fill, Take&& take) const {
  const auto n = static_cast<std::size_t>(n_);
  const auto x = rows_of<float>(n);
  const auto sums = rows_of<std::int64_t>(n);
  float largest = 0.0F;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (Object i = 0; i < n_; ++i) {
    float* const row = row_in(x.get(), i);
    fill(i, row);
    for (std::size_t c = 0; c < kWidth; ++c) largest = std::max(largest, std::abs(row[c]));
    std::fill_n(row_in(sums.get(), i), kWidth, 0);
  }
  const double unit = unit_of(largest, answers_);
  add_products(x.get(), unit, sums.get());
  team_->sum(std::span(sums.get(), kWidth * n));
#pragma omp parallel for schedule(static)
  for (Object i = 0; i < n_; ++i) {
    double row[kWidth];
    for (std::size_t c = 0; c < kWidth; ++c) row[c] = static_cast<double>(row_in(sums.get(), i)[c]) * unit;
    take(i, row);
  }
}

void SparseAdds3::multiply(const double* x, double* y, int width) const {
  core::expects(width % kSparseWidth == 0, "rows of whole vectors");
  const auto wide = static_cast<std::size_t>(width);
  for (std::size_t first = 0; first < wide; first += kWidth) {
    const auto at = [&](Object i) { return static_cast<std::size_t>(i) * wide + first; };
    product([&](Object i, float* row) { std::copy_n(x + at(i), kWidth, row); },
            [&](Object i, const double* row) { std::copy_n(row, kWidth, y + at(i)); });
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
        [&](Object i, const double* row) {
          std::copy_n(row, some, sums.data() + clusters * static_cast<std::size_t>(i) + first);
        });
  }
  return sums;
}

}  // namespace tertium::kernels
