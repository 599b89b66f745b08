// One vector instruction adds a row of eight numbers for an answer. Every lane is a number of its own, so the order of
// its sum does not depend on the width of a vector.
#include "kernels/additive/sparse_products.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/additive/sparse_products.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kSparseWidth>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t kLanes = hn::MaxLanes(Lanes());
constexpr std::size_t kParts = kSparseWidth / kLanes;

/// Where the row of an entry begins.
HWY_INLINE std::size_t row_of(std::uint16_t entry) {
  return static_cast<std::size_t>(entry >> 1U) * kSparseWidth;
}

void add_rows(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* HWY_RESTRICT x,
              float* HWY_RESTRICT y) {
  constexpr std::size_t kSums = 4;  // entries take turns: one sum alone would wait for itself
  alignas(64) constexpr float kSigns[2] = {1.0F, -1.0F};
  const Lanes d;
  std::uint32_t entry = part.begin;
  for (core::Object a = 0; a < anchors; ++a, y += kSparseWidth) {
    const std::uint32_t end = part.ends[a];
    Vector sums[kSums][kParts];
    for (auto& sum : sums)
      for (auto& of_part : sum) of_part = hn::Zero(d);
    const auto add = [&](std::uint16_t value, std::size_t turn) HWY_ATTR {
      const auto sign = hn::Set(d, kSigns[value & 1U]);
      const float* const row = x + row_of(value);
      for (std::size_t q = 0; q < kParts; ++q)
        sums[turn][q] = hn::MulAdd(hn::Load(d, row + q * kLanes), sign, sums[turn][q]);
    };
    for (; entry + kSums <= end; entry += kSums)
      for (std::size_t turn = 0; turn < kSums; ++turn) add(part.entries[entry + turn], turn);
    for (; entry < end; ++entry) add(part.entries[entry], 0);
    for (std::size_t q = 0; q < kParts; ++q) {
      const auto sum = hn::Add(hn::Add(sums[0][q], sums[1][q]), hn::Add(sums[2][q], sums[3][q]));
      hn::Store(hn::Add(hn::Load(d, y + q * kLanes), sum), d, y + q * kLanes);
    }
  }
}

void add_to_columns(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* HWY_RESTRICT x,
                    float* HWY_RESTRICT y) {
  const Lanes d;
  std::uint32_t entry = part.begin;
  for (core::Object a = 0; a < anchors; ++a, x += kSparseWidth) {
    alignas(64) float own[2 * kSparseWidth];  // and its negative
    for (std::size_t q = 0; q < kParts; ++q) {
      const auto row = hn::Load(d, x + q * kLanes);
      hn::Store(row, d, own + q * kLanes);
      hn::Store(hn::Neg(row), d, own + kSparseWidth + q * kLanes);
    }
    for (const std::uint32_t end = part.ends[a]; entry < end; ++entry) {
      const std::uint16_t value = part.entries[entry];
      float* const row = y + row_of(value);
      const float* const added = own + (value & 1U) * kSparseWidth;
      for (std::size_t q = 0; q < kParts; ++q)
        hn::Store(hn::Add(hn::Load(d, row + q * kLanes), hn::Load(d, added + q * kLanes)), d, row + q * kLanes);
    }
  }
}

void add_in_units(const float* HWY_RESTRICT part, std::size_t count, double unit, std::int64_t* HWY_RESTRICT sums) {
  const hn::CappedTag<double, kSparseWidth> d;
  const hn::Rebind<float, decltype(d)> floats;
  const hn::RebindToSigned<decltype(d)> units;
  const auto per_number = hn::Set(d, 1.0 / unit);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto value = hn::Mul(hn::PromoteTo(d, hn::Load(floats, part + i)), per_number);
    hn::Store(hn::Add(hn::Load(units, sums + i), hn::ConvertTo(units, value)), units, sums + i);
  }
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_rows);
HWY_EXPORT(add_to_columns);
HWY_EXPORT(add_in_units);

void add_rows(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(add_rows)(part, anchors, x, y);
}

void add_to_columns(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(add_to_columns)(part, anchors, x, y);
}

void add_in_units(const float* part, std::size_t count, double unit, std::int64_t* sums) {
  HWY_DYNAMIC_DISPATCH(add_in_units)(part, count, unit, sums);
}

}  // namespace tertium::kernels
#endif
