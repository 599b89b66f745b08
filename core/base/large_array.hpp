#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cstddef>
#include <new>

#include "core/base/machine.hpp"

namespace tertium::core {

template <typename T>
using LargeArray = hwy::AlignedFreeUniquePtr<T[]>;

/// Room for so many numbers, of no value yet, that begins at a line of the caches. It is asked for in large pages: what
/// is read in no order is found faster, and making small pages takes as long as filling them.
template <typename T>
LargeArray<T> large_array(std::size_t count) {
  auto values = hwy::AllocateAligned<T>(std::max<std::size_t>(1, count));
  if (values == nullptr) throw std::bad_alloc();
  ask_for_large_pages(values.get(), count * sizeof(T));
  return values;
}

/// Room for so many values in a vector or a string, in large pages where it is large.
template <typename Container>
void reserve_large(Container& container, std::size_t count) {
  container.reserve(count);
  ask_for_large_pages(container.data(), container.capacity() * sizeof(typename Container::value_type));
}

}  // namespace tertium::core
