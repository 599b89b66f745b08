#pragma once

#include <string>

#include "problems/schemes/scheme.hpp"

namespace tertium::testing {

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
  const problems::Scheme& scheme = problems::find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  values.set("count", count);
  values.set("eps", eps);
  values.set("replacement", replacement);
  const core::CellKey cell{seed, 3, 0};
  return problems::assemble(model.sample(parameters, cell), scheme, values, cell).problem;
}

}  // namespace tertium::testing
