// What pickle keeps of answers, and of what methods made of them: of a struct a tuple of its parts, of many numbers
// their bytes. It is read by the version that wrote it.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using Labels = std::vector<core::Label>;

/// Changes where what is kept does.
constexpr int kVersion = 8;

struct KeptTree {
  Labels leaves{};
  std::vector<core::Merge> merges{};
  std::vector<double> lengths{};
};

auto parts(files::AttentionCheck& c) {
  return std::tie(c.subject, c.passed, c.question, c.answer);
}
auto parts(files::AnswerMetadata& s) {
  return std::tie(s.subjects, s.sets, s.groups, s.times, s.screens, s.origins, s.missing, s.checks, s.missing_rows,
                  s.tie_rows, s.blank_rows, s.check_rows, s.dropped_rows, s.dropped, s.other_set_rows);
}
auto parts(files::ComparisonFile& f) {
  return std::tie(f.form, f.objects, f.names, f.statements, f.counts, f.weights, f.parts, f.rows, f.bad_rows, f.notes,
                  f.metadata);
}
auto parts(answers::CountedPeople& p) {
  return std::tie(p.rule, p.predicted, p.weights, p.of_answers);
}
auto parts(core::Coordinates& p) {
  return std::tie(p.objects, p.dimensions, p.values, p.likeness);
}
auto parts(KeptTree& t) {
  return std::tie(t.leaves, t.merges, t.lengths);
}

template <typename Value>
concept Struct = requires(Value& value) {
  parts(value);
};
template <typename Value>
concept Numbers = std::is_trivially_copyable_v<typename Value::value_type> && requires(Value& value) {
  requires std::is_same_v<decltype(value.data()), typename Value::value_type*>;
  requires !std::is_same_v<Value, std::string>;
};
template <typename Value>
concept Structs = Struct<typename Value::value_type>;

template <typename Value>
py::object kept_of(Value value) {
  if constexpr (Struct<Value>) {
    return std::apply([](auto&... part) { return py::make_tuple(kept_of(part)...); }, parts(value));
  } else if constexpr (Numbers<Value>) {
    return py::bytes(reinterpret_cast<const char*>(value.data()), value.size() * sizeof(value[0]));
  } else if constexpr (Structs<Value>) {
    py::list all;
    for (auto& one : value) all.append(kept_of(one));
    return all;
  } else if constexpr (std::is_enum_v<Value>) {
    return py::int_(static_cast<int>(value));
  } else {
    return py::cast(value);
  }
}

template <typename Value>
Value given(const py::handle& state) {
  Value value{};
  if constexpr (Struct<Value>) {
    std::size_t at = 0;
    const auto take = [&]<typename Part>(Part& part) { part = given<Part>(py::cast<py::tuple>(state)[at++]); };
    std::apply([&](auto&... part) { (take(part), ...); }, parts(value));
  } else if constexpr (Numbers<Value>) {
    const auto bytes = py::cast<std::string_view>(state);
    value.resize(bytes.size() / sizeof(value[0]));
    if (!value.empty()) std::memcpy(value.data(), bytes.data(), value.size() * sizeof(value[0]));
  } else if constexpr (Structs<Value>) {
    for (const py::handle& one : state) value.push_back(given<typename Value::value_type>(one));
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(py::cast<int>(state));
  } else {
    value = py::cast<Value>(state);
  }
  return value;
}

Labels labels_of(const core::Partition& partition) {
  return {partition.labels().begin(), partition.labels().end()};
}

core::Dendrogram given_tree(KeptTree kept) {
  core::Dendrogram tree{core::Partition(kept.leaves)};
  for (const core::Merge& merge : kept.merges) tree.merge(merge.left, merge.right);
  if (!kept.lengths.empty()) tree.set_lengths(std::move(kept.lengths));
  return tree;
}

}  // namespace

py::tuple kept(const Answers& answers) {
  const answers::AnswerInput& input = *answers.input;
  const Labels truth = input.truth ? labels_of(*input.truth) : Labels();
  return py::make_tuple(kVersion, input.source, input.stem, kept_of(input.comparisons), kept_of(truth), input.outlier,
                        answers.numbered);
}

Answers given_answers(const py::tuple& state) {
  if (state.empty() || py::cast<int>(state[0]) != kVersion)
    core::fail("this pickle of answers is from another version, read the file again");
  answers::AnswerInput input{.source = given<std::string>(state[1]),
                             .stem = given<std::string>(state[2]),
                             .comparisons = given<files::ComparisonFile>(state[3]),
                             .outlier = given<std::vector<bool>>(state[5])};
  const files::ComparisonFile& file = input.comparisons;
  const auto is_known = [&](core::Object object) { return object >= 0 && object < file.objects; };
  const auto is_good = [&](const core::Quadruplet& s) {
    return is_known(s.i) && is_known(s.j) && is_known(s.k) && is_known(s.l);
  };
  if (std::ssize(file.names) != file.objects || !std::ranges::all_of(file.statements, is_good))
    core::fail("this pickle of answers is damaged, read the file again");
  if (const auto truth = given<Labels>(state[4]); !truth.empty()) input.truth.emplace(truth);
  return Answers(std::move(input), given<bool>(state[6]));
}

py::tuple kept(const Graph& graph) {
  const answers::AnswerInput& input = *graph.input;
  std::vector<core::Object> ends;
  std::vector<double> weights;
  input.graph->for_each_edge([&](core::Object u, core::Object v, double weight) {
    ends.insert(ends.end(), {u, v});
    weights.push_back(weight);
  });
  return py::make_tuple(kVersion, input.source, input.stem, kept_of(input.comparisons), kept_of(ends), kept_of(weights),
                        graph.numbered);
}

Graph given_graph(const py::tuple& state) {
  if (state.empty() || py::cast<int>(state[0]) != kVersion)
    core::fail("this pickle of a graph is from another version, make the graph again");
  answers::AnswerInput input{.source = given<std::string>(state[1]),
                             .stem = given<std::string>(state[2]),
                             .comparisons = given<files::ComparisonFile>(state[3])};
  const auto ends = given<std::vector<core::Object>>(state[4]);
  const auto weights = given<std::vector<double>>(state[5]);
  const core::Object vertices = input.comparisons.objects;
  const bool known = std::ranges::all_of(ends, [&](core::Object v) { return v >= 0 && v < vertices; });
  if (!known || ends.size() != 2 * weights.size() || std::ssize(input.comparisons.names) != vertices)
    core::fail("this pickle of a graph is damaged, make the graph again");
  std::vector<core::Edge> edges;
  for (std::size_t k = 0; k < weights.size(); ++k) edges.push_back({ends[2 * k], ends[2 * k + 1], weights[k]});
  input.graph.emplace(vertices, std::move(edges));
  return Graph(std::move(input), given<bool>(state[6]));
}

py::tuple kept(const core::Product& product) {
  if (const auto* tree = std::get_if<core::Dendrogram>(&product))
    return py::make_tuple("tree", kept_of(KeptTree{labels_of(tree->leaves()),
                                                   {tree->merges().begin(), tree->merges().end()},
                                                   {tree->lengths().begin(), tree->lengths().end()}}));
  if (const auto* partition = std::get_if<core::Partition>(&product))
    return py::make_tuple("partition", kept_of(labels_of(*partition)));
  return py::make_tuple("places", kept_of(std::get<core::Coordinates>(product)));
}

core::Product given_product(const py::tuple& state) {
  const auto kind = given<std::string>(state[0]);
  if (kind == "tree") return given_tree(given<KeptTree>(state[1]));
  if (kind == "partition") return core::Partition(given<Labels>(state[1]));
  return given<core::Coordinates>(state[1]);
}

py::object kept(const std::optional<answers::CountedPeople>& people) {
  return people ? kept_of(*people) : py::none();
}

std::optional<answers::CountedPeople> given_people(const py::object& state) {
  if (state.is_none()) return std::nullopt;
  return given<answers::CountedPeople>(state);
}

}  // namespace tertium::python
