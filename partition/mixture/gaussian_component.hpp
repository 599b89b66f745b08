#pragma once

#include <span>
#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::partition {

/// What is known of the mean and the precision of a Gaussian: a normal-Wishart distribution. The precision has
/// expectation eta B^-1, the mean m, with xi times that precision.
struct NormalWishart {
  double eta = 0.0, xi = 0.0;
  std::vector<double> m;  ///< D
  std::vector<double> b;  ///< D x D by rows

  std::vector<double> lower;  ///< Cholesky factor of b
  double log_det = 0.0;       ///< of b
  double log_scale = 0.0;     ///< expected log density at the mean

  int dimensions() const { return static_cast<int>(m.size()); }
};

/// The prior of the variational Dirichlet-process mixture of Kurihara, Welling and Vlassis (2007): as wide as the data.
NormalWishart wide_prior(const core::Coordinates& points);

/// The prior and the points, point i with weight weights[i].
NormalWishart posterior(const NormalWishart& prior, const core::Coordinates& points, std::span<const double> weights);

/// Expected log density of a point.
double expected_log_density(const NormalWishart& component, std::span<const double> point);

/// Kullback-Leibler divergence KL(component || prior).
double divergence(const NormalWishart& component, const NormalWishart& prior);

}  // namespace tertium::partition
