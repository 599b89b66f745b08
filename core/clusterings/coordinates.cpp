#include "core/clusterings/coordinates.hpp"

#include <algorithm>
#include <cmath>

namespace tertium::core {
namespace {

double product_of(const Coordinates& coordinates, Object i, Object j) {
  double sum = 0.0;
  for (int c = 0; c < coordinates.dimensions; ++c) sum += coordinates(i, c) * coordinates(j, c);
  return sum;
}

double distance_of(const Coordinates& coordinates, Object i, Object j) {
  double squares = 0.0;
  for (int c = 0; c < coordinates.dimensions; ++c) {
    const double apart = coordinates(i, c) - coordinates(j, c);
    squares += apart * apart;
  }
  return std::sqrt(squares);
}

}  // namespace

Similarities cosine_similarities(const Coordinates& coordinates) {
  const Object n = coordinates.objects;
  std::vector<double> length(static_cast<std::size_t>(n));
  for (Object i = 0; i < n; ++i) length[static_cast<std::size_t>(i)] = std::sqrt(product_of(coordinates, i, i));
  Similarities w(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) {
      const double lengths = length[static_cast<std::size_t>(i)] * length[static_cast<std::size_t>(j)];
      w(i, j) = lengths > 0.0 ? product_of(coordinates, i, j) / lengths : 0.0;
    }
  return w;
}

Similarities near_similarities(const Coordinates& coordinates) {
  Similarities w(coordinates.objects);
  const bool by_product = coordinates.likeness == Likeness::kProduct;
  for (Object i = 0; i < coordinates.objects; ++i)
    for (Object j = i + 1; j < coordinates.objects; ++j)
      w(i, j) = by_product ? product_of(coordinates, i, j) : -distance_of(coordinates, i, j);
  return w;
}

Coordinates relabelled(const Coordinates& places, std::span<const Object> new_id) {
  Coordinates result = places;
  const auto d = static_cast<std::size_t>(places.dimensions);
  for (Object i = 0; i < places.objects; ++i)
    std::copy_n(places.values.begin() + static_cast<std::ptrdiff_t>(i * d), d,
                result.values.begin() + static_cast<std::ptrdiff_t>(new_id[i] * d));
  return result;
}

}  // namespace tertium::core
