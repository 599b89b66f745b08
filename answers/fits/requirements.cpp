#include "answers/fits/requirements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "answers/fits/fit.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "core/comparisons/triplets.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium::answers {
namespace {

/// What every answer about three objects tells.
constexpr core::Provisions kAboutThree{core::Provision::kTriplets, core::Provision::kOddOneOuts};

std::string needs_text(core::Provisions missing) {
  if (kAboutThree.includes(missing)) return "answers about three objects: triplets, odd-one-outs or most-central";
  if (core::Provisions{core::Provision::kQuadruplets}.includes(missing)) return "answers: quadruplets or triplets";
  return text_of(missing);
}

/// Values of one parameter each, as in "input = quadruplets", with which the method can do with what is provided.
std::vector<std::string> settings_that_fit(const core::Method& method, core::Provisions provided) {
  std::vector<std::string> settings;
  for (const core::MethodParameter& parameter : core::parameters_of(method)) {
    std::vector<core::ParameterValue> values(parameter.info->choices.begin(), parameter.info->choices.end());
    if (values.empty()) values.push_back(parameter.info->default_value);
    for (const core::ParameterValue& value : values) {
      core::Method other = method;
      core::set_parameter(other, parameter.name, value);
      if (provided.includes(other.needs())) settings.push_back(parameter.name + " = " + core::to_text(value));
    }
  }
  return settings;
}

/// Peak memory of what the method makes, by the costs that it states.
double peak_bytes(const core::Method& method, const core::ProblemSize& size) {
  double live = 0.0, most = 0.0;
  for (const core::SharedCost& item : core::costs_of(method, size)) {
    most = std::max(most, live + item.cost.bytes);
    live += item.cost.kept_bytes;
  }
  return most;
}

problems::DataUse use_of(const AnswerInput& input, const core::Method& method) {
  problems::DataUse use{.objects = input.comparisons.objects, .asked = method.needs()};
  use.statements = static_cast<double>(input.comparisons.statements.size());
  use.of_model = provided_by(input);
  return use;
}

/// Of two objects how many are below where they join; of a tree with lengths, how far apart they are, and in what
/// order.
double judging_bytes(const core::Method& method, const problems::DataUse& use) {
  if (method.returns() != core::ProductKind::kTree) return 0.0;
  constexpr double kSizes = 4.0, kLengths = 20.0;
  const bool lengths = std::ranges::any_of(method.links, [](const core::Link& l) { return l.step->name == "lengths"; });
  const bool triplets = use.of_model.contains(core::Provision::kTriplets);
  if (triplets && !lengths && use.pairs() > use.statements) return 4.0 * use.objects * std::log2(2.0 + use.objects);
  return (kSizes + (lengths ? kLengths : 0.0)) * use.pairs();
}

void check_memory(const AnswerInput& input, const core::Method& method) {
  const double needed = bytes_needed(input, method), available = core::available_memory();
  if (needed <= available) return;
  core::fail("{}{} objects and {} {} need about {} with {} ({} are available), cluster fewer objects", input.head(),
             input.comparisons.objects,
             input.graph      ? input.graph->edges()
             : input.listed() ? std::ssize(input.comparisons.statements)
                              : input.unlisted_answers(),
             input.graph ? "edges" : "comparisons", core::bytes_text(needed), method.name, core::bytes_text(available));
}

}  // namespace

core::Provisions provided_by(const AnswerInput& input) {
  if (input.graph) return {core::Provision::kGraph};
  const core::Provisions quadruplets{core::Provision::kQuadruplets};
  return input.comparisons.form == files::AnswerForm::kQuadruplet ? quadruplets : quadruplets | kAboutThree;
}

std::string unmet_needs(const core::Method& method, core::Provisions provided, std::string_view here,
                        std::string_view kind) {
  const std::vector<std::string> settings = settings_that_fit(method, provided);
  return fmt::format("{} needs {} ({}), {}choose one of {}, or a chain on {}", method.name,
                     needs_text(method.needs() - provided), here,
                     settings.empty() ? "" : fmt::format("set {}, or ", fmt::join(settings, " or ")),
                     fmt::join(methods_on(provided), ", "), kind);
}

problems::ModelSample sample_of(const AnswerInput& input, std::span<const std::int32_t> weights) {
  if (input.listed()) return sample_of(input.comparisons, weights);
  problems::ModelSample sample;
  sample.objects = input.comparisons.objects;
  if (input.graph) sample.provide<core::Graph>(*input.graph);
  sample.sums = input.sums;
  sample.packed = input.packed;
  sample.sums_of_triplets = input.comparisons.form != files::AnswerForm::kQuadruplet;
  return sample;
}

problems::AssembledProblem problem_of(const AnswerInput& input, std::uint64_t seed,
                                      std::span<const std::int32_t> weights) {
  return problems::assemble(sample_of(input, weights), problems::find_scheme(input.graph ? "none" : "own"), {},
                            {.master_seed = seed});
}

core::ProblemSize size_of(const AnswerInput& input, const core::Method& method) {
  const core::Object n = input.comparisons.objects;
  if (input.graph) return {.objects = n, .graph_edges = static_cast<double>(input.graph->edges())};
  const bool triplets = method.needs().meets({core::Provision::kTriplets, core::Provision::kOddOneOuts});
  const double pairs = 0.5 * n * (n - 1.0);
  const double all = triplets ? pairs * (n - 2.0) : 0.5 * pairs * (pairs - 1.0);
  const std::int64_t answers = input.packed ? input.packed->answers() : std::ssize(input.comparisons.statements);
  return {.objects = n, .p = static_cast<double>(answers) / std::max(1.0, all), .listed = true};
}

double bytes_needed(const AnswerInput& input, const core::Method& method, double times) {
  core::ProblemSize size = size_of(input, method);
  size.p *= times;
  const double made = peak_bytes(method, size);
  if (!input.listed()) return made;
  problems::DataUse use = use_of(input, method);
  const double listed = use.statements * sizeof(core::Quadruplet) +
                        static_cast<double>(input.comparisons.metadata.origins.size()) * sizeof(files::AnswerOrigin);
  use.statements *= times;
  const core::Cost data = problems::total(problems::listed_answers_memory(use, 1.0));
  return listed + std::max(data.bytes, data.kept_bytes + std::max(made, judging_bytes(method, use)));
}

double seconds_needed(const AnswerInput& input, const core::Method& method, double runs) {
  double operations = 0.0;
  for (const core::SharedCost& item : core::costs_of(method, size_of(input, method)))
    operations += item.cost.operations;
  return 1e-9 * operations * runs;
}

void check_fit(const AnswerInput& input, const core::Method& method) {
  if (const core::Provisions provided = provided_by(input); !provided.includes(method.needs()))
    core::fail("{}{}", input.head(),
               input.graph
                   ? unmet_needs(method, provided, "this is a graph", "graphs")
                   : unmet_needs(method, provided, fmt::format("these answers are {}", input.kind()), input.kind()));
  const core::Object n = input.comparisons.objects, most = method.most_objects();
  if (input.graph) core::check_objects(method, n);
  if (n > most)
    core::fail(
        "{}{} works on at most {} objects (there are {}), read them with base none if their numbers are codes, or use "
        "AddS-3-sparse, or AddS-3-splits for a tree",
        input.head(), method.name, most, n);
  const bool one_by_one = method.counts_answers() || method.needs().contains(core::Provision::kOddOneOuts) ||
                          method.answer_use() == core::AnswerUse::kByAnchor;
  if (!input.comparisons.weights.empty() && one_by_one)
    core::fail("{}{} takes answers one by one (these have different weights), use another method", input.head(),
               method.name);
  check_memory(input, method);
}

}  // namespace tertium::answers
