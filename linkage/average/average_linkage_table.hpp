#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/base/machine.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::linkage {

/// Sums of similarities between clusters: row x of the upper triangle holds those with the clusters y > x.
///
/// Rows lie one after the other. A column is read and written one cache line per row, so the table asks the system for
/// large pages: with small ones nearly every such access would also miss the address cache.
template <typename T>
class TriangleOfSums {
 public:
  TriangleOfSums(const core::PairTable<T>& similarity, const core::Partition& leaves) : n_(leaves.clusters()) {
    allocate();
    if (n_ == similarity.objects()) {
      if (n_ > 1) std::memcpy(sums_.get(), similarity.values().data(), similarity.values().size_bytes());
      return;
    }
    if (n_ > 1) std::memset(static_cast<void*>(sums_.get()), 0, bytes());
    core::PairIndex pair = 0;
    for (core::Object i = 0; i < leaves.objects(); ++i)
      for (core::Object j = i + 1; j < leaves.objects(); ++j, ++pair)
        if (const auto [x, y] = std::minmax({leaves[i], leaves[j]}); x != y) row(x)[y] += similarity[pair];
  }

  int size() const { return n_; }
  /// Indexed by cluster y, x < y < size().
  T* row(int x) { return sums_.get() + (offset(x) - x - 1); }
  const T* row(int x) const { return sums_.get() + (offset(x) - x - 1); }

  /// Leaves only the given clusters, ascending; the k-th of them becomes cluster k.
  void keep(std::span<const int> clusters) {
    T* to = sums_.get();
    for (std::size_t x = 0; x < clusters.size(); ++x) {
      const T* from = row(clusters[x]);
      for (std::size_t y = x + 1; y < clusters.size(); ++y) *to++ = from[clusters[y]];
    }
    n_ = static_cast<int>(clusters.size());
  }

 private:
  struct Free {
    void operator()(T* pointer) const { std::free(pointer); }
  };
  static constexpr std::size_t kLargePage = std::size_t{1} << 21;

  std::int64_t offset(std::int64_t x) const { return x * (2 * std::int64_t{n_} - x - 1) / 2; }
  std::size_t bytes() const { return static_cast<std::size_t>(offset(n_)) * sizeof(T); }

  void allocate() {
    const std::size_t rounded = (bytes() + kLargePage - 1) / kLargePage * kLargePage;
    if (rounded == 0) return;
    const bool large = bytes() >= kLargePage;
    void* memory = large ? std::aligned_alloc(kLargePage, rounded) : std::malloc(bytes());
    if (memory == nullptr) throw std::bad_alloc();
    if (large) core::ask_for_large_pages(memory, rounded);
    sums_.reset(static_cast<T*>(memory));
  }

  int n_;
  std::unique_ptr<T, Free> sums_;
};

}  // namespace tertium::linkage
