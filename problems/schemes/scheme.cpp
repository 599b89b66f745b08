#include "problems/schemes/scheme.hpp"

#include <type_traits>

#include "core/base/limits.hpp"

namespace tertium::problems {
namespace {

core::Truth relabelled(core::Truth truth, std::span<const core::Object> new_id) {
  for (core::Partition& level : truth) level = relabelled(level, new_id);
  return truth;
}

/// What the sample holds, and the answers that it lists.
void renumber(ModelSample& sample, std::span<const core::Object> new_id) {
  core::for_each_provision([&](const auto& kind) {
    using T = typename std::remove_cvref_t<decltype(kind)>::Type;
    if (!sample.has<T>()) return;
    if constexpr (requires(const T& value) { relabelled(value, new_id); })
      sample.provide<T>(relabelled(sample.get<T>(), new_id));
    else
      core::expects(false, "a sample contains only what can be renumbered");
  });
  if (sample.oracle) sample.oracle = relabelled(sample.oracle, new_id);
  if (sample.sums)
    sample.sums = std::make_shared<const core::AnswerSums>(
        core::AnswerSums{relabelled(sample.sums->table, new_id), sample.sums->answers});
  if (sample.packed) sample.packed = relabelled(sample.packed, new_id);
  for (core::Quadruplet& q : sample.quadruplets) q = {new_id[q.i], new_id[q.j], new_id[q.k], new_id[q.l]};
  for (core::Triplet& t : sample.triplets) t = {new_id[t.anchor], new_id[t.near], new_id[t.far]};
}

}  // namespace

std::vector<core::ParameterInfo> Scheme::parameter_infos() const {
  std::vector<core::ParameterInfo> infos;
  for (const SchemeParameter& parameter : parameters) infos.push_back(parameter.info);
  return infos;
}

core::Axes Scheme::axes_of(std::string_view parameter) const {
  for (const SchemeParameter& candidate : parameters)
    if (candidate.info.name == parameter) return candidate.axes;
  return {};
}

const Scheme& find_scheme(std::string_view name) {
  return core::find<Scheme>("comparison scheme", name);
}

core::Provisions provided_by(const Model& model, const core::Parameters& model_values, const Scheme& scheme) {
  const core::Provisions of_model = model.provides(model_values);
  // Answers that a model lists reach a problem through a scheme only.
  const core::Provisions answers{core::Provision::kQuadruplets, core::Provision::kTriplets};
  const bool known = of_model.contains(core::Provision::kSimilarities);
  return (of_model - answers) | scheme.adds(of_model) |
         (known ? core::Provisions{core::Provision::kGraph} : core::Provisions{});
}

AssembledProblem assemble(ModelSample sample, const Scheme& scheme, const core::Parameters& scheme_values,
                          const core::CellKey& cell) {
  AssembledProblem assembled;
  assembled.new_id = core::random_relabelling(cell, sample.objects);
  core::keep_to_limits();
  renumber(sample, assembled.new_id);
  core::keep_to_limits();
  core::Problem& problem = assembled.problem;
  problem.cell = cell;
  problem.objects = sample.objects;
  static_cast<core::Holdings&>(problem) = sample;
  if (!sample.has<core::Similarities>() && !sample.oracle && scheme.needs.contains(core::Provision::kSimilarities))
    core::fail("comparison scheme {} needs similarities (the model has none), choose another scheme", scheme.name);
  if (problem.has<core::Similarities>() && !problem.has<core::Graph>())
    problem.provide_later<core::Graph>([w = problem.provided<core::Similarities>()] {
      return std::make_shared<const core::Graph>(core::complete_graph(*w));
    });
  scheme.add(problem, std::move(sample), scheme_values);
  return assembled;
}

}  // namespace tertium::problems
