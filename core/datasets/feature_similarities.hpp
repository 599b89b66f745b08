#pragma once

#include "core/clusterings/coordinates.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/datasets/datasets.hpp"

namespace tertium::core {

/// Similarities of features closer than this are taken as equal: they differ by rounding only, and rounding must make
/// no comparisons.
inline constexpr double kSimilarityTolerance = 1e-12;

/// Every feature mapped linearly to [-1, 1]; a constant one to 0.
FeatureTable min_max_scaled(const FeatureTable& features);

/// The objects as points whose coordinates are the features after scaling.
Coordinates points_of(const FeatureTable& features, Scaling scaling);

/// Of every pair of points, near ties merged: the cosine, 0 with a zero vector; or exp(-d^2/D^2) with their distance d
/// and the box's diagonal D, the width of a Gaussian being of no consequence to comparisons.
Similarities feature_similarities(const Coordinates& points, FeatureSimilarity similarity);

}  // namespace tertium::core
