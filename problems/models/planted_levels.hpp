#pragma once

#include <vector>

#include "core/base/parameters.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/random/random.hpp"

namespace tertium::problems {

/// Parameters of similarities that are normal around means which drop by delta per level: mu, sigma and delta.
inline std::vector<core::ParameterInfo> level_parameters() {
  return {
      core::ParameterInfo::real("mu", 0.8, -1e6, 1e6, "mean similarity inside a pure cluster"),
      core::ParameterInfo::real("sigma", 0.1, 0.0, 1e6, "standard deviation of a similarity", true),
      core::ParameterInfo::real("delta", 0.1, 0.0, 1e6, "gap between the mean similarities of neighbouring levels"),
  };
}

/// w_ij ~ N(mu - drops(i, j) delta, sigma^2), row by row out of the cell's stream; drops(i, j): levels between the
/// leaves and the lowest common ancestor of their pure clusters, 0 inside of one.
template <typename Drops>
core::Similarities level_similarities(core::Object n, const core::Parameters& parameters, const core::CellKey& cell,
                                      const Drops& drops) {
  const double mu = parameters.real("mu"), sigma = parameters.real("sigma"), delta = parameters.real("delta");
  core::Stream noise(cell, core::Purpose::kSimilarities);
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = mu - drops(i, j) * delta + sigma * noise.normal();
  return w;
}

}  // namespace tertium::problems
