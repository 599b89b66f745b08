// neighbour-groups: the components of the mutual nearest-neighbour graph (Brito, Chavez, Quiroz, Yukich, Statistics &
// Probability Letters 35, 1997).
//
// Idea: two objects are linked if each of them is among the $m$ most similar objects of the other one. Objects that
// links connect are a cluster; an object without links is a cluster by itself.
//
//     $$i \sim j \iff S_{ij} \ge \max(s_i, s_j)$$
//
// where $s_i$ is the similarity of $i$ to its $m$-th most similar object.
//
// Guarantee: with $m$ of order $\log N$ the clusters of points of well separated regions are found, with high
// probability.
//
// Ties: objects that are as similar as the $m$-th one count, too.
//
// Cost: $O(N^2)$ time, $O(N)$ memory.
#include <algorithm>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "core/methods/step.hpp"

namespace tertium {
namespace {

using Similarity = std::function<double(core::Object, core::Object)>;

/// Of every object the similarity to its `count`-th most similar one.
std::vector<double> least_of_neighbours(const Similarity& similarity, core::Object objects, core::Object count) {
  std::vector<double> least;
  for (core::Object i = 0; i < objects; ++i) {
    std::vector<double> row;
    for (core::Object j = 0; j < objects; ++j)
      if (j != i) row.push_back(similarity(i, j));
    const auto last = row.begin() + (count - 1);
    std::nth_element(row.begin(), last, row.end(), std::greater<>());
    least.push_back(*last);
  }
  return least;
}

/// Labels of the components: objects that links connect have the same one.
std::vector<core::Label> components(const Similarity& similarity, const std::vector<double>& least) {
  const auto objects = static_cast<core::Object>(least.size());
  std::vector<core::Label> labels(least.size(), -1);
  core::Label clusters = 0;
  for (core::Object first = 0; first < objects; ++first) {
    if (labels[first] >= 0) continue;
    std::vector<core::Object> open{first};
    labels[first] = clusters;
    while (!open.empty()) {
      const core::Object i = open.back();
      open.pop_back();
      for (core::Object j = 0; j < objects; ++j) {
        if (labels[j] >= 0 || similarity(i, j) < std::max(least[i], least[j])) continue;
        labels[j] = clusters;
        open.push_back(j);
      }
    }
    ++clusters;
  }
  return labels;
}

core::Product neighbour_groups(const core::StepRun& run) {
  const core::Object objects = run.problem.objects;
  if (objects < 2) return core::Partition::singletons(objects);
  const auto wanted = static_cast<core::Object>(run.parameters.integer("neighbours"));
  const Similarity similarity = [&](core::Object i, core::Object j) {
    return std::visit([&](const auto& table) { return static_cast<double>((*table)(i, j)); },
                      std::get<core::SimilarityMatrix>(*run.input));
  };
  const std::vector<double> least = least_of_neighbours(similarity, objects, std::min(wanted, objects - 1));
  core::Partition groups(components(similarity, least));
  const std::vector<core::Object> sizes = groups.sizes();
  run.report("alone", static_cast<double>(std::count(sizes.begin(), sizes.end(), 1)));
  return groups;
}

}  // namespace

void register_step_neighbour_groups(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "neighbour-groups";
  step.sentence = "objects that are among each other's most similar ones";
  step.citation = "Brito, Chavez, Quiroz, Yukich, Statistics & Probability Letters 35, 1997";
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kPartition;
  step.parameters = {core::ParameterInfo::integer("neighbours", 3, 1, core::kMaxObjects, "the number m of neighbours")};
  step.reports = {{"alone", "objects", "objects without a link"}};
  step.run = neighbour_groups;
  step.cost = [](const core::ProblemSize& size, const core::Parameters&) {
    return core::StepCost{{20.0 * size.objects * size.objects, 24.0 * size.objects}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
