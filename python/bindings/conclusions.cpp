// What is concluded from answers, as dicts of plain values; the package makes objects of them.
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/groups.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/fits/fit.hpp"
#include "answers/results/results.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/partition.hpp"
#include "metrics/measures/rand_index.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/results.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::AnswerInput;

py::dict overview(const Answers& answers) {
  return overview_dict(*answers.input,
                       made_by<answers::Overview>(0, [input = answers.input] { return answers::overview(*input); }));
}

py::dict compare(const Answers& answers, const std::vector<std::string>& methods, std::optional<core::Label> clusters,
                 const std::string& folds, const std::vector<double>& shares, const std::vector<std::string>& people,
                 std::uint64_t seed, int threads, bool verbose) {
  answers::CompareRequest request{.methods = methods,
                                  .clusters = clusters,
                                  .folds = answers::parse_folds(folds),
                                  .shares = shares,
                                  .seed = seed,
                                  .people = {}};
  for (const std::string& rule : people) request.people.push_back(answers::people_rule(rule));
  return comparison_dict(made_by<answers::Comparison>(
      threads, verbose, [input = answers.input, request](const answers::JobCallback& progress) {
        return answers::compare(*input, request, progress);
      }));
}

py::dict compare_groups(const Answers& answers, const std::string& name, const py::dict& parameters,
                        std::int64_t permutations, std::int32_t folds, std::uint64_t seed, int threads, bool verbose) {
  const answers::GroupRequest request{
      .method = name == "auto" ? answers::group_method(*answers.input) : method_of(name, parameters),
      .permutations = permutations,
      .folds = folds,
      .seed = seed};
  const answers::GroupComparison found = made_by<answers::GroupComparison>(
      threads, verbose, [input = answers.input, request](const answers::JobCallback& progress) {
        return answers::compare_groups(*input, request, progress);
      });
  py::dict entry = dict_of(record_of(found)), linkages, embeddings;
  for (std::size_t g = 0; g < found.groups.size(); ++g)
    if (const auto* tree = std::get_if<core::Dendrogram>(&found.made[g]))
      linkages[py::str(found.groups[g].name)] = linkage_array(*tree);
    else if (const auto* places = std::get_if<core::Coordinates>(&found.made[g]))
      embeddings[py::str(found.groups[g].name)] = places_array(*places);
  entry["table"] = table_of(found.groups, files::recorded("group"));
  entry["pairs"] = table_of(found.pairs, files::recorded(found));
  entry["linkages"] = linkages;
  entry["embeddings"] = embeddings;
  entry["distance"] = found.distance.observed;
  entry["p_distance"] = found.distance.p();
  entry["permuted_distance"] = py::array_t<double>(py::cast(found.distance.permuted));
  entry["own_minus_other"] = found.nearer.observed;
  entry["p_own"] = found.nearer.p();
  entry["permuted_own"] = py::array_t<double>(py::cast(found.nearer.permuted));
  return entry;
}

py::dict bound(const Answers& answers, double seconds, int threads) {
  const auto found = made_by<std::vector<answers::ProvedBound>>(threads, [input = answers.input, seconds] {
    return answers::prove_bounds(*input, answers::kBoundClasses, seconds);
  });
  return table_of(found, files::recorded());
}

template <typename Number>
py::array_t<Number> square_of(const core::PairTable<Number>& table) {
  const auto n = static_cast<py::ssize_t>(table.objects());
  py::array_t<Number> array({n, n});
  auto at = array.template mutable_unchecked<2>();
  for (core::Object i = 0; i < table.objects(); ++i) {
    at(i, i) = 0;
    for (core::Object j = i + 1; j < table.objects(); ++j) at(i, j) = at(j, i) = table(i, j);
  }
  return array;
}

py::object similarities(const Answers& answers, const std::string& name, const py::dict& parameters, std::uint64_t seed,
                        int threads) {
  const core::Method method = with_parameters(answers::kernel_called(name), parameters);
  const answers::Fit found = made_by<answers::Fit>(
      threads, [input = answers.input, method, seed] { return answers::fit(*input, method, seed); });
  return std::visit([](const auto& table) -> py::object { return square_of(*table); },
                    std::get<core::SimilarityMatrix>(found.product));
}

}  // namespace

py::dict overview_dict(const AnswerInput& input, const answers::Overview& found) {
  py::dict entry = dict_of(record_of(found, input));
  entry["choices"] = found.choices;
  entry["groups"] = found.groups;
  entry["flagged"] = entry["flagged_subjects"];
  entry["table"] = table_of(found.subjects, files::recorded());
  entry["objects"] = table_of(files::numbers_below(input.comparisons.objects),
                              [&](core::Object i) { return object_of(i, input, found); });
  return entry;
}

py::dict comparison_dict(const answers::Comparison& found) {
  py::dict entry = dict_of(record_of(found)), seconds;
  for (const answers::HeldOut& result : found.best_first) seconds[py::str(result.method.name)] = result.seconds;
  entry["table"] = table_of(found.rows(), files::recorded(found));
  entry["fold_table"] = table_of(fold_rows(found), files::recorded());
  entry["best"] = found.best_first.front().method.name;
  entry["indistinguishable"] = found.as_good_as_best();
  entry["folds"] = found.folds.sentence;
  entry["seconds"] = seconds;
  return entry;
}

void bind_conclusions(py::module_& module) {
  module.def(
      "adjusted_rand_index",
      [](std::vector<core::Label> first, std::vector<core::Label> second) {
        return metrics::adjusted_rand_index(core::Partition(std::move(first)), core::Partition(std::move(second)));
      },
      py::arg("first"), py::arg("second"), "Adjusted Rand index of two labelings of the same objects.");
  module.def("overview", &overview, py::arg("answers"));
  module.def("compare", &compare, py::arg("answers"), py::arg("methods"), py::arg("clusters"), py::arg("folds"),
             py::arg("shares"), py::arg("people"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
  module.def("compare_groups", &compare_groups, py::arg("answers"), py::arg("method"), py::arg("parameters"),
             py::arg("permutations"), py::arg("folds"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
  module.def("bound", &bound, py::arg("answers"), py::arg("seconds"), py::arg("threads"));
  module.def("similarities", &similarities, py::arg("answers"), py::arg("method"), py::arg("parameters"),
             py::arg("seed"), py::arg("threads"));
  module.def("kernels", &answers::kernels_of_answers, "Names of the steps that make similarities of answers.");
}

}  // namespace tertium::python
