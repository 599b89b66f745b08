#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/methods/method.hpp"
#include "metrics/scores/score.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/problems.hpp"

namespace tertium::testing {

inline const char* const kShapes[] = {"uniform", "balanced", "caterpillar"};

struct Planted {
  double eps = 1.0;
  std::string noise = "independent";
  std::string count = "2^53";
  std::int64_t features = 0;
  double blur = 0.0;
};

/// A planted tree that answers questions about three objects.
inline core::Problem planted(const std::string& shape, std::int64_t n, std::uint64_t seed, const Planted& how = {}) {
  const problems::Model& model = problems::find_model("planted-tree");
  core::Parameters values(model.parameters);
  values.set("n", n);
  values.set("shape", shape);
  values.set("features", how.features);
  values.set("blur", how.blur);
  const problems::Scheme& scheme = problems::find_scheme("questions");
  core::Parameters of_scheme(scheme.parameter_infos());
  of_scheme.set("eps", how.eps);
  of_scheme.set("noise", how.noise);
  of_scheme.set("count", how.count);
  const core::CellKey cell = cell_of(seed);
  return problems::assemble(model.sample(values, cell), scheme, of_scheme, cell).problem;
}

inline double score(const char* name, const char* column, const core::Outcome& outcome, const core::Problem& problem) {
  std::map<std::string, double> columns;
  metrics::find_score(name).compute(outcome.product, problem, columns);
  return columns.at(column);
}

inline bool is_exact(const core::Outcome& outcome, const core::Problem& problem) {
  return score("clades", "exact_tree", outcome, problem) == 1.0;
}

}  // namespace tertium::testing
