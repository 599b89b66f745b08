#include "partition/sdp/largest_eigenvalue.hpp"

#include <cmath>

#include "core/base/error.hpp"

namespace tertium::partition {

double largest_eigenvalue(const Matrix& a, bool centred, EigenTracker tracker) {
  constexpr int kSteps = 20;
  const EigenPairs& pairs = tracker.update(
      a, [](auto) { return 1; }, kSteps);
  const double scale = std::sqrt(dot(a, a));
  if (pairs.values.empty() || scale == 0.0) return 0.0;
  Matrix negative = centred ? centred_matrix(a) : a;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) negative(i, j) = -negative(i, j);
  for (double raise = 1e-11; raise < 1e3; raise *= 8.0) {
    const double bound = pairs.values.front() + raise * scale;
    if (is_positive_definite(negative, bound)) return bound;
  }
  core::fail("no bound of an eigenvalue was found (the similarities are no finite numbers), look at them");
}

}  // namespace tertium::partition
