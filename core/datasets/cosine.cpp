#include "core/datasets/cosine.hpp"

#include <algorithm>

#include "core/clusterings/coordinates.hpp"
#include "core/comparisons/ranks.hpp"

namespace tertium::core {

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

Similarities cosine_similarities(const FeatureTable& features, Scaling scaling) {
  if (scaling == Scaling::kMinMax) return cosine_similarities(min_max_scaled(features), Scaling::kRaw);
  Similarities w =
      cosine_similarities(Coordinates{features.objects(), static_cast<int>(features.columns.size()), features.values});
  merge_near_ties(w, kCosineTolerance);
  return w;
}

}  // namespace tertium::core
