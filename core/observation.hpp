#pragma once

#include <array>
#include <span>

#include "core/ars.hpp"
#include "core/bits.hpp"
#include "core/random.hpp"
#include "core/ranks.hpp"

namespace tertium::core {

/// A random subset of all {a, b}, a < b, that is computed where it is needed and never stored.
///
/// Element {a, b} is in the set if the 32-bit uniform number u(a, b) is below round(2^32 p). Bit t of u (most
/// significant first) for the 128 columns b of block c is the ARS-5 word of counter (a, c, t) under the stream's key.
/// So a row is made hundreds of elements at a time, only as many bit-planes are drawn as are needed to decide, and the
/// sets of one stream are nested along p.
class BernoulliPlane {
 public:
  /// 0 <= p <= 1.
  BernoulliPlane(const CellKey& cell, Purpose purpose, double p);

  /// Membership of {a, b} for the columns b = 64 first_word, ..., as many as `words` holds; meaningful for b > a only.
  void row_words(Rank a, std::int64_t first_word, std::span<Word> words) const;

 private:
  ArsKey key_;
  ArsSteps steps_;
  std::uint64_t threshold_;  // round(2^32 p), 0..2^32
};

}  // namespace tertium::core
