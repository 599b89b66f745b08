#include "core/random/numbered_draws.hpp"

#include <algorithm>
#include <bit>

#include "core/base/error.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random/numbered_draws.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "core/random/ars_lanes.hpp"

// Once, before the copies for the instruction sets: what all of them fall back on.
#ifndef TERTIUM_CORE_NUMBERED_DRAWS_PLAIN
#define TERTIUM_CORE_NUMBERED_DRAWS_PLAIN
namespace tertium::core {

/// Draw c, which was refused at attempt 0.
inline std::uint32_t further_attempts(const ArsKey& key, std::uint64_t low, std::uint64_t high, std::uint64_t c,
                                      std::uint32_t bound) {
  const std::uint32_t refused_below = (0U - bound) % bound;
  for (std::uint64_t attempt = 1;; ++attempt) {
    const auto block = ars(key, low, high + c / 4 + (attempt << 56));
    const std::uint64_t product = (block[c % 4 / 2] >> (32 * (c % 2)) & 0xffffffffU) * bound;
    if (static_cast<std::uint32_t>(product) >= refused_below) return static_cast<std::uint32_t>(product >> 32);
  }
}

}  // namespace tertium::core
#endif

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

/// `bound` 0: the bare bits.
void draw(const ArsKey& key, std::uint64_t low, std::uint64_t high, std::uint64_t first, std::uint32_t bound,
          std::uint32_t* out, std::size_t size) {
  const std::uint32_t refused_below = bound == 0 ? 0 : (0U - bound) % bound;
  std::array<std::uint64_t, 2> block{};
  for (std::size_t k = 0; k < size; ++k) {
    if (k % 4 == 0) block = ars(key, low, high + (first + k) / 4);
    const auto bits = static_cast<std::uint32_t>(block[k % 4 / 2] >> (32 * (k % 2)));
    const std::uint64_t product = std::uint64_t{bits} * bound;
    out[k] = bound == 0 ? bits : static_cast<std::uint32_t>(product >> 32);
    if (static_cast<std::uint32_t>(product) < refused_below)
      out[k] = further_attempts(key, low, high, first + k, bound);
  }
}

/// Ones in whole blocks.
std::int64_t count_ones(const ArsKey& key, std::uint64_t low, std::uint64_t high, std::int64_t blocks) {
  std::int64_t count = 0;
  for (std::int64_t k = 0; k < blocks; ++k) {
    const auto block = ars(key, low, high + static_cast<std::uint64_t>(k));
    count += std::popcount(block[0]) + std::popcount(block[1]);
  }
  return count;
}

#else

using Tag = ArsLanes::Tag;

void draw(const ArsKey& key, std::uint64_t low, std::uint64_t high, std::uint64_t first, std::uint32_t bound,
          std::uint32_t* out, std::size_t size) {
  const hn::Repartition<std::uint32_t, Tag> d32;
  using V = hn::Vec<Tag>;
  const ArsLanes blocks(key);
  const std::size_t lanes = hn::Lanes(d32);
  const auto factor = hn::Set(d32, bound);
  const auto refused_below = hn::Set(d32, bound == 0 ? 0 : (0U - bound) % bound);
  const V step = blocks.pair(0, lanes / 4);
  V counter = hn::Add(blocks.pair(low, high + first / 4), blocks.numbers_high());
  HWY_ALIGN std::uint32_t buffer[16];
  for (std::size_t k = 0; k < size; k += lanes, counter = hn::Add(counter, step)) {
    const V bits = blocks(counter);
    auto values = hn::BitCast(d32, bits);
    bool refused = false;
    if (bound != 0) {
      const V even = hn::MulEven(values, factor);
      const V odd = hn::MulEven(hn::BitCast(d32, hn::ShiftRight<32>(bits)), factor);
      values = hn::OddEven(hn::BitCast(d32, odd), hn::BitCast(d32, hn::ShiftRight<32>(even)));
      const auto lower = hn::OddEven(hn::BitCast(d32, hn::ShiftLeft<32>(odd)), hn::BitCast(d32, even));
      refused = !hn::AllFalse(d32, hn::Lt(lower, refused_below));
      if (refused) hn::Store(lower, d32, buffer);
    }
    std::uint32_t lowers[16];
    if (refused) std::copy_n(buffer, lanes, lowers);
    const std::size_t here = std::min(lanes, size - k);
    if (here == lanes) {
      hn::StoreU(values, d32, out + k);
    } else {
      hn::Store(values, d32, buffer);
      std::copy_n(buffer, here, out + k);
    }
    if (!refused) continue;
    for (std::size_t lane = 0; lane < here; ++lane)
      if (lowers[lane] < (0U - bound) % bound)
        out[k + lane] = further_attempts(key, low, high, first + k + lane, bound);
  }
}

std::int64_t count_ones(const ArsKey& key, std::uint64_t low, std::uint64_t high, std::int64_t blocks_wanted) {
  const Tag d;
  using V = hn::Vec<Tag>;
  const ArsLanes blocks(key);
  const auto per_vector = static_cast<std::int64_t>(hn::Lanes(d) / 2);
  const V step = blocks.pair(0, static_cast<std::uint64_t>(per_vector));
  V counter = hn::Add(blocks.pair(low, high), blocks.numbers_high());
  V counts = hn::Zero(d);
  HWY_ALIGN std::uint64_t lanes[8] = {};
  std::int64_t k = 0;
  for (; k + per_vector <= blocks_wanted; k += per_vector, counter = hn::Add(counter, step))
    counts = hn::Add(counts, hn::PopulationCount(blocks(counter)));
  hn::Store(counts, d, lanes);
  std::int64_t count = 0;
  for (std::int64_t lane = 0; lane < 2 * per_vector; ++lane) count += static_cast<std::int64_t>(lanes[lane]);
  hn::Store(blocks(counter), d, lanes);
  for (std::int64_t lane = 0; lane < 2 * (blocks_wanted - k); ++lane) count += std::popcount(lanes[lane]);
  return count;
}

#endif

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::core {

HWY_EXPORT(draw);
HWY_EXPORT(count_ones);

namespace {

constexpr std::uint64_t kOnes = std::uint64_t{1} << 63;

std::uint64_t low_half(const DrawLine& line) {
  return line.a | static_cast<std::uint64_t>(line.b) << 32;
}

/// Of the ones, those among the first `bits` bits of a block.
int ones_of_part(const std::array<std::uint64_t, 2>& block, std::int64_t bits) {
  const auto first = [](std::uint64_t word, std::int64_t size) {
    return size >= 64 ? word : word & ((std::uint64_t{1} << size) - 1);
  };
  return std::popcount(first(block[0], bits)) + (bits > 64 ? std::popcount(first(block[1], bits - 64)) : 0);
}

}  // namespace

NumberedDraws::NumberedDraws(const CellKey& cell, Purpose purpose) {
  const auto name = threefry(stream_key(cell, purpose), {});
  key_ = ars_key(name[0], name[1]);
}

void NumberedDraws::below(const DrawLine& line, std::uint64_t first, std::uint32_t bound,
                          std::span<std::uint32_t> draws) const {
  expects(bound >= 1 && first % 4 == 0 && line.side < 128, "draws below n need n >= 1 and begin with a block");
  HWY_DYNAMIC_DISPATCH(draw)
  (key_, low_half(line), static_cast<std::uint64_t>(line.side) << 48, first, bound, draws.data(), draws.size());
}

void NumberedDraws::bits(const DrawLine& line, std::uint64_t first, std::span<std::uint32_t> draws) const {
  expects(first % 4 == 0 && line.side < 128, "draws begin with a block");
  HWY_DYNAMIC_DISPATCH(draw)
  (key_, low_half(line), static_cast<std::uint64_t>(line.side) << 48, first, 0, draws.data(), draws.size());
}

std::int64_t NumberedDraws::ones(const DrawLine& line, std::uint32_t digit, std::int64_t n) const {
  expects(n >= 0 && digit < 1U << 15, "a number of bits is not negative");
  const std::uint64_t high = kOnes + (static_cast<std::uint64_t>(digit) << 48);
  const std::int64_t whole = n / 128;
  std::int64_t count = 0;
  if (whole > 0) count = HWY_DYNAMIC_DISPATCH(count_ones)(key_, low_half(line), high, whole);
  if (n % 128 != 0) {
    std::array<std::uint32_t, 4> block{};
    HWY_DYNAMIC_DISPATCH(draw)
    (key_, low_half(line), high, 4 * static_cast<std::uint64_t>(whole), 0, block.data(), block.size());
    count +=
        ones_of_part({block[0] | std::uint64_t{block[1]} << 32, block[2] | std::uint64_t{block[3]} << 32}, n % 128);
  }
  return count;
}

}  // namespace tertium::core
#endif
