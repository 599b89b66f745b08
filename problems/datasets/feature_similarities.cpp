#include "problems/datasets/feature_similarities.hpp"

#include <algorithm>

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

/// The squared diagonal of the box around all places; 1 if they are one place.
double squared_diagonal(const core::Coordinates& places) {
  double sum = 0.0;
  for (int c = 0; c < places.dimensions && places.objects > 0; ++c) {
    double low = places(0, c), high = low;
    for (core::Object i = 1; i < places.objects; ++i) {
      low = std::min(low, places(i, c));
      high = std::max(high, places(i, c));
    }
    sum += (high - low) * (high - low);
  }
  return sum > 0.0 ? sum : 1.0;
}

core::Similarities gaussian_similarities(const core::Coordinates& places) {
  const double scale = 1.0 / squared_diagonal(places);
  core::Similarities w(places.objects);
  for (core::Object i = 0; i < places.objects; ++i)
    for (core::Object j = i + 1; j < places.objects; ++j)
      w(i, j) = core::portable_exp(-scale * squared_distance(places, i, j));
  return w;
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
  core::Similarities w =
      similarity == FeatureSimilarity::kCosine ? core::cosine_similarities(places) : gaussian_similarities(places);
  core::merge_near_ties(w, kSimilarityTolerance);
  return w;
}

}  // namespace tertium::problems
