#include "linkage/agglomeration/initial_clusters.hpp"

#include <algorithm>

namespace tertium::linkage {

core::ParameterInfo initial_clusters_parameter() {
  return core::ParameterInfo::integer(
      "m", 1, 1, core::kMaxObjects,
      "objects in an initial cluster, taken from the ground truth; 1: no initial clusters");
}

core::Provisions needs_of_initial_clusters(const core::Parameters& parameters) {
  return parameters.integer("m") > 1 ? core::Provisions{core::Provision::kTruth} : core::Provisions{};
}

core::Partition initial_leaves(const core::StepRun& run) {
  return core::initial_clusters(run.problem, static_cast<core::Object>(run.parameters.integer("m")));
}

double leaf_count(double n, const core::Parameters& parameters) {
  return std::max(1.0, n / static_cast<double>(parameters.integer("m")));
}

}  // namespace tertium::linkage
