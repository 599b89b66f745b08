#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/methods/method.hpp"

namespace tertium::testing {

/// A method by name, with other values of some of its parameters.
inline core::Method method_of(std::string_view name,
                              const std::vector<std::pair<std::string, core::ParameterValue>>& values = {}) {
  core::Method method = core::find_method(name);
  for (const auto& [parameter, value] : values) core::set_parameter(method, parameter, value);
  return method;
}

inline const core::Dendrogram& tree_of(const core::Outcome& outcome) {
  return std::get<core::Dendrogram>(outcome.product);
}

/// The tree that a method makes.
inline core::Dendrogram tree_by(const core::Method& method, const core::Problem& problem) {
  return std::get<core::Dendrogram>(core::run_method(method, problem).product);
}
inline core::Dendrogram tree_by(std::string_view name, const core::Problem& problem) {
  return tree_by(core::find_method(name), problem);
}

/// A whole number that a method reported.
inline std::int64_t reported(const core::Outcome& outcome, const std::string& name) {
  return static_cast<std::int64_t>(outcome.reports.at(name));
}
inline std::int64_t comparisons_of(const core::Outcome& outcome) {
  return reported(outcome, core::kComparisons);
}

/// Of a step and of the products that it shares.
inline double bytes_of(const core::StepCost& cost) {
  double bytes = cost.own.bytes;
  for (const core::SharedCost& shared : cost.shared) bytes += shared.cost.bytes;
  return bytes;
}

}  // namespace tertium::testing
