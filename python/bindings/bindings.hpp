#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "answers/resampling/people.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/method.hpp"
#include "core/methods/product.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::python {

/// What methods are given, which Python objects and running computations share.
struct Given {
  explicit Given(std::shared_ptr<const answers::AnswerInput> read, bool of_numbers = false)
      : input(std::move(read)), file(input, &input->comparisons), source(input->source), numbered(of_numbers) {}
  explicit Given(answers::AnswerInput read, bool of_numbers = false)
      : Given(std::make_shared<const answers::AnswerInput>(std::move(read)), of_numbers) {}

  std::shared_ptr<const answers::AnswerInput> input;
  std::shared_ptr<const files::ComparisonFile> file;  ///< of these
  std::string source;                                 ///< a path, the name of a data set, or empty
  bool numbered;                                      ///< arrays, whose objects have numbers and no names
};

/// Somebody's answers.
struct Answers : Given {
  using Given::Given;
};

/// A graph: there are no answers.
struct Graph : Given {
  using Given::Given;
};

/// Answers or a graph, as it is.
pybind11::object object_of(const Given& given);

/// Whole numbers as numpy gives them, whatever type they had.
using Integers = pybind11::array_t<std::int64_t, pybind11::array::c_style | pybind11::array::forcecast>;

template <typename Number, int kFlags>
std::span<const Number> span_of(const pybind11::array_t<Number, kFlags>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// The same whole numbers for numpy.
template <typename Number>
pybind11::array_t<std::int64_t> array_of(const std::vector<Number>& numbers) {
  pybind11::array_t<std::int64_t> array(static_cast<pybind11::ssize_t>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), array.mutable_data());
  return array;
}
/// float64, (objects - 1, 4), as scipy's.
pybind11::array_t<double> linkage_array(const core::Dendrogram& tree);

// What was concluded, as dicts of plain values with None for what is not known; the package makes objects of them.
pybind11::dict overview_dict(const answers::AnswerInput& input, const answers::Overview& found);
pybind11::dict comparison_dict(const answers::Comparison& found);
pybind11::dict number_dict(const answers::NumberChoice& found);
pybind11::dict clustering_dict(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                               const answers::Clustering& found);
pybind11::dict support_dict(const answers::AnswerInput& input, const answers::Resampling& resampled,
                            const answers::BranchSupport& support);

/// Local support and concordance by rows of the linkage; NaN of the root, and where no answer decides.
pybind11::dict votes_dict(const std::vector<metrics::VotesOnBranch>& votes);

/// A row for each person who answered; None where all answers count the same.
pybind11::object people_rows(const answers::AnswerInput& input, const std::optional<answers::CountedPeople>& people);

/// float64, (objects, dimensions).
pybind11::array_t<double> places_array(const core::Coordinates& places);

/// The method of that name, its parameters set to the values of a dict. Throws UsageError.
core::Method method_of(const std::string& name, const pybind11::dict& parameters);
/// The values of all its parameters.
pybind11::dict parameters_in(const core::Method& method);
core::Method with_parameters(core::Method method, const pybind11::dict& parameters);

// What pickle keeps of answers and products, and these again. Throws UserError for what another version kept.
pybind11::tuple kept(const Answers& answers);
Answers given_answers(const pybind11::tuple& state);
pybind11::tuple kept(const Graph& graph);
Graph given_graph(const pybind11::tuple& state);
pybind11::tuple kept(const core::Product& product);
core::Product given_product(const pybind11::tuple& state);
pybind11::object kept(const std::optional<answers::CountedPeople>& people);
std::optional<answers::CountedPeople> given_people(const pybind11::object& state);

// What each file adds to the module.
void bind_answers(pybind11::module_& module);
void bind_graphs(pybind11::module_& module);
void bind_programs(pybind11::module_& module);
void bind_methods(pybind11::module_& module);
void bind_fits(pybind11::module_& module);
void bind_clusterings(pybind11::module_& module);
void bind_conclusions(pybind11::module_& module);
void bind_study(pybind11::module_& module);
void bind_asking(pybind11::module_& module);
void bind_trees(pybind11::module_& module);
void bind_background(pybind11::module_& module);
void bind_results(pybind11::module_& module);
void bind_object_steps(pybind11::module_& module);

}  // namespace tertium::python
