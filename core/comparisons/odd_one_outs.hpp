#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// The answer "of a, b and odd, the last is the odd one out": a and b are more alike than either is to it (the outlier
/// triplets of Ukkonen 2017).
struct OddOneOut {
  Object a = 0, b = 0, odd = 0;
  auto operator<=>(const OddOneOut&) const = default;
};

/// Number of sets of three objects, N(N-1)(N-2)/6.
constexpr std::int64_t triple_count(Object n) {
  return triplet_count(n) / 3;
}

/// Odd-one-outs in their order, repetitions and contradictions included.
class OddOneOutList {
 public:
  OddOneOutList() = default;
  /// Throws UserError for an object outside 0..n-1 and for an answer whose three objects are not different.
  OddOneOutList(Object n, std::vector<OddOneOut> answers);

  Object objects() const { return n_; }
  std::int64_t count() const { return static_cast<std::int64_t>(answers_.size()); }
  std::span<const OddOneOut> answers() const { return answers_; }

 private:
  Object n_ = 0;
  std::vector<OddOneOut> answers_;
};

/// What an odd-one-out says about its other two objects: a is more like b than like odd, and b more like a.
std::vector<Triplet> as_triplets(std::span<const OddOneOut> answers);

/// The triplet "anchor is more like near than like far" taken for "far is the odd one of the three", as OCC17 does with
/// answers about food: it says less, for nobody asked how near and far compare with the pair of anchor and far.
/// If all come as the two triplets of odd-one-outs, they are these. Sorted, a < b: the order of triplets means nothing.
/// `counts` says how often each was given; empty: once each.
std::vector<OddOneOut> as_odd_one_outs(std::span<const Triplet> triplets, std::span<const std::int32_t> counts = {});

}  // namespace tertium::core
