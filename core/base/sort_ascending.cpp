#include "core/base/sort_ascending.hpp"

#include <hwy/contrib/sort/vqsort.h>
#include <hwy/detect_targets.h>
#include <hwy/targets.h>

#include <algorithm>

namespace tertium::core {
namespace {

/// Highway's sort ends the program where it was compiled for none of the processor's instruction sets. To ask for these
/// takes a virtual machine longer than to sort a few keys.
template <class Key>
void sort(std::span<Key> keys) {
  constexpr std::size_t kFew = 512;
  if (keys.size() <= kFew || (hwy::SupportedTargets() & (HWY_AVX2 | HWY_NEON)) == 0)
    return std::sort(keys.begin(), keys.end());
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
