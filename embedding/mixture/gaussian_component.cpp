#include "embedding/mixture/gaussian_component.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "embedding/mixture/gamma.hpp"

namespace tertium::embedding {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Sum over i = 1..D of psi((eta + 1 - i) / 2).
double digammas(double eta, Index dimensions) {
  double sum = 0.0;
  for (Index i = 1; i <= dimensions; ++i) sum += digamma((eta + 1.0 - static_cast<double>(i)) / 2.0);
  return sum;
}

/// log of the multivariate gamma function of eta / 2, without its power of pi.
double log_gammas(double eta, Index dimensions) {
  double sum = 0.0;
  for (Index i = 1; i <= dimensions; ++i) sum += log_gamma((eta + 1.0 - static_cast<double>(i)) / 2.0);
  return sum;
}

/// What follows from the four numbers of a component.
void complete(NormalWishart& component) {
  const Index d = component.m.size();
  component.factor.compute(component.b);
  component.log_det = 2.0 * component.factor.matrixLLT().diagonal().array().log().sum();
  if (component.factor.info() != Eigen::Success || !std::isfinite(component.log_det))
    core::fail("the coordinates for the mixture span fewer than {} dimensions, lower d", d);
  component.log_scale = 0.5 * (digammas(component.eta, d) - component.log_det -
                               static_cast<double>(d) * (std::log(std::numbers::pi) + 1.0 / component.xi));
}

/// x^T B^-1 x.
double inverse_square(const NormalWishart& component, const VectorXd& x) {
  return component.factor.matrixL().solve(x).squaredNorm();
}

}  // namespace

UncertainPlaces known_places(const core::Coordinates& coordinates) {
  return {Eigen::Map<const MatrixXd>(coordinates.values.data(), coordinates.dimensions, coordinates.objects), {}};
}

NormalWishart prior_around(const VectorXd& centre, double variance) {
  const Index d = centre.size();
  NormalWishart prior;
  prior.xi = 0.01;
  prior.eta = static_cast<double>(d) + 1.0;
  prior.m = centre;
  prior.b = prior.eta * prior.xi * variance * MatrixXd::Identity(d, d);
  complete(prior);
  return prior;
}

NormalWishart wide_prior(const UncertainPlaces& places) {
  const VectorXd centre = places.means.rowwise().mean();
  const MatrixXd centred = places.means.colwise() - centre;
  const MatrixXd covariance = centred * centred.transpose() / static_cast<double>(places.count());
  const double largest =
      places.dimensions() == 0
          ? 0.0
          : Eigen::SelfAdjointEigenSolver<MatrixXd>(covariance, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
  return prior_around(centre, largest > 0.0 ? largest : 1.0);  // places that are all one: any width will do
}

NormalWishart posterior(const NormalWishart& prior, const UncertainPlaces& places, const VectorXd& weights) {
  const double total = weights.sum();
  NormalWishart component = prior;
  component.eta += total;
  component.xi += total;
  if (total > 0.0) {
    const VectorXd mean = places.means * weights / total, shift = mean - prior.m;
    const MatrixXd centred = places.means.colwise() - mean;
    component.m = (prior.xi * prior.m + total * mean) / component.xi;
    component.b += centred * weights.asDiagonal() * centred.transpose();
    component.b += total * prior.xi / component.xi * shift * shift.transpose();
    if (!places.are_known()) {
      const VectorXd spread = places.covariances * weights;
      component.b += spread.reshaped(places.dimensions(), places.dimensions());
    }
  }
  complete(component);
  return component;
}

VectorXd expected_log_densities(const NormalWishart& component, const UncertainPlaces& places) {
  const Index d = places.dimensions();
  const MatrixXd scaled = component.factor.matrixL().solve(places.means.colwise() - component.m);
  VectorXd squares = scaled.colwise().squaredNorm();
  if (!places.are_known()) {
    const MatrixXd inverse = component.factor.solve(MatrixXd::Identity(d, d));
    squares += places.covariances.transpose() * inverse.reshaped();
  }
  return component.log_scale - 0.5 * component.eta * squares.array();
}

double divergence(const NormalWishart& component, const NormalWishart& prior) {
  const auto d = static_cast<double>(prior.m.size());
  const double ratio = prior.xi / component.xi;
  const double of_mean = 0.5 * d * (ratio - std::log(ratio) - 1.0) +
                         0.5 * prior.xi * component.eta * inverse_square(component, component.m - prior.m);
  const double of_precision = 0.5 * (component.eta - prior.eta) * digammas(component.eta, prior.m.size()) -
                              0.5 * component.eta * d + 0.5 * component.eta * component.factor.solve(prior.b).trace() +
                              0.5 * prior.eta * (component.log_det - prior.log_det) -
                              log_gammas(component.eta, prior.m.size()) + log_gammas(prior.eta, prior.m.size());
  return of_mean + of_precision;
}

}  // namespace tertium::embedding
