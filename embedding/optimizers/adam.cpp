#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {
namespace {

/// Running means of a gradient and of its squares, and the steps that they make.
class Adam {
 public:
  explicit Adam(std::size_t size) : mean_(size, 0.0), square_(size, 0.0) {}

  void step(std::span<const double> gradient, double length, std::span<double> x) {
    constexpr double kMean = 0.9, kSquare = 0.99, kTiny = 1e-12;
    of_mean_ *= kMean;
    of_square_ *= kSquare;
    const double mean = 1.0 / (1.0 - of_mean_), square = 1.0 / (1.0 - of_square_);
#pragma omp parallel for schedule(static) if (x.size() > 10'000)
    for (std::size_t k = 0; k < x.size(); ++k) {
      mean_[k] = kMean * mean_[k] + (1.0 - kMean) * gradient[k];
      square_[k] = kSquare * square_[k] + (1.0 - kSquare) * gradient[k] * gradient[k];
      x[k] -= length * mean * mean_[k] / (std::sqrt(square * square_[k]) + kTiny);
    }
  }

 private:
  std::vector<double> mean_, square_;
  double of_mean_ = 1.0, of_square_ = 1.0;  // what the numbers of the beginning, zero, still weigh
};

}  // namespace

Fit minimize_by_batches(std::span<const Objective> batches, std::vector<double> x, int steps, core::Stream& stream) {
  constexpr double kFirst = 0.1;  // coordinates are about 1 to begin with
  std::vector<std::size_t> order(batches.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> gradient(x.size());
  Adam adam(x.size());
  Fit fit;
  for (; fit.iterations < steps; ++fit.iterations) {
    core::keep_to_limits();
    const std::size_t next = static_cast<std::size_t>(fit.iterations) % batches.size();
    if (next == 0) stream.shuffle(std::span(order));
    if (!std::isfinite(batches[order[next]](x, gradient)))
      core::fail("the embedding's loss is no longer a finite number");
    const double done = static_cast<double>(fit.iterations) / steps;
    adam.step(gradient, 0.5 * kFirst * (1.0 + std::cos(std::numbers::pi * done)), x);
  }
  for (const Objective& batch : batches) fit.loss += batch.loss(x);
  fit.x = std::move(x);
  return fit;
}

}  // namespace tertium::embedding
