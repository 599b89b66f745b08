#include "partition/methods/clusters_parameter.hpp"

#include <algorithm>
#include <cstdint>

namespace tertium::partition {

core::ParameterInfo clusters_parameter() {
  return core::ParameterInfo::integer("k", 2, 0, core::kMaxObjects,
                                      "number of clusters; 0: the number in the true partition");
}

int clusters_wanted(const core::StepRun& run) {
  const std::int64_t k = run.parameters.integer("k");
  const std::int64_t wanted = k == 0 ? run.problem.get<core::Truth>().back().clusters() : k;
  return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, std::max(1, run.problem.objects)));
}

core::Provisions needs_of_clusters(const core::Parameters& parameters) {
  return parameters.integer("k") == 0 ? core::Provisions{core::Provision::kTruth} : core::Provisions{};
}

double cost_clusters(const core::Parameters& parameters) {
  constexpr double kGuess = 10.0;
  const std::int64_t k = parameters.integer("k");
  return k == 0 ? kGuess : static_cast<double>(k);
}

}  // namespace tertium::partition
