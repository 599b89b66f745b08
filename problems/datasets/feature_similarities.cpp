#include "problems/datasets/feature_similarities.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/comparisons/ranks.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::problems {
namespace {

double squared_distance(const core::Coordinates& places, core::Object i, core::Object j) {
  double sum = 0.0;
  for (int c = 0; c < places.dimensions; ++c) {
    const double difference = places(i, c) - places(j, c);
    sum += difference * difference;
  }
  return sum;
}

struct Side {
  double low = 0.0, high = 0.0;
};

/// Of the box around all places.
Side side_of_box(const core::Coordinates& places, int dimension) {
  Side side{places(0, dimension), places(0, dimension)};
  for (core::Object i = 1; i < places.objects; ++i) {
    side.low = std::min(side.low, places(i, dimension));
    side.high = std::max(side.high, places(i, dimension));
  }
  return side;
}

double longest_side(const core::Coordinates& places) {
  double longest = 0.0;
  for (int c = 0; c < places.dimensions && places.objects > 0; ++c) {
    const auto [low, high] = side_of_box(places, c);
    longest = std::max(longest, high - low);
  }
  return longest;
}

/// The squared diagonal of the box around all places; 1 if they are one place.
double squared_diagonal(const core::Coordinates& places) {
  double sum = 0.0;
  for (int c = 0; c < places.dimensions && places.objects > 0; ++c) {
    const auto [low, high] = side_of_box(places, c);
    sum += (high - low) * (high - low);
  }
  return sum > 0.0 ? sum : 1.0;
}

/// Numbers whose squares would be zero or infinite, the largest of which is given, times a power of two.
void make_squarable(std::span<double> values, double largest) {
  constexpr double kSmall = 1e-100, kLarge = 1e100;
  if (largest == 0.0 || (largest >= kSmall && largest <= kLarge)) return;
  const int power = -std::ilogb(largest);
  for (double& value : values) value = std::scalbn(value, power);
}

/// The Gaussian does not see how large the box is.
core::Similarities gaussian_similarities(core::Coordinates places) {
  make_squarable(places.values, longest_side(places));
  const double scale = 1.0 / squared_diagonal(places);
  core::Similarities w(places.objects);
  for (core::Object i = 0; i < places.objects; ++i)
    for (core::Object j = i + 1; j < places.objects; ++j)
      w(i, j) = core::portable_exp(-scale * squared_distance(places, i, j));
  return w;
}

/// The cosine does not see how long a row is.
core::Similarities cosines_of(core::Coordinates places) {
  const auto width = static_cast<std::size_t>(places.dimensions);
  for (std::size_t begin = 0; begin < places.values.size(); begin += width) {
    const std::span row = std::span(places.values).subspan(begin, width);
    double largest = 0.0;
    for (const double value : row) largest = std::max(largest, std::fabs(value));
    make_squarable(row, largest);
  }
  return core::cosine_similarities(places);
}

}  // namespace

FeatureTable min_max_scaled(const FeatureTable& features) {
  FeatureTable scaled = features;
  const std::size_t width = features.columns.size();
  for (std::size_t column = 0; column < width; ++column) {
    double low = features.objects() > 0 ? features(0, column) : 0.0;
    double high = low;
    for (core::Object i = 1; i < features.objects(); ++i) {
      low = std::min(low, features(i, column));
      high = std::max(high, features(i, column));
    }
    for (std::size_t k = column; k < scaled.values.size(); k += width)
      scaled.values[k] = high > low ? 2.0 * (scaled.values[k] - low) / (high - low) - 1.0 : 0.0;
  }
  return scaled;
}

core::Coordinates places_of(const FeatureTable& features, Scaling scaling) {
  const FeatureTable table = scaling == Scaling::kMinMax ? min_max_scaled(features) : features;
  return {table.objects(), static_cast<int>(table.columns.size()), table.values};
}

core::Similarities feature_similarities(const core::Coordinates& places, FeatureSimilarity similarity) {
  core::Similarities w = similarity == FeatureSimilarity::kCosine ? cosines_of(places) : gaussian_similarities(places);
  core::merge_near_ties(w, kSimilarityTolerance);
  return w;
}

}  // namespace tertium::problems
