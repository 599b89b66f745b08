#include "partition/mixture/gaussian_component.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.hpp"
#include "embedding/dense/symmetric_eigen.hpp"

namespace tertium::partition {
namespace {

using boost::math::digamma;
using boost::math::lgamma;
using core::Coordinates;

std::size_t at(int row, int column, int dimensions) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(dimensions) + static_cast<std::size_t>(column);
}

/// Adds weight (x - centre)(x - centre)^T.
void add_square(std::vector<double>& b, std::span<const double> x, std::span<const double> centre, double weight) {
  const int d = static_cast<int>(x.size());
  for (int r = 0; r < d; ++r)
    for (int c = 0; c < d; ++c)
      b[at(r, c, d)] += weight * (x[static_cast<std::size_t>(r)] - centre[static_cast<std::size_t>(r)]) *
                        (x[static_cast<std::size_t>(c)] - centre[static_cast<std::size_t>(c)]);
}

std::span<const double> point_of(const Coordinates& points, core::Object i) {
  const auto d = static_cast<std::size_t>(points.dimensions);
  return std::span(points.values).subspan(static_cast<std::size_t>(i) * d, d);
}

/// Of the points, with weights that may be all 1 (an empty span).
std::vector<double> mean_of(const Coordinates& points, std::span<const double> weights) {
  std::vector<double> mean(static_cast<std::size_t>(points.dimensions), 0.0);
  double total = 0.0;
  for (core::Object i = 0; i < points.objects; ++i) {
    const double weight = weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)];
    total += weight;
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += weight * point_of(points, i)[c];
  }
  for (double& value : mean) value = total > 0.0 ? value / total : 0.0;
  return mean;
}

void factorize(NormalWishart& component) {
  const int d = component.dimensions();
  component.lower.assign(component.b.size(), 0.0);
  component.log_det = 0.0;
  for (int r = 0; r < d; ++r)
    for (int c = 0; c <= r; ++c) {
      double value = component.b[at(r, c, d)];
      for (int k = 0; k < c; ++k) value -= component.lower[at(r, k, d)] * component.lower[at(c, k, d)];
      if (r != c) {
        component.lower[at(r, c, d)] = value / component.lower[at(c, c, d)];
        continue;
      }
      if (!(value > 0.0)) core::fail("the points of the mixture lie in fewer than {} dimensions, lower d", d);
      component.lower[at(r, r, d)] = std::sqrt(value);
      component.log_det += std::log(value);
    }
}

/// x^T B^-1 x.
double inverse_square(const NormalWishart& component, std::vector<double> x) {
  const int d = component.dimensions();
  double sum = 0.0;
  for (int r = 0; r < d; ++r) {
    double& value = x[static_cast<std::size_t>(r)];
    for (int k = 0; k < r; ++k) value -= component.lower[at(r, k, d)] * x[static_cast<std::size_t>(k)];
    value /= component.lower[at(r, r, d)];
    sum += value * value;
  }
  return sum;
}

std::vector<double> difference(std::span<const double> x, std::span<const double> y) {
  std::vector<double> result(x.begin(), x.end());
  for (std::size_t c = 0; c < result.size(); ++c) result[c] -= y[c];
  return result;
}

/// Sum over i = 1..D of psi((eta + 1 - i) / 2).
double digammas(double eta, int dimensions) {
  double sum = 0.0;
  for (int i = 1; i <= dimensions; ++i) sum += digamma((eta + 1.0 - i) / 2.0);
  return sum;
}

/// What follows from the four numbers of a component.
void complete(NormalWishart& component) {
  const int d = component.dimensions();
  factorize(component);
  component.log_scale =
      0.5 * (digammas(component.eta, d) - component.log_det - d * std::log(std::numbers::pi) - d / component.xi);
}

/// log of the multivariate gamma function of eta / 2, without its power of pi.
double log_gammas(double eta, int dimensions) {
  double sum = 0.0;
  for (int i = 1; i <= dimensions; ++i) sum += lgamma((eta + 1.0 - i) / 2.0);
  return sum;
}

/// tr(A B^-1), by the columns of A's own factor.
double trace_of_quotient(const NormalWishart& a, const NormalWishart& b) {
  const int d = a.dimensions();
  double trace = 0.0;
  for (int c = 0; c < d; ++c) {
    std::vector<double> column(static_cast<std::size_t>(d), 0.0);
    for (int r = c; r < d; ++r) column[static_cast<std::size_t>(r)] = a.lower[at(r, c, d)];
    trace += inverse_square(b, column);
  }
  return trace;
}

}  // namespace

NormalWishart wide_prior(const Coordinates& points) {
  constexpr double kXi = 0.01;
  const int d = points.dimensions;
  NormalWishart prior;
  prior.xi = kXi;
  prior.eta = d + 1.0;
  prior.m = mean_of(points, {});
  std::vector<double> covariance(static_cast<std::size_t>(d * d), 0.0);
  for (core::Object i = 0; i < points.objects; ++i)
    add_square(covariance, point_of(points, i), prior.m, 1.0 / points.objects);
  embedding::Matrix matrix(d, d);
  for (int r = 0; r < d; ++r)
    for (int c = 0; c < d; ++c) matrix(r, c) = covariance[at(r, c, d)];
  const double largest = d == 0 ? 0.0 : embedding::symmetric_eigen(matrix).values.front();
  prior.b.assign(covariance.size(), 0.0);
  // Points that are all one: any width will do.
  for (int r = 0; r < d; ++r) prior.b[at(r, r, d)] = prior.eta * kXi * (largest > 0.0 ? largest : 1.0);
  complete(prior);
  return prior;
}

NormalWishart posterior(const NormalWishart& prior, const Coordinates& points, std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const std::vector<double> mean = mean_of(points, weights);
  NormalWishart component = prior;
  component.eta += total;
  component.xi += total;
  for (std::size_t c = 0; c < mean.size(); ++c)
    component.m[c] = (prior.xi * prior.m[c] + total * mean[c]) / component.xi;
  for (core::Object i = 0; i < points.objects; ++i)
    if (const double weight = weights[static_cast<std::size_t>(i)]; weight > 0.0)
      add_square(component.b, point_of(points, i), mean, weight);
  add_square(component.b, mean, prior.m, total * prior.xi / component.xi);
  complete(component);
  return component;
}

double expected_log_density(const NormalWishart& component, std::span<const double> point) {
  return component.log_scale - 0.5 * component.eta * inverse_square(component, difference(point, component.m));
}

double divergence(const NormalWishart& component, const NormalWishart& prior) {
  const int d = prior.dimensions();
  const double ratio = prior.xi / component.xi;
  const double of_mean = 0.5 * d * (ratio - std::log(ratio) - 1.0) +
                         0.5 * prior.xi * component.eta * inverse_square(component, difference(component.m, prior.m));
  const double of_precision = 0.5 * (component.eta - prior.eta) * digammas(component.eta, d) - 0.5 * component.eta * d +
                              0.5 * component.eta * trace_of_quotient(prior, component) +
                              0.5 * prior.eta * (component.log_det - prior.log_det) - log_gammas(component.eta, d) +
                              log_gammas(prior.eta, d);
  return of_mean + of_precision;
}

}  // namespace tertium::partition
