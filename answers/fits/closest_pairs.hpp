#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/methods/product.hpp"

namespace tertium::answers {

using ObjectTriple = std::array<core::Object, 3>;

inline constexpr std::int64_t kMostTriples = 200'000;

/// All triples of the objects, or kMostTriples that are drawn by the seed.
std::vector<ObjectTriple> triples_of(const std::vector<core::Object>& objects, std::uint64_t seed);

/// Of every triple the pairs that are closest in a product, as bits: one, or several that are as close.
std::vector<std::uint8_t> closest_pairs(const core::Product& product, std::span<const ObjectTriple> triples);

/// Of how many triples they differ.
std::int64_t differing(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other);

}  // namespace tertium::answers
