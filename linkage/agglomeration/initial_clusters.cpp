#include "linkage/agglomeration/initial_clusters.hpp"

#include <algorithm>
#include <vector>

namespace tertium::linkage {
namespace {

bool takes_one(const core::Parameters& parameters) {
  return parameters.text("initial") == "one";
}

}  // namespace

core::ParameterInfo initial_clusters_parameter() {
  return core::ParameterInfo::integer("m", 1, 1, core::kMaxObjects,
                                      "objects in an initial cluster taken from the truth; 1: none");
}

core::ParameterInfo initial_groups_parameter() {
  return core::ParameterInfo::choice("initial", "all", {"all", "one"},
                                     "where m > 1: all, every true cluster is divided into initial clusters; one: it "
                                     "has one, and its other objects begin alone");
}

core::Provisions needs_of_initial_clusters(const core::Parameters& parameters) {
  return parameters.integer("m") > 1 ? core::Provisions{core::Provision::kTruth} : core::Provisions{};
}

core::Partition initial_leaves(const core::StepRun& run) {
  const auto m = static_cast<core::Object>(run.parameters.integer("m"));
  return takes_one(run.parameters) ? one_initial_cluster_each(run.problem, m) : core::initial_clusters(run.problem, m);
}

core::Partition one_initial_cluster_each(const core::Problem& problem, core::Object m) {
  const core::Partition groups = core::initial_clusters(problem, m);
  if (m == 1) return groups;
  const core::Partition& truth = problem.get<core::Truth>().back();
  std::vector<core::Label> labels(static_cast<std::size_t>(problem.objects), -1);
  std::vector<core::Label> taken(static_cast<std::size_t>(truth.clusters()), -1);  // the group, by true cluster
  std::vector<core::Object> left(static_cast<std::size_t>(truth.clusters()), m);
  core::Label next = truth.clusters();
  for (core::Object i = 0; i < problem.objects; ++i) {
    core::Label& group = taken[truth[i]];
    if (group < 0) group = groups[i];
    labels[i] = groups[i] == group && left[truth[i]]-- > 0 ? truth[i] : next++;
  }
  return core::Partition(labels);
}

double leaf_count(double n, const core::Parameters& parameters) {
  return takes_one(parameters) ? n : std::max(1.0, n / static_cast<double>(parameters.integer("m")));
}

}  // namespace tertium::linkage
