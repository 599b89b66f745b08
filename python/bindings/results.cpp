// What is concluded, as Python has it.
#include "python/bindings/results.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "answers/results/results.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using files::Json;

py::list list_of(const Json& values) {
  py::list list;
  for (const Json& value : values) list.append(object_of(value));
  return list;
}

py::dict items_of(const Json& values) {
  py::dict items;
  for (const auto& [name, value] : values.items()) items[py::str(name)] = object_of(value);
  return items;
}

/// Groups of which nothing is known, as some functions of them need them.
answers::GroupComparison some_groups() {
  answers::GroupComparison some{.groups = {{"a"}, {"b"}}};
  some.distance.permuted = some.nearer.permuted = {0.0};
  return some;
}

/// What each result tells, by its name: names of fields, and what they are.
py::dict results() {
  const answers::AnswerInput input;
  const answers::Clustering clusters;
  const answers::TreePair pair;
  const answers::TreeSet set;
  const answers::GroupComparison groups = some_groups();
  const std::vector<std::pair<const char*, files::Record>> records{
      {"overview", record_of(answers::Overview(), input)},
      {"subject", record_of(answers::Subject())},
      {"object", answers::object_of(0, {""})},
      {"repeated", record_of(answers::Repetition())},
      {"comparison", record_of(answers::Comparison())},
      {"comparison row", record_of(answers::ComparisonRow(), {})},
      {"fold row", record_of(answers::FoldRow())},
      {"groups", record_of(groups)},
      {"group", record_of(groups.groups.front(), "group")},
      {"answers", answers_of(clusters, input)},
      {"sizes", sizes_of(clusters)},
      {"agreement", agreement_of(clusters, input)},
      {"truth", truth_of(clusters)},
      {"person", record_of(answers::CountedPerson())},
      {"number", record_of(answers::ClusterNumber(), answers::NumberRule::kHeldOut)},
      {"tried method", record_of(answers::TriedMethod())},
      {"bound", record_of(answers::ProvedBound())},
      {"trees", record_of(answers::TreesComparison(), pair)},
      {"branch", record_of(answers::BranchRow(), pair)},
      {"tree set", record_of(answers::TreeSummary(), set)},
      {"counted branch", record_of(answers::CountedBranch(), set)},
      {"tree distance", record_of(answers::TreeDistance())}};
  py::dict all;
  for (const auto& [name, record] : records) {
    py::dict fields;
    for (const files::Field& field : record) fields[py::str(field.name)] = field.long_name;
    all[name] = fields;
  }
  return all;
}

}  // namespace

py::object object_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_float:
      return py::float_(json.get<double>());
    case Json::value_t::string:
      return py::str(json.get_ref<const std::string&>());
    case Json::value_t::array:
      return list_of(json);
    case Json::value_t::object:
      return items_of(json);
    default:
      return py::none();
  }
}

void bind_results(py::module_& module) {
  module.def("results", &results, "The fields of each result: names and their meanings.");
}

}  // namespace tertium::python
