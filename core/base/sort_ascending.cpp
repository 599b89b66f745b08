#include "core/base/sort_ascending.hpp"

#include <hwy/contrib/sort/vqsort.h>
#include <hwy/detect_targets.h>
#include <hwy/targets.h>

#include <algorithm>

namespace tertium::core {
namespace {

/// Highway's sort ends the program where it was compiled for none of the processor's instruction sets.
template <class Key>
void sort(std::span<Key> keys) {
  if ((hwy::SupportedTargets() & (HWY_AVX2 | HWY_NEON)) == 0) return std::sort(keys.begin(), keys.end());
  const hwy::Sorter sorter;
  sorter(keys.data(), keys.size(), hwy::SortAscending());
}

}  // namespace

void sort_ascending(std::span<std::uint64_t> keys) {
  sort(keys);
}

void sort_ascending(std::span<hwy::uint128_t> keys) {
  sort(keys);
}

}  // namespace tertium::core
