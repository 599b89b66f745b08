// Graphs: similarities of some pairs of objects, in the place of answers.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/base/error.hpp"
#include "core/comparisons/pairs.hpp"
#include "files/structures/edge_rows.hpp"
#include "files/structures/graph_file.hpp"
#include "files/structures/rating_file.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Of rows (m, 2) of vertices from 0, which Python checked, with a weight each, as a file of these edges is read. No
/// names: vertices are called by their numbers.
Graph graph_from_arrays(const Integers& ends, const Doubles& weights, std::int64_t vertices,
                        std::vector<std::string> names) {
  if (vertices > core::kMostObjects)
    core::fail("{} vertices are too many (1 to {} can be clustered), give a smaller graph", vertices,
               core::kMostObjects);
  const auto rows = ends.unchecked<2>();
  const auto weight = weights.unchecked<1>();
  const py::gil_scoped_release without_gil;
  const bool numbered = names.empty();
  files::EdgeRows edges("the graph");
  for (py::ssize_t k = 0; k < rows.shape(0); ++k)
    edges.add(static_cast<core::Object>(rows(k, 0)), static_cast<core::Object>(rows(k, 1)), weight(k), k);
  for (std::int64_t v = 0; numbered && v < vertices; ++v) names.push_back(std::to_string(v));
  std::vector<core::Object> same(static_cast<std::size_t>(vertices));
  std::iota(same.begin(), same.end(), 0);
  files::GraphFile file;
  file.names = std::move(names);
  edges.finish(same, file);
  answers::AnswerInput input;
  answers::take_graph(std::move(file), input);
  return Graph(std::move(input), numbered);
}

/// `names`: the path of a table object,name, or empty. `ratings`: it holds ratings of pairs.
Graph read_graph(const std::string& path, const std::string& names, bool ratings, bool distances, bool both_sides) {
  answers::AnswerSource source{.path = path, .names = names, .graph = true};
  if (ratings) source.ratings = files::RatingOptions{distances, both_sides};
  auto result = std::make_shared<answers::AnswerInput>();
  in_background(0, [result, source] { *result = answers::read_answer_input(source); });
  return Graph(std::move(*result));
}

/// Ratings of pairs, a text as a file has it.
Graph graph_of_ratings(const std::string& text, bool distances, bool both_sides) {
  answers::AnswerInput input;
  answers::take_graph(files::parse_ratings("the ratings", text, {distances, both_sides}), input);
  return Graph(std::move(input));
}

py::array_t<std::int64_t> edges_of(const Graph& given) {
  py::array_t<std::int64_t> array({given.input->graph->edges(), std::int64_t{2}});
  std::int64_t* at = array.mutable_data();
  given.input->graph->for_each_edge([&](core::Object u, core::Object v, double) {
    *at++ = u;
    *at++ = v;
  });
  return array;
}

py::array_t<double> weights_of(const Graph& given) {
  py::array_t<double> array(given.input->graph->edges());
  double* at = array.mutable_data();
  given.input->graph->for_each_edge([&](core::Object, core::Object, double weight) { *at++ = weight; });
  return array;
}

std::string shown(const Graph& given) {
  return fmt::format("<tertium.Graph{}{}: {} objects, {} edges>", given.source.empty() ? "" : " ", given.source,
                     given.file->objects, given.input->graph->edges());
}

}  // namespace

py::object object_of(const Given& given) {
  if (given.input->graph) return py::cast(Graph(given.input, given.numbered));
  return py::cast(Answers(given.input, given.numbered));
}

void bind_graphs(py::module_& module) {
  py::class_<Graph, Given>(module, "Graph",
                           "Similarities of some pairs of objects, as graph() makes it; it never changes.")
      .def_property_readonly("edges", &edges_of, "int64, (edges, 2): objects from 0, the smaller one first, each once")
      .def_property_readonly("weights", &weights_of, "float64, (edges,): the similarities of these pairs")
      .def_property_readonly(
          "shape", [](const Graph& g) { return std::pair(g.file->objects, g.file->objects); },
          "the shape of its adjacency matrix")
      .def(py::pickle(static_cast<py::tuple (*)(const Graph&)>(&kept), &given_graph))
      .def("__repr__", &shown);
  module.def("graph_from_arrays", &graph_from_arrays, py::arg("ends"), py::arg("weights"), py::arg("n_objects"),
             py::arg("names"));
  module.def("read_graph", &read_graph, py::arg("path"), py::arg("names"), py::arg("ratings"), py::arg("distances"),
             py::arg("both_sides"));
  module.def("graph_of_ratings", &graph_of_ratings, py::arg("text"), py::arg("distances"), py::arg("both_sides"));
}

}  // namespace tertium::python
