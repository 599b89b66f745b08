#include "core/schemes/scheme.hpp"

namespace tertium::core {
namespace {

void renumber(ModelSample& sample, std::span<const Object> new_id) {
  if (sample.w) sample.w = relabelled(*sample.w, new_id);
  if (sample.oracle) sample.oracle = relabelled(sample.oracle, new_id);
  if (sample.sums)
    sample.sums =
        std::make_shared<const AnswerSums>(AnswerSums{relabelled(sample.sums->table, new_id), sample.sums->answers});
  for (Quadruplet& q : sample.quadruplets) q = {new_id[q.i], new_id[q.j], new_id[q.k], new_id[q.l]};
  for (Triplet& t : sample.triplets) t = {new_id[t.anchor], new_id[t.near], new_id[t.far]};
  if (sample.tree) sample.tree = relabelled(*sample.tree, new_id);
  for (Partition& level : sample.truth) level = relabelled(level, new_id);
  if (sample.features) sample.features = relabelled(*sample.features, new_id);
  if (sample.graph) sample.graph = relabelled(*sample.graph, new_id);
  if (sample.expected_graph) sample.expected_graph = relabelled(*sample.expected_graph, new_id);
}

}  // namespace

std::vector<ParameterInfo> Scheme::parameter_infos() const {
  std::vector<ParameterInfo> infos;
  for (const SchemeParameter& parameter : parameters) infos.push_back(parameter.info);
  return infos;
}

Axes Scheme::axes_of(std::string_view parameter) const {
  for (const SchemeParameter& candidate : parameters)
    if (candidate.info.name == parameter) return candidate.axes;
  return {};
}

const Scheme& find_scheme(std::string_view name) {
  return find<Scheme>("comparison scheme", name);
}

Provisions provided_by(const Model& model, const Parameters& model_values, const Scheme& scheme) {
  const Provisions of_model = model.provides(model_values);
  // Answers that a model lists reach a problem through a scheme only.
  const Provisions answers{Provision::kQuadruplets, Provision::kTriplets};
  const bool known = of_model.contains(Provision::kSimilarities);
  return (of_model - answers) | scheme.adds(of_model) | (known ? Provisions{Provision::kGraph} : Provisions{});
}

AssembledProblem assemble(ModelSample sample, const Scheme& scheme, const Parameters& scheme_values,
                          const CellKey& cell) {
  AssembledProblem assembled;
  assembled.new_id = random_relabelling(cell, sample.objects);
  renumber(sample, assembled.new_id);
  Problem& problem = assembled.problem;
  problem.cell = cell;
  problem.objects = sample.objects;
  problem.truth = std::move(sample.truth);
  if (sample.features) problem.features = std::make_shared<const Coordinates>(std::move(*sample.features));
  if (sample.tree) problem.true_tree = std::make_shared<const Dendrogram>(std::move(*sample.tree));
  if (sample.graph) problem.graph = std::make_shared<const Graph>(std::move(*sample.graph));
  if (sample.expected_graph)
    problem.expected_graph = std::make_shared<const ExpectedGraph>(std::move(*sample.expected_graph));
  if (sample.w) {
    problem.w = std::make_shared<const Similarities>(std::move(*sample.w));
    if (!problem.graph)
      problem.graph =
          Provided<Graph>::later([w = problem.w] { return std::make_shared<const Graph>(complete_graph(*w)); });
  } else if (!sample.oracle && scheme.needs.contains(Provision::kSimilarities)) {
    fail("comparison scheme {} needs similarities (the model has none), choose another scheme", scheme.name);
  }
  scheme.add(problem, sample, scheme_values);
  return assembled;
}

}  // namespace tertium::core
