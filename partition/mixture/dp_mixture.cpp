#include "partition/mixture/dp_mixture.hpp"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "embedding/dense/symmetric_eigen.hpp"
#include "partition/mixture/gaussian_component.hpp"

namespace tertium::partition {
namespace {

using boost::math::digamma;
using boost::math::lgamma;
using core::Coordinates;
using core::Object;

constexpr double kConcentration = 1.0;
constexpr double kImprovement = 1e-5;  // relative, of the free energy, below which nothing has changed
constexpr int kCandidates = 10;        // components that are tried to split
constexpr int kTrialUpdates = 10;      // of the two parts of a split
constexpr int kMostUpdates = 1000;
constexpr int kLookAhead = 4;    // splits that may cost free energy in between
constexpr double kFewest = 2.0;  // points of a component that can be split
constexpr double kEmpty = 1e-3;  // points of a component that is dropped

/// Who made which point: a column of N probabilities for each component. The last stands for all further components,
/// which are as the prior has them.
using Columns = std::vector<std::vector<double>>;

double mass(const std::vector<double>& column) {
  return std::accumulate(column.begin(), column.end(), 0.0);
}

/// Points given to components by `columns`, and the components that this makes.
class Fit {
 public:
  Fit(const Coordinates& points, const NormalWishart& prior, Columns columns)
      : points_(points), prior_(prior), columns_(std::move(columns)) {}

  const Columns& columns() const { return columns_; }
  double free_energy() const { return free_energy_; }
  const NormalWishart& component(std::size_t c) const { return components_[c]; }

  /// Components from points, then points from components.
  void update() {
    make_components();
    std::vector<double> logs(columns_.size());
    for (Object i = 0; i < points_.objects; ++i) {
      for (std::size_t c = 0; c < columns_.size(); ++c)
        logs[c] = log_weights_[c] + expected_log_density(components_[c], point(i));
      const double largest = std::ranges::max(logs);
      double sum = 0.0;
      for (double& value : logs) sum += value = std::exp(value - largest);
      for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c][static_cast<std::size_t>(i)] = logs[c] / sum;
      free_energy_ -= largest + std::log(sum);
    }
  }

  /// Updates until the free energy stays; in between components that have lost their points go, and the further ones
  /// give one of their own once they have a point.
  void converge() {
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kMostUpdates; ++k) {
      tidy();
      update();
      if (std::abs(before - free_energy_) <= kImprovement * std::abs(free_energy_)) return;
      before = free_energy_;
    }
  }

 private:
  std::span<const double> point(Object i) const {
    const auto d = static_cast<std::size_t>(points_.dimensions);
    return std::span(points_.values).subspan(static_cast<std::size_t>(i) * d, d);
  }

  /// The largest first; a point may come from any of the further ones.
  void tidy() {
    std::vector<double> further = std::move(columns_.back());
    columns_.pop_back();
    if (mass(further) >= 1.0) {
      columns_.push_back(further);
      std::ranges::fill(further, 0.0);
    }
    std::erase_if(columns_, [](const auto& column) { return mass(column) < kEmpty; });
    std::ranges::stable_sort(columns_, std::ranges::greater{}, mass);
    columns_.push_back(std::move(further));
  }

  /// The components and the expected logarithms of their weights, which are pieces broken off a stick one by one.
  void make_components() {
    components_.clear();
    log_weights_.clear();
    free_energy_ = 0.0;
    double behind = std::accumulate(columns_.begin(), columns_.end(), 0.0,
                                    [](double sum, const auto& column) { return sum + mass(column); });
    double rest = 0.0;  // expected logarithm of what is left of the stick
    for (std::size_t c = 0; c + 1 < columns_.size(); ++c) {
      behind -= mass(columns_[c]);
      const double taken = 1.0 + mass(columns_[c]), left = kConcentration + std::max(0.0, behind);
      components_.push_back(posterior(prior_, points_, columns_[c]));
      log_weights_.push_back(rest + digamma(taken) - digamma(taken + left));
      rest += digamma(left) - digamma(taken + left);
      free_energy_ += divergence(components_.back(), prior_) + stick_divergence(taken, left);
    }
    components_.push_back(prior_);
    const double all = digamma(1.0 + kConcentration);
    log_weights_.push_back(rest + digamma(1.0) - all - std::log(1.0 - std::exp(digamma(kConcentration) - all)));
  }

  /// KL(Beta(taken, left) || Beta(1, concentration)).
  static double stick_divergence(double taken, double left) {
    return lgamma(taken + left) - lgamma(taken) - lgamma(left) - lgamma(1.0 + kConcentration) + lgamma(kConcentration) +
           (taken - 1.0) * digamma(taken) + (left - kConcentration) * digamma(left) -
           (taken - 1.0 + left - kConcentration) * digamma(taken + left);
  }

  const Coordinates& points_;
  const NormalWishart& prior_;
  Columns columns_;
  std::vector<NormalWishart> components_;
  std::vector<double> log_weights_;
  double free_energy_ = 0.0;
};

std::size_t likeliest(const Columns& columns, std::size_t i) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < columns.size(); ++c)
    if (columns[c][i] > columns[best][i]) best = c;
  return best;
}

/// The principal axis of the component's scatter.
std::vector<double> longest_axis(const NormalWishart& component) {
  const int d = component.dimensions();
  embedding::Matrix scatter(d, d);
  for (int r = 0; r < d; ++r)
    for (int c = 0; c < d; ++c) scatter(r, c) = component.b[static_cast<std::size_t>(r * d + c)];
  const embedding::Matrix vectors = embedding::symmetric_eigen(scatter).vectors;
  std::vector<double> axis;
  for (int r = 0; r < d; ++r) axis.push_back(vectors(r, 0));
  return axis;
}

/// The points of a component cut across its longest axis and updated by themselves; in the whole fit, where the other
/// points' shares stay with the first part. Nothing if all points lie on one side.
std::optional<Fit> split(const Coordinates& points, const NormalWishart& prior, const Fit& fit, std::size_t c) {
  const std::vector<double> axis = longest_axis(fit.component(c));
  const auto d = static_cast<std::size_t>(points.dimensions);
  std::vector<std::size_t> own;
  Coordinates part{0, points.dimensions, {}};
  Columns sides(3);
  for (std::size_t i = 0; i < fit.columns()[c].size(); ++i) {
    if (likeliest(fit.columns(), i) != c) continue;
    own.push_back(i);
    double along = 0.0;
    for (std::size_t k = 0; k < d; ++k) {
      part.values.push_back(points.values[i * d + k]);
      along += axis[k] * (points.values[i * d + k] - fit.component(c).m[k]);
    }
    sides[0].push_back(along > 0.0 ? 1.0 : 0.0);
    sides[1].push_back(along > 0.0 ? 0.0 : 1.0);
    sides[2].push_back(0.0);
  }
  part.objects = static_cast<Object>(own.size());
  if (mass(sides[0]) == 0.0 || mass(sides[1]) == 0.0) return std::nullopt;
  Fit parts(part, prior, std::move(sides));
  for (int k = 0; k < kTrialUpdates; ++k) parts.update();
  Columns columns = fit.columns();
  columns.insert(columns.end() - 1, std::vector<double>(columns[c].size(), 0.0));
  const std::size_t second = columns.size() - 2, further = columns.size() - 1;
  for (std::size_t k = 0; k < own.size(); ++k) {
    const double share = columns[c][own[k]];
    columns[c][own[k]] = share * parts.columns()[0][k];
    columns[second][own[k]] = share * parts.columns()[1][k];
    columns[further][own[k]] += share * parts.columns()[2][k];
  }
  Fit whole(points, prior, std::move(columns));
  whole.update();
  return whole;
}

std::optional<Fit> best_split(const Coordinates& points, const NormalWishart& prior, const Fit& fit) {
  std::optional<Fit> best;
  const std::size_t known = std::min<std::size_t>(kCandidates, fit.columns().size() - 1);
  for (std::size_t c = 0; c < known; ++c) {
    if (mass(fit.columns()[c]) <= kFewest) continue;
    std::optional<Fit> tried = split(points, prior, fit, c);
    if (tried && (!best || tried->free_energy() < best->free_energy())) best.emplace(std::move(*tried));
  }
  return best;
}

/// A fit of more components and lower free energy; null if a few splits find none. One split of many clouds around a
/// centre may not pay although several do, so a few are looked ahead.
std::unique_ptr<Fit> better_fit(const Coordinates& points, const NormalWishart& prior, const Fit& fit) {
  const double enough = fit.free_energy() - kImprovement * std::abs(fit.free_energy());
  std::unique_ptr<Fit> ahead;
  for (int k = 0; k < kLookAhead; ++k) {
    std::optional<Fit> tried = best_split(points, prior, ahead ? *ahead : fit);
    if (!tried) return nullptr;
    tried->converge();
    ahead = std::make_unique<Fit>(std::move(*tried));
    if (ahead->free_energy() < enough) return ahead;
  }
  return nullptr;
}

}  // namespace

DpMixture dp_mixture(const Coordinates& points) {
  if (!std::ranges::all_of(points.values, [](double value) { return std::isfinite(value); }))
    core::fail("a point of the mixture is not finite, look at the coordinates of the step before");
  const auto n = static_cast<std::size_t>(points.objects);
  if (n == 0) return {};
  const NormalWishart prior = wide_prior(points);
  auto fit = std::make_unique<Fit>(points, prior, Columns{std::vector<double>(n, 1.0), std::vector<double>(n, 0.0)});
  fit->converge();
  while (std::unique_ptr<Fit> better = better_fit(points, prior, *fit)) fit = std::move(better);
  std::vector<core::Label> labels;
  for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<core::Label>(likeliest(fit->columns(), i)));
  return {core::Partition(labels), fit->free_energy()};
}

}  // namespace tertium::partition
