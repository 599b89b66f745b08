#pragma once

#include <hwy/base.h>

#include <cstdint>
#include <span>

namespace tertium::core {

/// Sorts numbers in vectors of the processor, several times as fast as std::sort. 128 bits hold a key and what belongs
/// to it.
void sort_ascending(std::span<std::uint64_t> keys);
void sort_ascending(std::span<hwy::uint128_t> keys);

}  // namespace tertium::core
