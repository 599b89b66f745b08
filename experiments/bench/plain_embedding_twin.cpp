#include <benchmark/benchmark.h>

#include <cmath>

#include "experiments/bench/plain_twins.hpp"

namespace tertium::experiments {

void plain_t_ste_gradient(const embedding::Terms& terms, std::span<const double> x) {
  std::vector<double> gradient(x.size());
  double loss = 0.0;
  const auto difference = [&](core::Object i, core::Object j, int c) { return x[2 * i + c] - x[2 * j + c]; };
  const auto kernel = [&](core::Object i, core::Object j) {
    const double u = difference(i, j, 0), v = difference(i, j, 1);
    return 1.0 / (1.0 + u * u + v * v);
  };
  const auto pull = [&](core::Object i, core::Object j, double slope) {
    for (const int c : {0, 1}) {
      gradient[2 * i + c] += 2.0 * slope * difference(i, j, c);
      gradient[2 * j + c] -= 2.0 * slope * difference(i, j, c);
    }
  };
  for (const core::Quadruplet& t : terms.statements) {
    const double near = kernel(t.i, t.j), far = kernel(t.k, t.l), p = near / (near + far);
    loss -= std::log(p);
    pull(t.i, t.j, (1.0 - p) * near);
    pull(t.k, t.l, -(1.0 - p) * far);
  }
  benchmark::DoNotOptimize(loss);
  benchmark::DoNotOptimize(gradient);
}

}  // namespace tertium::experiments
