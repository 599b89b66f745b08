#include "core/datasets/feature_similarities.hpp"

#include <algorithm>

#include "core/comparisons/ranks.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::core {
namespace {

double squared_distance(const Coordinates& points, Object i, Object j) {
  double sum = 0.0;
  for (int c = 0; c < points.dimensions; ++c) {
    const double difference = points(i, c) - points(j, c);
    sum += difference * difference;
  }
  return sum;
}

/// The squared diagonal of the box around all points; 1 if they are one point.
double squared_diagonal(const Coordinates& points) {
  double sum = 0.0;
  for (int c = 0; c < points.dimensions && points.objects > 0; ++c) {
    double low = points(0, c), high = low;
    for (Object i = 1; i < points.objects; ++i) {
      low = std::min(low, points(i, c));
      high = std::max(high, points(i, c));
    }
    sum += (high - low) * (high - low);
  }
  return sum > 0.0 ? sum : 1.0;
}

Similarities gaussian_similarities(const Coordinates& points) {
  const double scale = 1.0 / squared_diagonal(points);
  Similarities w(points.objects);
  for (Object i = 0; i < points.objects; ++i)
    for (Object j = i + 1; j < points.objects; ++j) w(i, j) = portable_exp(-scale * squared_distance(points, i, j));
  return w;
}

}  // namespace

FeatureTable min_max_scaled(const FeatureTable& features) {
  FeatureTable scaled = features;
  const std::size_t width = features.columns.size();
  for (std::size_t column = 0; column < width; ++column) {
    double low = features.objects() > 0 ? features(0, column) : 0.0;
    double high = low;
    for (Object i = 1; i < features.objects(); ++i) {
      low = std::min(low, features(i, column));
      high = std::max(high, features(i, column));
    }
    for (std::size_t k = column; k < scaled.values.size(); k += width)
      scaled.values[k] = high > low ? 2.0 * (scaled.values[k] - low) / (high - low) - 1.0 : 0.0;
  }
  return scaled;
}

Coordinates points_of(const FeatureTable& features, Scaling scaling) {
  const FeatureTable table = scaling == Scaling::kMinMax ? min_max_scaled(features) : features;
  return {table.objects(), static_cast<int>(table.columns.size()), table.values};
}

Similarities feature_similarities(const Coordinates& points, FeatureSimilarity similarity) {
  Similarities w =
      similarity == FeatureSimilarity::kCosine ? cosine_similarities(points) : gaussian_similarities(points);
  merge_near_ties(w, kSimilarityTolerance);
  return w;
}

}  // namespace tertium::core
