#include "core/schemes/scheme.hpp"

#include <type_traits>

namespace tertium::core {
namespace {

Truth relabelled(Truth truth, std::span<const Object> new_id) {
  for (Partition& level : truth) level = relabelled(level, new_id);
  return truth;
}

/// What the sample holds, and the answers that it lists.
void renumber(ModelSample& sample, std::span<const Object> new_id) {
  for_each_provision([&](const auto& kind) {
    using T = typename std::remove_cvref_t<decltype(kind)>::Type;
    if (!sample.has<T>()) return;
    if constexpr (requires(const T& value) { relabelled(value, new_id); })
      sample.provide<T>(relabelled(sample.get<T>(), new_id));
    else
      expects(false, "a sample holds what can be renumbered");
  });
  if (sample.oracle) sample.oracle = relabelled(sample.oracle, new_id);
  if (sample.sums)
    sample.sums =
        std::make_shared<const AnswerSums>(AnswerSums{relabelled(sample.sums->table, new_id), sample.sums->answers});
  for (Quadruplet& q : sample.quadruplets) q = {new_id[q.i], new_id[q.j], new_id[q.k], new_id[q.l]};
  for (Triplet& t : sample.triplets) t = {new_id[t.anchor], new_id[t.near], new_id[t.far]};
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
  static_cast<Holdings&>(problem) = sample;
  if (!sample.has<Similarities>() && !sample.oracle && scheme.needs.contains(Provision::kSimilarities))
    fail("comparison scheme {} needs similarities (the model has none), choose another scheme", scheme.name);
  if (problem.has<Similarities>() && !problem.has<Graph>())
    problem.provide_later<Graph>(
        [w = problem.provided<Similarities>()] { return std::make_shared<const Graph>(complete_graph(*w)); });
  scheme.add(problem, sample, scheme_values);
  return assembled;
}

}  // namespace tertium::core
