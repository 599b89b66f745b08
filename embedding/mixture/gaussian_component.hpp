#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "core/clusterings/coordinates.hpp"

namespace tertium::embedding {

/// Places that a mixture is about: known, or each known by a Gaussian of its own.
struct UncertainPlaces {
  Eigen::MatrixXd means{};        ///< D x N, a place a column
  Eigen::MatrixXd covariances{};  ///< D^2 x N, a D x D matrix a column; without columns: the places are known

  Eigen::Index dimensions() const { return means.rows(); }
  Eigen::Index count() const { return means.cols(); }
  bool are_known() const { return covariances.cols() == 0; }
};

UncertainPlaces known_places(const core::Coordinates& coordinates);

/// What is known of the mean and the precision of a Gaussian: a normal-Wishart distribution. The precision has
/// expectation eta B^-1, the mean m, with xi times that precision.
struct NormalWishart {
  double eta = 0.0, xi = 0.0;
  Eigen::VectorXd m{};  ///< D
  Eigen::MatrixXd b{};  ///< D x D

  Eigen::LLT<Eigen::MatrixXd> factor{};  ///< of b
  double log_det = 0.0;                  ///< of b
  double log_scale = 0.0;                ///< expected log density at the mean
};

/// The prior of the variational Dirichlet-process mixture of Kurihara, Welling and Vlassis (2007) for places that are
/// `variance` wide around the centre.
NormalWishart prior_around(const Eigen::VectorXd& centre, double variance);
/// As wide as the places along the axis on which they are widest.
NormalWishart wide_prior(const UncertainPlaces& places);

/// The prior and the places, place i with weight weights[i]. Throws UserError where they leave no width in some
/// dimension.
NormalWishart posterior(const NormalWishart& prior, const UncertainPlaces& places, const Eigen::VectorXd& weights);

/// Expected log density of every place.
Eigen::VectorXd expected_log_densities(const NormalWishart& component, const UncertainPlaces& places);

/// Kullback-Leibler divergence KL(component || prior).
double divergence(const NormalWishart& component, const NormalWishart& prior);

}  // namespace tertium::embedding
