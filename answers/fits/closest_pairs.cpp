#include "answers/fits/closest_pairs.hpp"

#include <algorithm>
#include <cstddef>

#include "core/random/random.hpp"
#include "metrics/measures/product_distances.hpp"

namespace tertium::answers {

std::vector<ObjectTriple> triples_of(const std::vector<core::Object>& objects, std::uint64_t seed) {
  const std::size_t n = objects.size();
  std::vector<ObjectTriple> triples;
  if (0.5 / 3.0 * static_cast<double>(n) * static_cast<double>(n - 1) * static_cast<double>(n - 2) <=
      static_cast<double>(kMostTriples)) {
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b)
        for (std::size_t c = b + 1; c < n; ++c) triples.push_back({objects[a], objects[b], objects[c]});
    return triples;
  }
  core::Stream draws({.master_seed = seed}, core::Purpose::kSampledTriples);
  while (std::ssize(triples) < kMostTriples) {
    const auto any = [&] { return objects[draws.below(n)]; };
    const ObjectTriple t{any(), any(), any()};
    if (t[0] != t[1] && t[0] != t[2] && t[1] != t[2]) triples.push_back(t);
  }
  return triples;
}

std::vector<std::uint8_t> closest_pairs(const core::Product& product, std::span<const ObjectTriple> triples) {
  const metrics::ProductDistances apart(product);
  std::vector<std::uint8_t> closest;
  closest.reserve(triples.size());
  for (const ObjectTriple& t : triples) {
    const std::array<double, 3> d{apart(t[0], t[1]), apart(t[0], t[2]), apart(t[1], t[2])};
    const double least = std::min({d[0], d[1], d[2]});
    closest.push_back(
        static_cast<std::uint8_t>((d[0] == least ? 1 : 0) | (d[1] == least ? 2 : 0) | (d[2] == least ? 4 : 0)));
  }
  return closest;
}

std::int64_t differing(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other) {
  std::int64_t differ = 0;
  for (std::size_t k = 0; k < one.size(); ++k) differ += one[k] != other[k] ? 1 : 0;
  return differ;
}

}  // namespace tertium::answers
