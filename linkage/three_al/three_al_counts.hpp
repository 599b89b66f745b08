#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/comparisons/triplets.hpp"
#include "core/methods/products.hpp"

namespace tertium::linkage {

/// Sums of triplet comparisons over two groups of objects, for every third object at once.
class TripletCounts {
 public:
  virtual ~TripletCounts() = default;

  /// counts[k] = sum over i in anchors and l in others of t(i;k,l), for the objects k not in anchors; what is written
  /// for an anchor, or beyond the last object, means nothing. `anchors` and `others` share no object; `counts` has
  /// stride() entries.
  virtual void count(std::span<const core::Object> anchors, std::span<const core::Object> others,
                     std::span<std::int32_t> counts) const = 0;

  /// Number of objects, filled up to a multiple of 64.
  std::int64_t stride() const { return stride_; }

 protected:
  explicit TripletCounts(core::Object n) : stride_(core::words_for(n) * core::kWordBits) {}

 private:
  std::int64_t stride_;
};

/// From the anchors' rankings: one comparison of 16-bit numbers per triplet, many at a time; nothing is stored.
std::unique_ptr<TripletCounts> counts_of_rankings(const core::AnchorRanking& ranking);

/// From any triplets, kept as two bits each, N^3/4 bytes in all.
std::unique_ptr<TripletCounts> counts_of_bits(const core::Triplets& triplets);
double bytes_of_bits(double n);

/// Those that are kept, shared by the methods of a problem.
inline const core::ProductKey<std::unique_ptr<TripletCounts>> kTripletTables{"table of triplets"};

}  // namespace tertium::linkage
