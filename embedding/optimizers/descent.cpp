#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {

Fit descend(const Objective& objective, std::vector<double> x, int most) {
  constexpr double kProgress = 1e-7, kLonger = 1.01, kShorter = 0.5;
  constexpr int kMostFailures = 5;
  double step = 2.0;
  int failures = 0;
  std::vector<double> gradient(x.size());
  Fit best{x, std::numeric_limits<double>::infinity(), 0};
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most && failures < kMostFailures; ++iteration) {
    core::keep_to_limits();
    const double loss = objective(x, gradient);
    if (!std::isfinite(loss)) core::fail("the embedding's loss is no longer a finite number (the steps are too long)");
    if (loss < best.loss) {
      best.loss = loss;
      best.x = x;
    }
    best.iterations = iteration + 1;
    if (iteration > 0 && loss >= last - kProgress) {
      step *= kShorter;
      ++failures;
    } else if (iteration > 0) {
      step *= kLonger;
      failures = 0;
    }
    last = loss;
    const double length = step * objective.objects() / static_cast<double>(objective.count());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] -= length * gradient[k];
  }
  return best;
}

}  // namespace tertium::embedding
