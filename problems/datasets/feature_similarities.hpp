#pragma once

#include "core/clusterings/coordinates.hpp"
#include "core/comparisons/pairs.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

/// Similarities of features closer than this are taken as equal: they differ by rounding only, and rounding must make
/// no comparisons.
inline constexpr double kSimilarityTolerance = 1e-12;

/// Every feature mapped linearly to [-1, 1]; a constant one to 0.
FeatureTable min_max_scaled(const FeatureTable& features);

/// The objects as places whose coordinates are the features after scaling.
core::Coordinates places_of(const FeatureTable& features, Scaling scaling);

/// Of every pair of places, near ties merged: the cosine, 0 with a zero vector; or exp(-d^2/D^2) with their distance d
/// and the box's diagonal D, the width of a Gaussian being of no consequence to comparisons.
core::Similarities feature_similarities(const core::Coordinates& places, FeatureSimilarity similarity);

}  // namespace tertium::problems
