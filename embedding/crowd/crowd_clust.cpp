#include "embedding/crowd/crowd_clust.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/comparisons/answered_pairs.hpp"
#include "embedding/crowd/worker.hpp"
#include "embedding/mixture/mixture_fit.hpp"

namespace tertium::embedding {
namespace {

using core::Object;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// sum += factor values, of columns that are next to each other in memory.
void add(VectorXd& sum, double factor, const MatrixXd& columns, Index column) {
  const Index n = sum.size();
  const double* const values = columns.data() + column * n;
  double* const to = sum.data();
  for (Index k = 0; k < n; ++k) to[k] += factor * values[k];
}

double inner(const MatrixXd& a, Index i, const MatrixXd& b, Index j) {
  return a.col(i).dot(b.col(j));
}

/// lambda of log g(y) >= log g(x) + (y - x) / 2 + lambda(x) (y^2 - x^2), g the logistic function.
double curvature(double x) {
  return x < 1e-4 ? -0.125 : -std::tanh(0.5 * x) / (4.0 * x);
}

UncertainPlaces first_places(Index d, Index n, core::Stream& stream) {
  return {MatrixXd::NullaryExpr(d, n, [&] { return stream.normal(); }), MatrixXd::Zero(d * d, n)};
}

class Inference {
 public:
  Inference(const core::OddOneOutList& list, Index d, core::Stream& stream)
      : answers_(list),
        worker_(d),
        prior_(prior_around(VectorXd::Zero(d), 1.0)),
        places_(first_places(d, list.objects(), stream)),
        moments_(d * d, list.objects()),
        slopes_(answers_.pairs().size()),
        mixture_(MixtureFit::of_one(places_, prior_)) {
    for (Index i = 0; i < places_.count(); ++i) set_moment(i);
    turn();
    bound_labels();
    mixture_.update();
  }
  Inference(const Inference&) = delete;  // the mixture looks at the places where they are
  Inference& operator=(const Inference&) = delete;
  ~Inference() = default;

  /// The lower bound after every factor was updated once.
  double iterate() {
    update_places();
    update_worker();
    const double of_labels = bound_labels();
    mixture_.improve();
    return of_labels + entropy_ - mixture_.free_energy() - worker_.divergence();
  }

  std::size_t components() const { return mixture_.columns().size() - 1; }
  core::Coordinates places() const {
    const std::span values(places_.means.data(), static_cast<std::size_t>(places_.means.size()));
    return {answers_.objects(), static_cast<int>(places_.dimensions()), {values.begin(), values.end()}};
  }

 private:
  void set_moment(Index i) {
    const auto mean = places_.means.col(i);
    moments_.col(i) = places_.covariances.col(i) + (mean * mean.transpose()).eval().reshaped();
  }

  /// What places look like through W.
  void turn() {
    images_ = worker_.image() * moments_;
    turned_ = worker_.mean() * places_.means;
  }

  /// How strongly the labels of a pair pull on its score x^T W y.
  double pull(std::size_t pair) const {
    return 0.5 * answers_.pairs()[pair].sum + 2.0 * slopes_[pair] * worker_.bias();
  }

  /// Object after object, each knowing where the ones before have gone.
  void update_places() {
    const Index d = places_.dimensions();
    const auto& components = mixture_.components();
    MatrixXd precisions(d * d, std::ssize(components)), pulls(d, std::ssize(components));
    for (std::size_t c = 0; c < components.size(); ++c) {
      const MatrixXd precision = components[c].eta * components[c].factor.solve(MatrixXd::Identity(d, d));
      precisions.col(static_cast<Index>(c)) = precision.reshaped();
      pulls.col(static_cast<Index>(c)) = precision * components[c].m;
    }
    entropy_ = 0.0;
    VectorXd shares(std::ssize(components));
    for (Index i = 0; i < places_.count(); ++i) {
      for (std::size_t c = 0; c < components.size(); ++c) shares(static_cast<Index>(c)) = mixture_.columns()[c](i);
      VectorXd precision = precisions * shares, linear = pulls * shares;
      for (const auto& [other, pair] : answers_.of(static_cast<Object>(i))) {
        add(precision, -2.0 * slopes_[pair], images_, other);
        add(linear, pull(pair), turned_, other);
      }
      set_place(i, precision.reshaped(d, d), linear);
    }
  }

  void set_place(Index i, const MatrixXd& precision, const VectorXd& linear) {
    const Index d = linear.size();
    const Eigen::LLT<MatrixXd> factor(precision);
    places_.covariances.col(i) = factor.solve(MatrixXd::Identity(d, d)).reshaped();
    places_.means.col(i) = factor.solve(linear);
    set_moment(i);
    images_.col(i).noalias() = worker_.image() * moments_.col(i);
    turned_.col(i).noalias() = worker_.mean() * places_.means.col(i);
    entropy_ += 0.5 * static_cast<double>(d) * std::log(2.0 * std::numbers::pi * std::numbers::e) -
                factor.matrixLLT().diagonal().array().log().sum();
  }

  void update_worker() {
    const Index d = places_.dimensions();
    MatrixXd squares = MatrixXd::Zero(d * d, d * d), linear = MatrixXd::Zero(d, d);
    for (Index i = 0; i < places_.count(); ++i) {
      VectorXd moment = VectorXd::Zero(d * d), mean = VectorXd::Zero(d);
      for (const auto& [other, pair] : answers_.of(static_cast<Object>(i))) {
        if (other < i) continue;
        add(moment, slopes_[pair], moments_, other);
        add(mean, pull(pair), places_.means, other);
      }
      squares.noalias() += moments_.col(i) * moment.transpose();
      linear.noalias() += places_.means.col(i) * mean.transpose();
    }
    worker_.learn_matrix(squares, linear);
    turn();
    update_bias();
  }

  void update_bias() {
    double squares = 0.0, linear = 0.0;
    for (std::size_t p = 0; p < slopes_.size(); ++p) {
      const core::AnsweredPair& pair = answers_.pairs()[p];
      squares += slopes_[p];
      linear += 0.5 * pair.sum + 2.0 * slopes_[p] * inner(places_.means, pair.i, turned_, pair.j);
    }
    worker_.learn_bias(squares, linear);
  }

  /// Bounds the labels' logistic functions as closely as can be; the expected bound of their log likelihood.
  double bound_labels() {
    double bound = 0.0;
    for (std::size_t p = 0; p < slopes_.size(); ++p) {
      const core::AnsweredPair& pair = answers_.pairs()[p];
      const double score = inner(places_.means, pair.i, turned_, pair.j);
      const double square =
          inner(moments_, pair.i, images_, pair.j) + 2.0 * worker_.bias() * score + worker_.squared_bias();
      const double x = std::sqrt(std::max(0.0, square));
      slopes_[p] = pair.count * curvature(x);
      bound += 0.5 * pair.sum * (score + worker_.bias()) - pair.count * (0.5 * x + std::log1p(std::exp(-x)));
    }
    return bound;
  }

  core::AnsweredPairs answers_;
  Worker worker_;
  NormalWishart prior_;
  UncertainPlaces places_;
  MatrixXd moments_;              ///< D^2 x N: E[x x^T]
  MatrixXd images_{}, turned_{};  ///< D^2 x N: E[W x x^T W]; D x N: E[W x]
  std::vector<double> slopes_;    ///< of every pair: labels times curvature
  MixtureFit mixture_;
  double entropy_ = 0.0;  ///< of the places
};

}  // namespace

CrowdClust crowd_clust(const core::OddOneOutList& answers, int dimensions, int iterations, core::Stream& stream) {
  core::expects(dimensions >= 1 && dimensions <= kMostCrowdDimensions, "1 to 16 dimensions");
  constexpr double kRise = 1e-6;
  CrowdClust result;
  if (answers.objects() == 0) return {{0, dimensions, {}}, {}, 0};
  Inference inference(answers, dimensions, stream);
  for (int k = 0; k < iterations; ++k) {
    result.bounds.push_back(inference.iterate());
    if (k > 0 && result.bounds.back() - result.bounds.rbegin()[1] <= kRise * std::abs(result.bounds.back())) break;
  }
  result.places = inference.places();
  result.components = inference.components();
  return result;
}

}  // namespace tertium::embedding
