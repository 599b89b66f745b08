#pragma once

#include "core/comparisons/pairs.hpp"
#include "core/datasets/datasets.hpp"

namespace tertium::core {

/// Cosines closer than this are taken as equal: they differ by rounding only, and rounding must make no comparisons.
inline constexpr double kCosineTolerance = 1e-12;

/// Every feature mapped linearly to [-1, 1]; a constant one to 0.
FeatureTable min_max_scaled(const FeatureTable& features);

/// Cosine of every pair of feature vectors, near ties merged. The cosine with a zero vector is 0.
Similarities cosine_similarities(const FeatureTable& features, Scaling scaling);

}  // namespace tertium::core
