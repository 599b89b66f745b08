#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/tables/answer_arrays.hpp"
#include "answers/tables/people_groups.hpp"
#include "core/base/error.hpp"
#include "files/answers/layout/chosen.hpp"
#include "files/answers/layout/grades.hpp"
#include "files/answers/read.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/words.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using files::AnswerForm;
using files::FieldMeaning;
using files::HeaderLine;
using Names = std::vector<std::string>;

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <typename Value>
Value chosen(const char* what, const std::string& text, const Choices<Value>& choices) {
  Names known;
  for (const auto& [name, value] : choices) {
    if (name == text || name == text + "s") return value;  // a kind in the singular, too
    known.push_back(name);
  }
  core::fail_unknown(what, text, known);
}

Choices<std::optional<AnswerForm>> forms() {
  Choices<std::optional<AnswerForm>> choices;
  for (const AnswerForm form :
       {AnswerForm::kTriplet, AnswerForm::kQuadruplet, AnswerForm::kOddOneOut, AnswerForm::kMostCentral})
    choices.emplace_back(name_of(form), form);
  return choices;
}

void check_columns(const Names& columns) {
  if (const std::string problem = files::columns_problem(columns); !problem.empty()) core::fail("columns: {}", problem);
}

/// How rows are read, by the parameters of tertium.read that Python checked.
files::ComparisonOptions reading_of(const py::dict& given) {
  const auto text = [&](const char* name) { return py::cast<std::string>(given[name]); };
  const auto words = [&](const char* name) { return py::cast<Names>(given[name]); };
  Choices<std::optional<AnswerForm>> kinds = forms();
  kinds.emplace_back("auto", std::nullopt);
  files::ComparisonOptions reading;
  reading.form = chosen("kind of answers", text("kind"), kinds);
  reading.columns = words("columns");
  check_columns(reading.columns);
  reading.fields = chosen<FieldMeaning>("base", text("base"),
                                        {{"auto", FieldMeaning::kGuess},
                                         {"0", FieldMeaning::kZeroIds},
                                         {"1", FieldMeaning::kOneIds},
                                         {"none", FieldMeaning::kNames}});
  reading.header = chosen<HeaderLine>(
      "header", text("header"), {{"auto", HeaderLine::kGuess}, {"yes", HeaderLine::kYes}, {"no", HeaderLine::kNo}});
  reading.skip_bad = py::cast<bool>(given["skip_bad"]);
  reading.objects = py::cast<core::Object>(given["n_objects"]);
  reading.metadata = {.dropped_subjects = words("drop_subjects"), .sets = words("sets"), .where = words("where")};
  if (const std::string problem = files::where_problem(reading.metadata.where); !problem.empty())
    core::fail("where: {}", problem);
  reading.missing = words("missing");
  reading.answers = words("answers");
  if (const std::string problem = files::answers_problem(reading.answers); !problem.empty())
    core::fail("answers: {}", problem);
  reading.grades = words("grades");
  if (const std::string problem = files::Grades::problem(reading.grades); !problem.empty())
    core::fail("grades: {}", problem);
  reading.ties = chosen<bool>("ties", text("ties"), {{"leave-out", false}, {"data", true}});
  if (!text("preset").empty()) reading.preset = files::find_preset(text("preset")).name;
  reading.questions = text("questions");
  reading.normalize = py::cast<bool>(given["normalize"]);
  reading.origins = true;
  return reading;
}

/// The name of a parameter that says something which only files have; empty: none was given.
std::string file_option(const answers::AnswerSource& source) {
  const files::ComparisonOptions& reading = source.reading;
  std::string name;
  for (const auto& [option, given] : {std::pair("columns", !reading.columns.empty()),
                                      {"responses", !reading.responses.empty()},
                                      {"sets", !reading.metadata.sets.empty()},
                                      {"drop_subjects", !reading.metadata.dropped_subjects.empty()},
                                      {"where", !reading.metadata.where.empty()},
                                      {"missing", !reading.missing.empty()},
                                      {"answers", !reading.answers.empty()},
                                      {"grades", !reading.grades.empty()},
                                      {"ties", reading.ties},
                                      {"preset", !reading.preset.empty()},
                                      {"questions", !reading.questions.empty()},
                                      {"normalize", reading.normalize},
                                      {"names", !source.names.empty()}})
    if (given) name = option;
  return name;
}

Answers read(const Names& paths, const std::string& names, const std::string& responses, const py::dict& how) {
  const std::string& path = paths.front();
  answers::AnswerSource source{
      .path = path, .others = {paths.begin() + 1, paths.end()}, .reading = reading_of(how), .names = names};
  source.reading.responses = responses;
  source.file_option = file_option(source);
  auto result = std::make_shared<answers::AnswerInput>();
  in_background(0, [result, source] { *result = answers::read_answer_input(source); });
  return Answers(std::move(*result), names.empty() && files::is_npy_file(path));
}

/// A table as a file with a header is read: unlike that of a file, what it says is never taken for an answer.
Answers read_text(std::string text, const py::dict& how) {
  files::ComparisonOptions reading = reading_of(how);
  reading.header = HeaderLine::kNamed;
  auto result = std::make_shared<answers::AnswerInput>();
  in_background(0, [result, reading, text = std::move(text)]() mutable {
    files::CsvReader rows("the data frame", std::move(text), files::CsvReader::BadText::kRowByRow);
    result->comparisons = files::read_comparisons(rows, reading);
  });
  return Answers(std::move(*result));
}

Answers from_arrays(const Integers& rows, const std::string& kind, const Integers& counts, const Integers& subjects,
                    const Integers& groups, std::int64_t objects) {
  const AnswerForm form = *chosen("kind of answers", kind, forms());
  const auto width = static_cast<py::ssize_t>(answers::fields_in(form));
  if (rows.ndim() != 2 || rows.shape(1) != width)
    core::fail("{} are an array of shape (answers, {}), give such an array", kind, width);
  for (const auto& [name, array] : {std::pair("counts", &counts), {"subjects", &subjects}, {"groups", &groups}})
    if (array->size() != 0 && array->size() != rows.shape(0))
      core::fail("there are {} {} for {} answers, give one for each", array->size(), name, rows.shape(0));
  const answers::AnswerArrays arrays{form, span_of(rows), span_of(counts), span_of(subjects), span_of(groups), objects};
  const py::gil_scoped_release without_gil;
  return Answers({.comparisons = answers::comparisons_of(arrays)}, true);
}

/// The same answers in the groups of those who gave them, by a table of people or by two lists side by side.
Answers grouped(const Answers& answers, const answers::PeopleGroups& given) {
  answers::AnswerInput input = *answers.input;
  answers::take_groups(given, input.comparisons);
  return Answers(std::move(input), answers.numbered);
}

Answers grouped_by_table(const Answers& answers, const std::string& path) {
  const py::gil_scoped_release without_gil;
  return grouped(answers, answers::read_people_groups(path));
}

Answers grouped_by_lists(const Answers& answers, const Names& subjects, const Names& groups) {
  answers::PeopleGroups given{.source = "groups"};
  for (std::size_t k = 0; k < subjects.size(); ++k) given.members.push_back({subjects[k], groups.at(k)});
  return grouped(answers, given);
}

std::size_t answers_in(const files::ComparisonFile& file) {
  return file.statements.size() / static_cast<std::size_t>(files::statements_of(file.form));
}

py::array_t<std::int64_t> rows_of(const Answers& answers) {
  const files::ComparisonFile& file = *answers.file;
  const std::size_t count = answers_in(file), width = answers::fields_in(file.form);
  py::array_t<std::int64_t> array({count, width});
  auto at = array.mutable_unchecked<2>();
  for (std::size_t k = 0; k < count; ++k) {
    const std::array<core::Object, 4> fields = answers::fields_of_answer(file, k);
    for (std::size_t field = 0; field < width; ++field)
      at(static_cast<py::ssize_t>(k), static_cast<py::ssize_t>(field)) = fields[field];
  }
  return array;
}

/// One whole number for each answer.
template <typename Number>
py::array_t<std::int64_t> of_each(const Answers& answers, const Number& number) {
  const auto step = static_cast<std::size_t>(files::statements_of(answers.file->form));
  py::array_t<std::int64_t> array(static_cast<py::ssize_t>(answers_in(*answers.file)));
  for (py::ssize_t k = 0; k < array.size(); ++k)
    array.mutable_at(k) = number(*answers.file, static_cast<std::size_t>(k) * step);
  return array;
}

std::int64_t count_at(const files::ComparisonFile& file, std::size_t statement) {
  return file.counts.empty() ? 1 : file.counts[statement];
}
std::int64_t subject_at(const files::ComparisonFile& file, std::size_t statement) {
  return file.metadata.origins.empty() ? -1 : file.metadata.origins[statement].subject;
}
std::int64_t set_at(const files::ComparisonFile& file, std::size_t statement) {
  return file.metadata.origins.empty() ? -1 : file.metadata.origins[statement].set;
}
std::int64_t group_at(const files::ComparisonFile& file, std::size_t statement) {
  return file.metadata.origins.empty() ? -1 : file.metadata.origins[statement].group;
}

std::string shown(const Answers& answers) {
  const std::int64_t given = answers.file->answers();
  const auto rows = static_cast<std::int64_t>(answers_in(*answers.file));
  return fmt::format("<tertium.Answers{}{}: {}, {} objects, {} answers{}>", answers.source.empty() ? "" : " ",
                     answers.source, name_of(answers.file->form), answers.file->objects, given,
                     rows == given ? "" : fmt::format(" in {} rows", rows));
}

/// Those in some rows, so often as `counts` says; empty: as before.
Answers taken(const Answers& answers, const py::object& given_rows, const py::object& given_counts) {
  for (const py::object& given : {given_rows, given_counts}) {
    const py::array numbers = py::array::ensure(given);
    if (!numbers || numbers.ndim() != 1 ||
        (numbers.size() > 0 && numbers.dtype().kind() != 'i' && numbers.dtype().kind() != 'u'))
      core::fail("rows and counts are lists of whole numbers, give such lists");
  }
  const auto rows = py::cast<Integers>(given_rows), counts = py::cast<Integers>(given_counts);
  answers::AnswerInput some{.source = answers.input->source,
                            .stem = answers.input->stem,
                            .comparisons = answers::some_answers(*answers.file, span_of(rows), span_of(counts)),
                            .truth = answers.input->truth,
                            .outlier = answers.input->outlier};
  return Answers(std::move(some), answers.numbered);
}

/// An answer as the names of its objects.
py::tuple names_in(const Answers& answers, std::size_t answer) {
  const std::array<core::Object, 4> fields = answers::fields_of_answer(*answers.file, answer);
  py::tuple names(answers::fields_in(answers.file->form));
  for (std::size_t field = 0; field < names.size(); ++field)
    names[field] = answers.file->names[static_cast<std::size_t>(fields[field])];
  return names;
}

/// As numpy takes rows out of an array: by a number, a slice, numbers or a mask.
py::object item(const Answers& answers, py::object key) {
  if (py::isinstance<py::int_>(key) && !py::isinstance<py::bool_>(key)) {
    const auto all = static_cast<std::int64_t>(answers_in(*answers.file));
    const auto row = py::cast<std::int64_t>(key);
    if (row < -all || row >= all) throw py::index_error(fmt::format("there is no answer {} (there are {})", row, all));
    return names_in(answers, static_cast<std::size_t>(row < 0 ? row + all : row));
  }
  if (py::isinstance<py::tuple>(key) && py::len(key) == 2 && py::isinstance<py::ellipsis>(py::tuple(key)[1]))
    key = py::tuple(key)[0];
  const py::object rows = py::module_::import("numpy").attr("arange")(answers_in(*answers.file))[key];
  if (!py::isinstance<py::array>(rows)) return names_in(answers, py::cast<std::size_t>(rows));
  if (py::cast<py::array>(rows).ndim() != 1)
    throw py::index_error("answers are indexed by a number, a slice, a list of numbers or a mask");
  return py::cast(taken(answers, rows, Integers(0)));
}

}  // namespace

void bind_answers(py::module_& module) {
  py::class_<Given>(module, "Given", "Answers or a graph.")
      .def_property_readonly("n_objects", [](const Given& given) { return given.file->objects; })
      .def_property_readonly(
          "names", [](const Given& given) { return given.file->names; }, "one for each object")
      .def_property_readonly(
          "notes",
          [](const Given& given) {
            Names notes = given.file->notes;
            for (std::string& note : notes) note = in_python(note);
            return notes;
          },
          "how the file was interpreted, one line each")
      .def_readonly("source", &Given::source, "a path, the name of a data set, or empty");
  py::class_<Answers, Given>(module, "Answers", "Answers, as read() and from_arrays() make them; they never change.")
      .def_property_readonly(
          "kind", [](const Answers& a) { return name_of(a.file->form); },
          "triplets, quadruplets, odd-one-outs or most-central")
      .def_property_readonly("array", &rows_of,
                             "int64, (answers, 3): anchor,near,far, or a,b,odd, or central,a,b; of quadruplets "
                             "(answers, 4): i,j,k,l. Objects are numbered from 0")
      .def_property_readonly(
          "counts", [](const Answers& a) { return of_each(a, count_at); }, "int64, how often each answer was given")
      .def_property_readonly(
          "subjects", [](const Answers& a) { return of_each(a, subject_at); },
          "int64, the participant of each answer, as a position in subject_names; -1: not known")
      .def_property_readonly("subject_names", [](const Answers& a) { return a.file->metadata.subjects; })
      .def_property_readonly(
          "sets", [](const Answers& a) { return of_each(a, set_at); },
          "int64, the set of each answer, as a position in set_names; -1: not known")
      .def_property_readonly("set_names", [](const Answers& a) { return a.file->metadata.sets; })
      .def_property_readonly(
          "groups", [](const Answers& a) { return of_each(a, group_at); },
          "int64, the group or condition of each answer, as a position in group_names; -1: not known")
      .def_property_readonly("group_names", [](const Answers& a) { return a.file->metadata.groups; })
      .def_property_readonly(
          "shape", [](const Answers& a) { return std::pair(answers_in(*a.file), answers::fields_in(a.file->form)); },
          "the shape of array")
      .def(
          "__len__", [](const Answers& a) { return answers_in(*a.file); }, "number of answers; counts are not added")
      .def(
          "__getitem__", &item,
          "answers[7] is a row as the names of its objects; answers[:100], answers[rows] and answers[mask] are Answers "
          "about the same objects, with their counts and subjects")
      .def(
          "__iter__",
          [](const py::object& self) {
            const py::module_ builtins = py::module_::import("builtins");
            return builtins.attr("map")(self.attr("__getitem__"), builtins.attr("range")(py::len(self)));
          },
          "the rows as names of objects")
      .def("taken", &taken, py::arg("rows"), py::arg("counts") = Integers(0),
           "The answers in some rows, with these counts")
      .def(py::pickle(static_cast<py::tuple (*)(const Answers&)>(&kept), &given_answers))
      .def("__repr__", &shown);
  module.def("read", &read, py::arg("path"), py::arg("names"), py::arg("responses"), py::arg("how"));
  module.def("read_text", &read_text, py::arg("text"), py::arg("how"));
  module.def(
      "lacks_answer",
      [](const Names& header) {
        const std::vector<std::string_view> words(header.begin(), header.end());
        return files::ComparisonHeader(words).lacking(3) == Names{"answer"};
      },
      py::arg("header"), "whether the columns are an anchor and two others, without the answer");
  module.def(
      "short_names", [](const Names& names) { return files::short_names(names); }, py::arg("names"),
      "for pictures: the last part of a path, without its extension");
  module.def("grouped_by_table", &grouped_by_table, py::arg("answers"), py::arg("path"));
  module.def("grouped_by_lists", &grouped_by_lists, py::arg("answers"), py::arg("subjects"), py::arg("groups"));
  module.def("from_arrays", &from_arrays, py::arg("rows"), py::arg("kind"), py::arg("counts"), py::arg("subjects"),
             py::arg("groups"), py::arg("n_objects"));
}

}  // namespace tertium::python
