#include <pybind11/stl.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/results/results.hpp"
#include "answers/trees/tree_set.hpp"
#include "answers/trees/trees_comparison.hpp"
#include "core/base/error.hpp"
#include "files/structures/tree_file.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/results.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::TreeSource;

/// Of the nodes joined and, as a third column, the objects below each.
TreeSource tree_of_linkage(const Integers& merges, std::vector<std::string> names, const std::string& name) {
  std::vector<std::array<std::int64_t, 2>> rows(static_cast<std::size_t>(merges.shape(0)));
  std::vector<std::int64_t> sizes;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto at = [&](py::ssize_t column) { return merges.at(static_cast<py::ssize_t>(row), column); };
    rows[row] = {at(0), at(1)};
    if (merges.shape(1) == 3) sizes.push_back(at(2));
  }
  return answers::tree_of_names(files::tree_of_merges(rows, sizes, name), std::move(names), name);
}

/// What two trees have in common; None of sets of so many objects that were not looked at.
py::dict compare(const TreeSource& first, const TreeSource& second, bool common, bool unrooted) {
  const auto pair =
      std::make_shared<const answers::TreePair>(answers::paired(first, second, {common, "common=True", unrooted}));
  const auto found = made_by<answers::TreesComparison>(0, [pair] { return answers::compare_trees(*pair); });
  const auto& [one, other] = pair->trees;
  const auto supports = [&](std::size_t k) {
    return py::make_tuple(found.mean_support(k, true), found.mean_support(k, false));
  };
  const auto leaves = [&](const auto& order) { return object_of(answers::names_of(pair->names, order)); };
  py::dict entry;
  for (const char* name : {"triples", "triplet_distance", "quartets", "quartet_distance"}) entry[name] = py::none();
  entry.attr("update")(dict_of(record_of(found, *pair)));
  entry["table"] = table_of(branch_rows(*pair, found), files::recorded(*pair));
  entry["unrooted"] = pair->unrooted;
  entry["names"] = pair->names;
  entry["left_out"] = py::make_tuple(one.left_out, other.left_out);
  entry["mean_support"] = py::make_tuple(supports(0), supports(1));
  entry["orders"] = py::make_tuple(leaves(found.tanglegram.first), leaves(found.tanglegram.second));
  return entry;
}

/// The consensus of many trees, or one that they are held against, and how far they are from it.
py::dict summarize(const std::vector<TreeSource>& trees, const std::optional<TreeSource>& one, double threshold,
                   bool common, bool unrooted) {
  const auto set =
      std::make_shared<const answers::TreeSet>(answers::tree_set(trees, one, {common, "common=True", unrooted}));
  const auto found = made_by<answers::TreeSummary>(0, [set, threshold] { return answers::summarize(*set, threshold); });
  py::dict entry = dict_of(record_of(found, *set));
  entry["table"] = table_of(found.branches, files::recorded(*set));
  entry["distances"] = table_of(found.distances, files::recorded());
  entry["newick"] = found.newick;
  entry["names"] = set->names;
  return entry;
}

}  // namespace

void bind_trees(py::module_& module) {
  py::class_<TreeSource>(module, "TreeSource");
  module.def(
      "read_tree", [](const std::string& path) { return answers::read_tree(path); }, py::arg("path"));
  module.def("looks_like_newick", &answers::looks_like_newick, py::arg("text"));
  module.def("tree_of_newick", &answers::tree_of_newick, py::arg("text"), py::arg("name"));
  module.def("tree_of_linkage", &tree_of_linkage, py::arg("merges"), py::arg("names"), py::arg("name"));
  module.def(
      "read_trees", [](const std::string& path) { return answers::read_trees(path); }, py::arg("path"));
  module.def("trees_of_newick", &answers::trees_of_newick, py::arg("text"), py::arg("name"));
  module.def("summarize_trees", &summarize, py::arg("trees"), py::arg("one"), py::arg("threshold"), py::arg("common"),
             py::arg("unrooted"));
  module.def("compare_trees", &compare, py::arg("first"), py::arg("second"), py::arg("common"),
             py::arg("unrooted") = false);
}

}  // namespace tertium::python
