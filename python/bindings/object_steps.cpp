// Objects of Python as steps of methods: whatever has fit, and labels_, linkage_ or embedding_ afterwards.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/added_steps.hpp"
#include "files/structures/tree_file.hpp"
#include "outside/exchange/inputs.hpp"
#include "outside/exchange/products.hpp"
#include "outside/steps/outside_step.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// fit(rows, objects) -> (what it made, its values); let go with the GIL.
using Fit = std::shared_ptr<py::function>;

Fit shared(py::function fit) {
  return {new py::function(std::move(fit)), [](py::function* held) {
            const py::gil_scoped_acquire with_gil;
            delete held;
          }};
}

files::NumberTable table_of(const Doubles& array, const std::string& name) {
  if (array.ndim() != 2) core::fail("{} has {} dimensions (two are needed), correct it", name, array.ndim());
  const std::span<const double> values = span_of(array);
  return {static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1)),
          {values.begin(), values.end()}};
}

core::Dendrogram tree_of(const files::NumberTable& rows, core::Object n, const std::string& name) {
  std::vector<std::array<std::int64_t, 2>> merges;
  std::vector<double> heights;
  for (std::size_t row = 0; row < rows.rows && rows.columns >= 2; ++row) {
    merges.push_back({static_cast<std::int64_t>(rows(row, 0)), static_cast<std::int64_t>(rows(row, 1))});
    if (rows.columns > 2) heights.push_back(rows(row, 2));
  }
  return outside::checked_linkage(files::tree_of_merges(merges, {}, name), heights, n, name);
}

core::Product product_of(const py::tuple& made, core::Object n) {
  const auto name = made[0].cast<std::string>();
  if (name == "labels_") return outside::checked_labels(made[1].cast<std::vector<std::string>>(), n, name);
  const files::NumberTable table = table_of(made[1].cast<Doubles>(), name);
  if (name == "linkage_") return tree_of(table, n, name);
  return outside::checked_places(table, n, name);
}

/// Calls the object; what it raises, and what is wrong with what it made, is a UserError of one line.
core::Product fitted(const Fit& fit, const std::string& name, const core::Problem& problem, core::Provision answers) {
  const outside::AnswerRows rows = outside::answer_rows(problem, answers);
  const py::gil_scoped_acquire with_gil;
  try {
    py::array_t<std::int64_t> array({static_cast<py::ssize_t>(rows.count()), static_cast<py::ssize_t>(rows.width)});
    std::ranges::copy(rows.objects, array.mutable_data());
    return product_of((*fit)(std::move(array), problem.objects), problem.objects);
  } catch (py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt)) throw;
    core::fail("{}: {}", name, core::one_plain_line(std::string(error.what()).substr(0, 300)));
  } catch (const py::cast_error&) {
    core::fail("{}: its result is not a table of numbers, correct it", name);
  } catch (const core::UserError& error) {
    core::fail("{}: {}", name, error.what());
  }
}

/// Fits once, to see what it makes, and keeps the step: methods that have it may live as long as the process.
void add_object(const std::string& name, py::function function, const Answers& answers) {
  static auto* const kept = new std::vector<core::AddedStep>();  // never let go: Python may be gone by then
  const bool pairs = answers.file->form == files::AnswerForm::kQuadruplet;
  const core::Provision needed = pairs ? core::Provision::kQuadruplets : core::Provision::kTriplets;
  const Fit fit = shared(std::move(function));
  core::Step step;
  step.name = name;
  step.edition = fmt::format("object-{}", kept->size());
  step.sentence = "a Python object";
  step.needs = core::Provisions{needed};
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.counts_answers = true;
  step.unknown_time = true;
  step.draws_objects = true;
  step.run = [fit, name, needed](const core::StepRun& run) { return fitted(fit, name, run.problem, needed); };
  step.returns = kind_of(fitted(fit, name, answers::problem_of(*answers.input, 1).problem, needed));
  kept->push_back(core::add_step(std::move(step), core::SameName::kReplaces));
}

}  // namespace

void bind_object_steps(py::module_& module) {
  module.def(
      "add_object", &add_object, py::arg("name"), py::arg("fit"), py::arg("answers"),
      "Adds a step for methods: fit(rows, objects) returns the name labels_, linkage_ or embedding_, and its value.");
  module.def(
      "add_steps",
      [](const std::string& file) {
        outside::add_outside_steps(outside::read_declarations(std::filesystem::path(file)));
      },
      py::arg("file"), "Adds the steps that the sections [step.NAME] of an INI file declare.");
}

}  // namespace tertium::python
