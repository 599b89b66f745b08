#pragma once

#include <cmath>
#include <string>

#include "problems/schemes/scheme.hpp"

namespace tertium::testing {

/// With so many drawn triplets and quadruplets, `count` as in a configuration.
inline core::Problem drawn_from(const problems::Model& model, const core::Parameters& parameters,
                                const std::string& count, double eps, std::uint64_t seed,
                                const std::string& replacement) {
  const problems::Scheme& scheme = problems::find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  values.set("count", count);
  values.set("eps", eps);
  values.set("replacement", replacement);
  const core::CellKey cell{seed, 3, 0};
  return problems::assemble(model.sample(parameters, cell), scheme, values, cell).problem;
}

/// A planted flat problem with so many drawn triplets and quadruplets, `count` as in a configuration.
inline core::Problem planted(core::Object n, core::Label k, const std::string& count, double eps, std::uint64_t seed,
                             const std::string& family = "normal", const std::string& replacement = "no",
                             double delta = 0.5) {
  const problems::Model& model = problems::find_model("planted-flat");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{n});
  parameters.set("k", std::int64_t{k});
  parameters.set("family", family);
  parameters.set("delta", delta);
  return drawn_from(model, parameters, count, eps, seed, replacement);
}

inline constexpr double kPlantedEps = 0.75;

/// One with so many c* = n k ln(n k) / (eps delta)^2 triplets, drawn with replacement.
inline core::Problem planted_at(core::Object n, core::Label k, double share, std::uint64_t seed) {
  constexpr double kDelta = 0.8;
  const double count = share * n * k * std::log(n * k) / std::pow(kPlantedEps * kDelta, 2);
  return planted(n, k, std::to_string(std::llround(count)), kPlantedEps, seed, "normal", "yes", kDelta);
}

/// The clusters that were planted.
inline const core::Partition& planted_truth(const core::Problem& problem) {
  return problem.get<core::Truth>().back();
}

/// So many drawn of a planted hierarchy, with replacement.
inline core::Problem planted_hierarchy(core::Object n0, int levels, double delta, const std::string& count, double eps,
                                       std::uint64_t seed) {
  const problems::Model& model = problems::find_model("planted-hierarchy");
  core::Parameters parameters(model.parameters);
  parameters.set("n0", std::int64_t{n0});
  parameters.set("levels", std::int64_t{levels});
  parameters.set("delta", delta);
  return drawn_from(model, parameters, count, eps, seed, "yes");
}

}  // namespace tertium::testing
