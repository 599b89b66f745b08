#include "embedding/mixture/mixture_fit.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "embedding/mixture/gamma.hpp"

namespace tertium::embedding {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kConcentration = 1.0;
constexpr int kMostUpdates = 1000;
constexpr double kEmpty = 1e-3;  // places of a component that is dropped

double mass(const VectorXd& column) {
  return column.sum();
}

/// KL(Beta(taken, left) || Beta(1, concentration)).
double stick_divergence(double taken, double left) {
  return log_gamma(taken + left) - log_gamma(taken) - log_gamma(left) - log_gamma(1.0 + kConcentration) +
         log_gamma(kConcentration) + (taken - 1.0) * digamma(taken) + (left - kConcentration) * digamma(left) -
         (taken - 1.0 + left - kConcentration) * digamma(taken + left);
}

}  // namespace

std::size_t likeliest(const MixtureColumns& columns, Index i) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < columns.size(); ++c)
    if (columns[c](i) > columns[best](i)) best = c;
  return best;
}

MixtureFit MixtureFit::of_one(const UncertainPlaces& places, const NormalWishart& prior) {
  return {places, prior, {VectorXd::Ones(places.count()), VectorXd::Zero(places.count())}};
}

void MixtureFit::update() {
  make_components();
  MatrixXd shares(places_->count(), std::ssize(columns_));
  for (std::size_t c = 0; c < columns_.size(); ++c)
    shares.col(static_cast<Index>(c)) = log_weights_[c] + expected_log_densities(components_[c], *places_).array();
  const VectorXd largest = shares.rowwise().maxCoeff();
  shares = (shares.colwise() - largest).array().exp();
  const VectorXd sums = shares.rowwise().sum();
  for (std::size_t c = 0; c < columns_.size(); ++c)
    columns_[c] = shares.col(static_cast<Index>(c)).array() / sums.array();
  free_energy_ -= (largest.array() + sums.array().log()).sum();
}

void MixtureFit::converge() {
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMostUpdates; ++k) {
    tidy();
    update();
    if (std::abs(before - free_energy_) <= kImprovement * std::abs(free_energy_)) return;
    before = free_energy_;
  }
}

void MixtureFit::improve() {
  MixtureFit tidied = *this;
  tidied.tidy();
  tidied.update();
  update();
  if (tidied.free_energy_ < free_energy_) *this = std::move(tidied);
  if (std::optional<MixtureFit> tried = best_split(); tried && tried->free_energy_ < free_energy_)
    *this = std::move(*tried);
}

/// The largest first; a place may come from any of the further ones.
void MixtureFit::tidy() {
  VectorXd further = std::move(columns_.back());
  columns_.pop_back();
  if (mass(further) >= 1.0) {
    columns_.push_back(further);
    further.setZero();
  }
  std::erase_if(columns_, [](const VectorXd& column) { return mass(column) < kEmpty; });
  std::ranges::stable_sort(columns_, std::ranges::greater{}, mass);
  columns_.push_back(std::move(further));
}

/// The components and the expected logarithms of their weights, which are pieces broken off a stick one by one.
void MixtureFit::make_components() {
  components_.clear();
  log_weights_.clear();
  free_energy_ = 0.0;
  double behind = std::accumulate(columns_.begin(), columns_.end(), 0.0,
                                  [](double sum, const VectorXd& column) { return sum + mass(column); });
  double rest = 0.0;  // expected logarithm of what is left of the stick
  for (std::size_t c = 0; c + 1 < columns_.size(); ++c) {
    behind -= mass(columns_[c]);
    const double taken = 1.0 + mass(columns_[c]), left = kConcentration + std::max(0.0, behind);
    components_.push_back(posterior(*prior_, *places_, columns_[c]));
    log_weights_.push_back(rest + digamma(taken) - digamma(taken + left));
    rest += digamma(left) - digamma(taken + left);
    free_energy_ += divergence(components_.back(), *prior_) + stick_divergence(taken, left);
  }
  components_.push_back(*prior_);
  const double all = digamma(1.0 + kConcentration);
  log_weights_.push_back(rest + digamma(1.0) - all - std::log(1.0 - std::exp(digamma(kConcentration) - all)));
}

}  // namespace tertium::embedding
