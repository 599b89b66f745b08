// What is concluded from answers, as dicts of plain values; the package makes objects of them.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/groups.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/fits/fit.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/partition.hpp"
#include "metrics/measures/rand_index.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::AnswerInput;

std::vector<std::string> names_of(const AnswerInput& input, const std::vector<core::Object>& objects) {
  std::vector<std::string> names;
  for (const core::Object object : objects) names.push_back(input.comparisons.names[object]);
  return names;
}

py::dict subject_row(const answers::Subject& subject) {
  py::dict row;
  row["subject"] = subject.name;
  row["answers"] = subject.answers;
  row["missing"] = subject.missing;
  row["shared"] = subject.shared;
  row["agreement"] = if_known(subject.agreement, subject.shared > 0);
  row["accuracy"] = subject.predicted;
  row["evaluated"] = subject.evaluated ? 1 : 0;
  row["repeated_pairs"] = subject.own_pairs;
  row["repeated_pairs_agreeing"] = subject.own_agreeing;
  row["checks"] = subject.checks;
  row["checks_failed"] = subject.failed;
  row["median_time"] = subject.time;
  row["flags"] = subject.flags;
  return row;
}

py::dict repetition_dict(const answers::Repetition& found) {
  const bool some = found.questions > 0;
  py::dict entry;
  entry["questions"] = found.questions;
  entry["answers"] = found.answers;
  entry["contradicted"] = found.contradicted;
  entry["agreement"] = if_known(found.agreement, some);
  entry["pairs_of_one_subject"] = found.own_pairs;
  entry["pairs_of_one_subject_agreeing"] =
      if_known(static_cast<double>(found.own_agreeing) / static_cast<double>(found.own_pairs), found.own_pairs > 0);
  entry["majority_of_others"] = if_known(found.by_majority, some);
  entry["ceiling"] = if_known(found.ceiling.value, some);
  entry["ceiling_at_most"] = if_known(found.ceiling.at_most, some);
  return entry;
}

py::dict look(const Answers& answers) {
  return overview_dict(*answers.input,
                       made_by<answers::Overview>(0, [input = answers.input] { return answers::overview(*input); }));
}

py::list comparison_rows(const answers::Comparison& found) {
  py::list rows;
  for (const answers::ComparisonRow& one : found.rows()) {
    py::dict row;
    row["method"] = one.result->method.name;
    row["train_fraction"] = one.train_fraction;
    row["answers"] = found.answers;
    row["accuracy"] = one.predicted.value;
    row["standard_error"] = one.predicted.error;
    row["ties"] = one.ties;
    row["difference_to_best"] = one.difference_to_best.value;
    row["standard_error_of_difference"] = one.difference_to_best.error;
    rows.append(row);
  }
  return rows;
}

py::list fold_rows(const answers::Comparison& found) {
  py::list rows;
  for (const answers::HeldOut& result : found.best_first)
    for (std::size_t s = 0; s < found.shares.size(); ++s) {
      const std::vector<answers::Predicted>& tallies = result.folds[s];
      for (std::size_t fold = 0; fold < tallies.size(); ++fold) {
        py::dict row;
        row["fold"] = found.folds.names[fold];
        row["method"] = result.method.name;
        row["train_fraction"] = found.shares[s];
        row["answers"] = tallies[fold].answers;
        row["accuracy"] = static_cast<double>(tallies[fold].sixths) / 6.0;
        row["ties"] = tallies[fold].ties;
        rows.append(row);
      }
    }
  return rows;
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
      threads, verbose, [input = answers.input, request](const answers::JobCallback& told) {
        return answers::compare(*input, request, told);
      }));
}

py::list group_rows(const answers::GroupComparison& found) {
  py::list rows;
  for (const answers::AnsweringGroup& group : found.groups) {
    py::dict row;
    row["group"] = group.name;
    row["people"] = group.people;
    row["answers"] = group.answers;
    rows.append(row);
  }
  return rows;
}

py::list group_pair_rows(const answers::GroupComparison& found) {
  py::list rows;
  for (const answers::GroupPair& pair : found.pairs) {
    py::dict row;
    row["first"] = found.groups[pair.first].name;
    row["second"] = found.groups[pair.second].name;
    row["distance"] = pair.distance.observed;
    row["p"] = pair.distance.p();
    row["holm_p"] = pair.holm_p;
    rows.append(row);
  }
  return rows;
}

py::dict compare_groups(const Answers& answers, const std::string& name, const py::dict& parameters,
                        std::int64_t permutations, std::int32_t folds, std::uint64_t seed, int threads, bool verbose) {
  const answers::GroupRequest request{
      .method = name == "auto" ? answers::group_method(*answers.input) : method_of(name, parameters),
      .permutations = permutations,
      .folds = folds,
      .seed = seed};
  const answers::GroupComparison found = made_by<answers::GroupComparison>(
      threads, verbose, [input = answers.input, request](const answers::JobCallback& told) {
        return answers::compare_groups(*input, request, told);
      });
  py::dict entry, linkages, embeddings;
  for (std::size_t g = 0; g < found.groups.size(); ++g)
    if (const auto* tree = std::get_if<core::Dendrogram>(&found.made[g]))
      linkages[py::str(found.groups[g].name)] = linkage_array(*tree);
    else if (const auto* places = std::get_if<core::Coordinates>(&found.made[g]))
      embeddings[py::str(found.groups[g].name)] = places_array(*places);
  entry["table"] = group_rows(found);
  entry["pairs"] = group_pair_rows(found);
  entry["linkages"] = linkages;
  entry["embeddings"] = embeddings;
  entry["people"] = found.people;
  entry["people_in_several_groups"] = found.in_several;
  entry["answers_left_out"] = found.left_out;
  entry["arrangements"] = found.arrangements;
  entry["questions"] = found.questions.asked;
  entry["questions_in_all_groups"] = found.questions.common;
  entry["different_questions"] = found.questions.differ;
  entry["answers_to_other_questions"] = found.questions.left_out;
  entry["p"] = found.p();
  entry["least_p"] = found.least_p();
  entry["distance"] = found.distance.observed;
  entry["p_distance"] = found.distance.p();
  entry["permuted_distance"] = py::array_t<double>(py::cast(found.distance.permuted));
  entry["own"] = found.shares.own.value;
  entry["other"] = found.shares.other.value;
  entry["own_minus_other"] = found.nearer.observed;
  entry["standard_error"] = found.shares.difference.error;
  entry["p_own"] = found.nearer.p();
  entry["permuted_own"] = py::array_t<double>(py::cast(found.nearer.permuted));
  return entry;
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
  const files::ComparisonFile& file = input.comparisons;
  py::dict entry;
  entry["answers"] = found.answers;
  entry["questions"] = found.questions;
  entry["possible_questions"] = found.possible_questions;
  entry["choices"] = found.choices;
  entry["satisfiable"] = found.satisfiable;
  entry["groups"] = found.groups;
  entry["never"] = names_of(input, found.never());
  entry["seldom"] = names_of(input, found.seldom());
  entry["repeated"] = repetition_dict(found.repetition);
  entry["agreement_with_others"] = if_known(answers::mean_agreement(found.subjects), !found.subjects.empty());
  entry["accuracy_from_others"] = found.prediction.share;
  entry["check_rows"] = file.sheet.check_rows;
  entry["checks_failed"] = found.failed;
  entry["rows_without_answer"] = file.sheet.missing_rows;
  entry["answers_without_subject"] = found.of_nobody;
  py::list subjects, objects;
  for (const answers::Subject& subject : found.subjects) subjects.append(subject_row(subject));
  for (std::size_t i = 0; i < found.answers_about.size(); ++i) {
    py::dict row;
    row["object"] = i;
    row["name"] = file.names[i];
    row["answers"] = found.answers_about[i];
    objects.append(row);
  }
  entry["subjects"] = subjects;
  entry["objects"] = objects;
  return entry;
}

py::dict comparison_dict(const answers::Comparison& found) {
  py::dict entry, failed, seconds;
  for (const answers::HeldOut& result : found.best_first) seconds[py::str(result.method.name)] = result.seconds;
  for (const answers::HeldOut& result : found.failed) failed[py::str(result.method.name)] = result.failure;
  entry["table"] = comparison_rows(found);
  entry["fold_table"] = fold_rows(found);
  entry["best"] = found.best_first.front().method.name;
  entry["indistinguishable"] = found.as_good_as_best();
  entry["folds"] = found.folds.sentence;
  entry["errors_over"] = found.folds.errors_over();
  entry["chance"] = 1.0 / found.choices;
  entry["majority_of_others"] = if_known(found.repetition.by_majority, found.repetition.questions > 0);
  entry["ceiling"] = if_known(found.repetition.ceiling.value, found.repetition.questions > 0);
  entry["ceiling_at_most"] = if_known(found.repetition.ceiling.at_most, found.repetition.questions > 0);
  entry["left_out"] = found.left_out;
  entry["failed"] = failed;
  entry["seconds"] = seconds;
  return entry;
}

void bind_conclusions(py::module_& module) {
  module.def(
      "adjusted_rand_index",
      [](std::vector<core::Label> first, std::vector<core::Label> second) {
        return metrics::adjusted_rand_index(core::Partition(std::move(first)), core::Partition(std::move(second)));
      },
      py::arg("first"), py::arg("second"), "Of two labelings of the same objects.");
  module.def("overview", &look, py::arg("answers"));
  module.def("compare", &compare, py::arg("answers"), py::arg("methods"), py::arg("clusters"), py::arg("folds"),
             py::arg("shares"), py::arg("people"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
  module.def("compare_groups", &compare_groups, py::arg("answers"), py::arg("method"), py::arg("parameters"),
             py::arg("permutations"), py::arg("folds"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
  module.def("similarities", &similarities, py::arg("answers"), py::arg("method"), py::arg("parameters"),
             py::arg("seed"), py::arg("threads"));
  module.def("kernels", &answers::kernels_of_answers, "Names of the steps that make similarities of answers.");
}

}  // namespace tertium::python
