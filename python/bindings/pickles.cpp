// What pickle keeps: answers, and what methods made of them, as tuples of numbers, texts and arrays.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using files::AnswerOrigin;

/// Changes where what is kept does: a pickle is read by the version that wrote it.
constexpr int kVersion = 5;

template <typename Number>
py::array_t<Number> kept(const std::vector<Number>& numbers) {
  return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

template <typename Number>
std::vector<Number> given(const py::handle& array) {
  const auto numbers = py::cast<py::array_t<Number, py::array::c_style | py::array::forcecast>>(array);
  return std::vector<Number>(numbers.data(), numbers.data() + numbers.size());
}

py::tuple kept(const std::vector<AnswerOrigin>& origins) {
  std::vector<std::int32_t> subjects, sets, groups, places;
  std::vector<double> times;
  for (const AnswerOrigin& origin : origins) {
    subjects.push_back(origin.subject);
    sets.push_back(origin.set);
    times.push_back(origin.time);
    groups.push_back(origin.group);
    places.push_back(origin.place);
  }
  return py::make_tuple(kept(subjects), kept(sets), kept(times), kept(groups), kept(places));
}

std::vector<AnswerOrigin> given_origins(const py::tuple& state) {
  const auto subjects = given<std::int32_t>(state[0]), sets = given<std::int32_t>(state[1]),
             groups = given<std::int32_t>(state[3]), places = given<std::int32_t>(state[4]);
  const auto times = given<double>(state[2]);
  std::vector<AnswerOrigin> origins;
  for (std::size_t k = 0; k < subjects.size(); ++k)
    origins.push_back({subjects[k], sets.at(k), times.at(k), groups.at(k), static_cast<std::int8_t>(places.at(k))});
  return origins;
}

py::tuple kept(const files::AnswerSheet& sheet) {
  py::list checks;
  for (const files::AttentionCheck& check : sheet.checks)
    checks.append(py::make_tuple(check.subject, check.passed, check.question, check.answer));
  return py::make_tuple(sheet.subjects, sheet.sets, sheet.times, kept(sheet.origins), kept(sheet.unsaid), checks,
                        sheet.unsaid_rows, sheet.blank_rows, sheet.check_rows, sheet.dropped_rows, sheet.other_set_rows,
                        sheet.groups, sheet.dropped);
}

files::AnswerSheet given_sheet(const py::tuple& state) {
  files::AnswerSheet sheet;
  sheet.subjects = py::cast<std::vector<std::string>>(state[0]);
  sheet.sets = py::cast<std::vector<std::string>>(state[1]);
  sheet.times = py::cast<bool>(state[2]);
  sheet.origins = given_origins(state[3]);
  sheet.unsaid = given_origins(state[4]);
  for (const py::handle item : state[5]) {
    const auto check = py::cast<py::tuple>(item);
    sheet.checks.push_back({py::cast<std::int32_t>(check[0]), py::cast<std::optional<bool>>(check[1]),
                            py::cast<std::string>(check[2]), py::cast<std::string>(check[3])});
  }
  sheet.unsaid_rows = py::cast<std::int64_t>(state[6]);
  sheet.blank_rows = py::cast<std::int64_t>(state[7]);
  sheet.check_rows = py::cast<std::int64_t>(state[8]);
  sheet.dropped_rows = py::cast<std::int64_t>(state[9]);
  sheet.other_set_rows = py::cast<std::int64_t>(state[10]);
  sheet.groups = py::cast<std::vector<std::string>>(state[11]);
  sheet.dropped = py::cast<std::vector<std::string>>(state[12]);
  return sheet;
}

py::tuple kept(const files::ComparisonFile& file) {
  std::vector<core::Object> objects;
  for (const core::Quadruplet& s : file.statements) objects.insert(objects.end(), {s.i, s.j, s.k, s.l});
  return py::make_tuple(static_cast<int>(file.form), file.objects, file.names, kept(objects), kept(file.counts),
                        file.rows, file.bad_rows, file.remarks, kept(file.sheet));
}

files::ComparisonFile given_file(const py::tuple& state) {
  files::ComparisonFile file;
  file.form = static_cast<files::AnswerForm>(py::cast<int>(state[0]));
  file.objects = py::cast<core::Object>(state[1]);
  file.names = py::cast<std::vector<std::string>>(state[2]);
  const auto objects = given<core::Object>(state[3]);
  for (std::size_t k = 0; k + 3 < objects.size(); k += 4)
    file.statements.push_back({objects[k], objects[k + 1], objects[k + 2], objects[k + 3]});
  if (std::ranges::any_of(objects, [&](core::Object object) { return object < 0 || object >= file.objects; }) ||
      std::ssize(file.names) != file.objects)
    core::fail("this pickle of answers is damaged, read the file again");
  file.counts = given<std::int32_t>(state[4]);
  file.rows = py::cast<std::int64_t>(state[5]);
  file.bad_rows = py::cast<std::int64_t>(state[6]);
  file.remarks = py::cast<std::vector<std::string>>(state[7]);
  file.sheet = given_sheet(state[8]);
  return file;
}

std::vector<core::Label> labels_of(const core::Partition& partition) {
  return {partition.labels().begin(), partition.labels().end()};
}

py::tuple kept(const core::Dendrogram& tree) {
  std::vector<core::Node> merges;
  for (const core::Merge& merge : tree.merges()) merges.insert(merges.end(), {merge.left, merge.right});
  return py::make_tuple("tree", kept(labels_of(tree.leaves())), kept(merges),
                        kept(std::vector<double>(tree.lengths().begin(), tree.lengths().end())));
}

core::Dendrogram given_tree(const py::tuple& state) {
  core::Dendrogram tree{core::Partition(given<core::Label>(state[1]))};
  const auto merges = given<core::Node>(state[2]);
  for (std::size_t k = 0; k + 1 < merges.size(); k += 2) tree.merge(merges[k], merges[k + 1]);
  if (auto lengths = given<double>(state[3]); !lengths.empty()) tree.set_lengths(std::move(lengths));
  return tree;
}

}  // namespace

py::tuple kept(const Answers& answers) {
  const answers::AnswerInput& input = *answers.input;
  std::optional<std::vector<core::Label>> truth;
  if (input.truth) truth = labels_of(*input.truth);
  return py::make_tuple(kVersion, input.source, input.stem, kept(input.comparisons), truth, input.outlier,
                        answers.numbered);
}

Answers given_answers(const py::tuple& state) {
  if (state.empty() || py::cast<int>(state[0]) != kVersion)
    core::fail("this pickle of answers is of another version, read the file again");
  answers::AnswerInput input;
  input.source = py::cast<std::string>(state[1]);
  input.stem = py::cast<std::string>(state[2]);
  input.comparisons = given_file(state[3]);
  if (const auto truth = py::cast<std::optional<std::vector<core::Label>>>(state[4])) input.truth.emplace(*truth);
  input.outlier = py::cast<std::vector<bool>>(state[5]);
  return Answers(std::move(input), py::cast<bool>(state[6]));
}

py::tuple kept(const core::Product& product) {
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) return kept(*tree);
  if (const auto* partition = std::get_if<core::Partition>(&product))
    return py::make_tuple("partition", kept(labels_of(*partition)));
  const auto& places = std::get<core::Coordinates>(product);
  return py::make_tuple("places", places.objects, places.dimensions, kept(places.values),
                        places.likeness == core::Likeness::kProduct);
}

core::Product given_product(const py::tuple& state) {
  const auto kind = py::cast<std::string>(state[0]);
  if (kind == "tree") return given_tree(state);
  if (kind == "partition") return core::Partition(given<core::Label>(state[1]));
  return core::Coordinates{py::cast<core::Object>(state[1]), py::cast<int>(state[2]), given<double>(state[3]),
                           py::cast<bool>(state[4]) ? core::Likeness::kProduct : core::Likeness::kDistance};
}

py::object kept(const std::optional<answers::CountedPeople>& people) {
  if (!people) return py::none();
  std::vector<std::int64_t> tallies;
  for (const answers::Foretold& one : people->foretold)
    tallies.insert(tallies.end(), {one.answers, one.sixths, one.undecided});
  return py::make_tuple(name_of(people->rule), kept(tallies), kept(people->weights), kept(people->of_answers));
}

std::optional<answers::CountedPeople> given_people(const py::object& state) {
  if (state.is_none()) return std::nullopt;
  const auto parts = py::cast<py::tuple>(state);
  answers::CountedPeople people{.rule = answers::people_rule(py::cast<std::string>(parts[0])),
                                .weights = given<std::int32_t>(parts[2]),
                                .of_answers = given<std::int32_t>(parts[3])};
  const auto tallies = given<std::int64_t>(parts[1]);
  for (std::size_t k = 0; k + 2 < tallies.size(); k += 3)
    people.foretold.push_back({tallies[k], tallies[k + 1], tallies[k + 2]});
  return people;
}

}  // namespace tertium::python
