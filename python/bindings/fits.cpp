#include "python/bindings/fits.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "answers/conclusions/branches.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/outgroup.hpp"
#include "answers/fits/probability.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "answers/resampling/membership.hpp"
#include "answers/results/results.hpp"
#include "answers/tables/same_objects.hpp"
#include "answers/trees/merge_similarities.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "metrics/measures/product_distances.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/results.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using core::Dendrogram;

Result fit(const Given& answers, const std::string& name, const py::dict& parameters, std::uint64_t seed, int threads,
           const std::string& people) {
  const auto made = std::make_shared<Result>(
      Result{nullptr, answers.input, method_of(name, parameters), seed, {}, {}, answers.numbered});
  const answers::PeopleRule rule = answers::people_rule(people);
  in_background(threads, [made, rule] {
    answers::CountedFit found = answers::fit_counted(*made->input, made->method, made->seed, rule);
    made->fit = std::make_shared<const answers::Fit>(std::move(found.fit));
    made->people = std::move(found.people);
  });
  return *made;
}

std::optional<py::array_t<std::int64_t>> labels(const Result& result, core::Label k, core::Object least) {
  const core::Object n = result.input->comparisons.objects;
  if (k < 1 || k > n) core::fail("{} clusters cannot be made of {} objects, take 1 to {}", k, n, n);
  const std::optional<std::vector<core::Label>> labels = answers::labels_of(result.fit->product, k, least);
  if (!labels) return std::nullopt;
  return array_of(*labels);
}

std::optional<py::array_t<double>> linkage(const Result& result) {
  if (result.tree() == nullptr) return std::nullopt;
  return linkage_array(*result.tree());
}

std::optional<py::array_t<double>> embedding(const Result& result) {
  const auto* places = std::get_if<core::Coordinates>(&result.fit->product);
  if (places == nullptr) return std::nullopt;
  return places_array(*places);
}

std::string newick(const Result& result, const std::vector<std::string>& names,
                   const std::vector<std::string>& node_labels) {
  const Dendrogram& tree = result.the_tree();
  if (std::ssize(names) != tree.objects())
    core::fail("there are {} names for {} objects, give one for each", names.size(), tree.objects());
  return core::newick(tree, names, node_labels);
}

/// What predicts: the product, or, with k of 1 and more, the k clusters of a tree.
core::Product predictor(const Result& result, core::Label k) {
  if (k == 0 || result.tree() == nullptr) return result.fit->product;
  if (k > result.tree()->objects())
    core::fail("{0} clusters cannot be made of {1} objects, take 1 to {1}", k, result.tree()->objects());
  return core::Partition(*answers::labels_of(result.fit->product, k));
}

/// Whether names are numbers, as those of ids in a file are.
bool are_numbers(const std::vector<std::string>& names) {
  return std::ranges::all_of(
      names, [](const std::string& name) { return core::parse_number<std::int64_t>(name).has_value(); });
}

/// Questions or answers about the objects as the fit numbers them: by names where both have names, else as they are.
/// Throws UserError for objects that the fit does not know.
std::shared_ptr<const files::ComparisonFile> as_numbered(const Result& result, const Answers& given) {
  const std::vector<std::string>& names = result.input->comparisons.names;
  if (given.numbered || given.file->names == names) return given.file;
  if (result.numbered && !are_numbers(given.file->names)) {
    if (given.file->names.size() == names.size()) return given.file;
    core::fail(
        "these are about {} objects with names (the fit is from an array, whose {} objects have no names), fit to "
        "answers with names, too",
        given.file->names.size(), names.size());
  }
  return std::make_shared<const files::ComparisonFile>(answers::numbered_as(names, *given.file));
}

std::vector<std::int64_t> predictions(const core::Product& product, const files::ComparisonFile& questions) {
  const metrics::ProductDistances apart(product);
  const core::Object known = answers::objects_in(product);
  std::vector<std::int64_t> predicted;
  for (const core::Quadruplet& s : questions.statements) {
    const bool tells = std::max({s.i, s.j, s.k, s.l}) < known;
    const double one = tells ? apart(s.i, s.j) : 0.0, other = tells ? apart(s.k, s.l) : 0.0;
    predicted.push_back(one < other ? 1 : one > other ? -1 : 0);
  }
  return predicted;
}

std::vector<double> chances(const Result& result, const files::ComparisonFile& questions) {
  const auto* places = std::get_if<core::Coordinates>(&result.fit->product);
  const auto weight = answers::log_weight(result.method, places == nullptr ? 0 : places->dimensions);
  if (!weight) core::fail("{} has no probabilities of answers, choose another method", result.method.name);
  const metrics::ProductDistances apart(result.fit->product);
  const core::Object known = answers::objects_in(result.fit->product);
  std::vector<double> found;
  for (const core::Quadruplet& s : questions.statements)
    found.push_back(std::max({s.i, s.j, s.k, s.l}) < known
                        ? answers::chance_of((*weight)(apart(s.i, s.j)) - (*weight)(apart(s.k, s.l))).yes
                        : 0.5);
  return found;
}

py::array_t<double> doubles_of(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

/// Of the same questions as predict: how probable the first answer is; a half where the fit does not know an object.
py::array_t<double> probability(const Result& result, const Answers& questions) {
  const auto made = std::make_shared<std::vector<double>>();
  in_background(1, [made, result, file = as_numbered(result, questions)] { *made = chances(result, *file); });
  return doubles_of(*made);
}

/// Of questions anchor,first,second or i,j,k,l: 1 where the first is nearer (the first pair more alike), -1 where the
/// second is, 0 where the fit cannot tell.
py::array_t<std::int64_t> predict(const Result& result, const Answers& questions, core::Label k) {
  const auto made = std::make_shared<std::vector<std::int64_t>>();
  in_background(1, [made, result, k, file = as_numbered(result, questions)] {
    *made = predictions(predictor(result, k), *file);
  });
  return array_of(*made);
}

double score(const Result& result, const Answers& answers, core::Label k) {
  if (answers.file->statements.empty()) core::fail("there are no answers to predict, give some");
  const auto made = std::make_shared<answers::Predicted>();
  in_background(1, [made, result, k, file = as_numbered(result, answers)] {
    *made = answers::predict_all(predictor(result, k), *file);
  });
  return answers::share_predicted(std::array{*made}).value;
}

struct Found {
  answers::Resampling resampled;
  answers::BranchSupport support;
};

py::dict support(const Result& result, std::int64_t replicates, int threads, bool verbose) {
  constexpr std::int64_t kMost = 1'000'000;
  if (replicates < 1 || replicates > kMost)
    core::fail("the number of bootstrap trees is {} (1 to {} are possible), correct it", replicates, kMost);
  result.the_tree();
  const auto made = std::make_shared<Found>();
  in_background(threads, verbose, [made, result, replicates](const answers::JobCallback& progress) {
    made->resampled = resampled(result, replicates, progress);
    made->support = answers::branch_support(result.the_tree(), made->resampled);
  });
  return support_dict(*result.input, made->resampled, made->support);
}

/// Throws UserError where there are none.
void expect_answers(const Result& result, const char* what) {
  if (result.input->comparisons.statements.empty())
    core::fail("{} needs single answers (these were added up, or are a graph), give a list of answers", what);
}

py::dict local_support(const Result& result) {
  expect_answers(result, "local support");
  const auto made = std::make_shared<std::vector<metrics::VotesOnBranch>>();
  in_background(1, [made, result] { *made = answers::branch_votes(result.the_tree(), result.input->comparisons); });
  return votes_dict(*made);
}

py::array_t<double> merge_similarities(const Result& result) {
  expect_answers(result, "similarity of merges");
  const auto made = std::make_shared<std::vector<double>>();
  in_background(1, [made, result] { *made = answers::merge_similarities(result.the_tree(), *result.input); });
  return doubles_of(*made);
}

/// The same with the root of its tree beside the objects with these names.
Result rooted(const Result& result, const std::vector<std::string>& names) {
  result.the_tree();
  Result moved = result;
  moved.outgroup = answers::objects_called(names, *result.input);
  if (moved.outgroup.empty()) core::fail("the outgroup is empty, name one object or more");
  answers::check_outgroup(*result.input, result.method, moved.outgroup);
  const auto fit = std::make_shared<answers::Fit>(*result.fit);
  if (const core::Object misplaced = answers::root_by_outgroup(fit->product, moved.outgroup); misplaced > 0)
    answers::fail_apart(*result.input, moved.outgroup, misplaced);
  moved.fit = fit;
  return moved;
}

/// The tree without branches that are not `kept`, by rows of the linkage.
std::string collapsed(const Result& result, const std::vector<bool>& kept, const std::vector<std::string>& names,
                      const std::vector<std::string>& node_labels) {
  if (std::ssize(kept) + 1 != result.the_tree().objects())
    core::fail("there are {} values for the {} rows of the linkage, give one for each", kept.size(),
               result.the_tree().objects() - 1);
  if (std::ssize(names) != result.the_tree().objects())
    core::fail("there are {} names for {} objects, give one for each", names.size(), result.the_tree().objects());
  return answers::collapsed_newick(result.the_tree(), kept, names, node_labels);
}

/// Of each object the share of samples that have it in its cluster, and of each pair, both in one.
py::dict membership(const Result& result, core::Label k, std::int64_t replicates, int threads, bool verbose) {
  constexpr std::int64_t kMost = 1'000'000;
  if (replicates < 1 || replicates > kMost)
    core::fail("the number of samples is {} (1 to {} are possible), correct it", replicates, kMost);
  const std::optional<std::vector<core::Label>> labels = answers::labels_of(result.fit->product, k);
  if (!labels)
    core::fail("{} makes {} (no clusters), choose a method that ends in a linkage or a partition", result.method.name,
               name_of(result.method.returns()));
  const auto made = std::make_shared<answers::ClusterMembership>();
  in_background(threads, verbose,
                [made, result, replicates, found = core::Partition(*labels)](const answers::JobCallback& progress) {
                  *made = answers::membership(found, resampled(result, replicates, progress));
                });
  const core::Object n = result.input->comparisons.objects;
  py::array_t<double> together({n, n});
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = 0; j < n; ++j)
      together.mutable_at(i, j) = i == j ? 1.0 : n > answers::kMostOfPairs ? std::nan("") : made->share(i, j);
  py::dict found = dict_of(record_of(*made));
  found["together"] = together;
  return found;
}

py::tuple kept_result(const Result& result) {
  return py::make_tuple(object_of(Given(result.input, result.numbered)), result.method.name,
                        parameters_in(result.method), result.seed, result.outgroup, kept(result.fit->product),
                        result.fit->reports, result.fit->seconds, kept(result.people));
}

Result given_result(const py::tuple& state) {
  const auto answers = py::cast<Given>(state[0]);
  Result result{nullptr,
                answers.input,
                method_of(py::cast<std::string>(state[1]), py::cast<py::dict>(state[2])),
                py::cast<std::uint64_t>(state[3]),
                py::cast<std::vector<core::Object>>(state[4]),
                given_people(state[8]),
                answers.numbered};
  result.fit = std::make_shared<const answers::Fit>(answers::Fit{
      given_product(state[5]), py::cast<std::map<std::string, double>>(state[6]), py::cast<double>(state[7])});
  return result;
}

}  // namespace

answers::Resampling resampled(const Result& result, std::int64_t replicates, const answers::JobCallback& progress) {
  expect_answers(result, "a sample");
  const auto rule = result.people ? result.people->rule : answers::PeopleRule::kAll;
  answers::Resampling found =
      answers::resample(result.input->comparisons, result.method, replicates, result.seed,
                        answers::bytes_needed(*result.input, result.method, answers::most_counted(rule)), progress,
                        answers::counts_of(result.people));
  answers::root_by_outgroup(found.made, result.outgroup);
  return found;
}

py::dict support_dict(const answers::AnswerInput& input, const answers::Resampling& resampled,
                      const answers::BranchSupport& support) {
  py::dict found = dict_of(record_of(support));
  found["bootstrap_trees"] = answers::newick_lines(resampled, input.comparisons.names);
  found["consensus"] = answers::consensus_newick(resampled, input.comparisons.names);
  return found;
}

py::dict votes_dict(const std::vector<metrics::VotesOnBranch>& votes) {
  std::vector<double> local, concordance;
  for (std::size_t row = 0; row < votes.size(); ++row) {
    const bool root = row + 1 == votes.size();
    local.push_back(root ? std::numeric_limits<double>::quiet_NaN() : votes[row].support());
    concordance.push_back(root ? std::numeric_limits<double>::quiet_NaN() : votes[row].concordance());
  }
  py::dict found;
  found["local"] = doubles_of(local);
  found["concordance"] = doubles_of(concordance);
  return found;
}

py::array_t<double> places_array(const core::Coordinates& places) {
  py::array_t<double> array({places.objects, places.dimensions});
  std::copy(places.values.begin(), places.values.end(), array.mutable_data());
  return array;
}

py::array_t<double> linkage_array(const Dendrogram& tree) {
  const std::vector<std::array<double, 4>> rows = core::scipy_linkage(tree);
  py::array_t<double> array({rows.size(), std::size_t{4}});
  for (std::size_t row = 0; row < rows.size(); ++row)
    std::copy(rows[row].begin(), rows[row].end(), array.mutable_data(static_cast<py::ssize_t>(row), 0));
  return array;
}

void bind_fits(py::module_& module) {
  py::class_<Result> fits(module, "Fit", "The result of a method for answers.");
  bind_places(module, fits);
  fits.def("labels", &labels, py::arg("k"), py::arg("least") = 1,
           "int64, (objects,): k clusters of a tree, or those of a partition; or None")
      .def_property_readonly("linkage", &linkage, "float64, (objects - 1, 4), as scipy's; None without a tree")
      .def_property_readonly("embedding", &embedding, "float64, (objects, dimensions); None without coordinates")
      .def_property_readonly("given", [](const Result& r) { return object_of(Given(r.input, r.numbered)); })
      .def_property_readonly("reports", [](const Result& r) { return r.fit->reports; })
      .def_property_readonly(
          "seconds", [](const Result& r) { return r.fit->seconds; }, "time of the method alone")
      .def_property_readonly("method", [](const Result& r) { return r.method.text(); })
      .def("newick", &newick, py::arg("names"), py::arg("node_labels"))
      .def("predict", &predict, py::arg("questions"), py::arg("k") = 0,
           "from k clusters of a tree; 0: from the product")
      .def("probability", &probability, py::arg("questions"))
      .def_property_readonly("people", [](const Result& r) { return people_rows(*r.input, r.people); })
      .def("score", &score, py::arg("answers"), py::arg("k") = 0, "the fraction of the answers that is predicted")
      .def("support", &support, py::arg("replicates"), py::arg("threads"), py::arg("verbose"))
      .def("local_support", &local_support)
      .def("merge_similarities", &merge_similarities)
      .def("rooted", &rooted, py::arg("names"))
      .def("collapsed", &collapsed, py::arg("kept"), py::arg("names"), py::arg("node_labels"))
      .def("membership", &membership, py::arg("k"), py::arg("replicates"), py::arg("threads"), py::arg("verbose"))
      .def(py::pickle(&kept_result, &given_result));
  module.def("fit", &fit, py::arg("answers"), py::arg("method"), py::arg("parameters") = py::dict(),
             py::arg("seed") = 1, py::arg("threads") = 0, py::arg("people") = "all");
}

}  // namespace tertium::python
