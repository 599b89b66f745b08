#include <lbfgs.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <new>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {
namespace {

/// What the library's callbacks work on. No exception may pass through the library, so it waits here.
struct Run {
  const Objective& objective;
  int iterations = 0;
  std::exception_ptr error{};
};

lbfgsfloatval_t evaluate(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, int n, lbfgsfloatval_t) {
  const auto size = static_cast<std::size_t>(n);
  return static_cast<Run*>(instance)->objective({x, size}, {gradient, size});
}

int progress(void* instance, const lbfgsfloatval_t*, const lbfgsfloatval_t*, lbfgsfloatval_t, lbfgsfloatval_t,
             lbfgsfloatval_t, lbfgsfloatval_t, int, int iteration, int) {
  auto& run = *static_cast<Run*>(instance);
  run.iterations = iteration;
  try {
    core::keep_to_limits();
  } catch (...) {
    run.error = std::current_exception();
    return 1;
  }
  return 0;
}

}  // namespace

Fit minimize_lbfgs(const Objective& objective, std::vector<double> x, int most) {
  const auto n = static_cast<int>(x.size());
  const std::unique_ptr<lbfgsfloatval_t, void (*)(lbfgsfloatval_t*)> place(lbfgs_malloc(n), lbfgs_free);
  if (place == nullptr) throw std::bad_alloc();
  std::copy(x.begin(), x.end(), place.get());
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.max_iterations = most;
  Run run{objective};
  double loss = 0.0;
  lbfgs(n, place.get(), &loss, evaluate, progress, &run, &parameters);  // how it ended tells nothing that loss does not
  if (run.error) std::rethrow_exception(run.error);
  std::copy(place.get(), place.get() + n, x.begin());
  std::vector<double> gradient(x.size());
  loss = objective(x, gradient);
  if (!std::isfinite(loss)) core::fail("the embedding's loss is no longer a finite number");
  return {std::move(x), loss, run.iterations};
}

}  // namespace tertium::embedding
