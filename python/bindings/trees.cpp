#include <pybind11/stl.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/trees/trees_comparison.hpp"
#include "core/base/error.hpp"
#include "files/structures/tree_file.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::TreeSource;

/// Two trees and what they have in common.
struct Compared {
  answers::TreePair pair;
  answers::TreesComparison found;
};

std::shared_ptr<Compared> compare(const TreeSource& first, const TreeSource& second, bool common, bool unrooted) {
  auto made = std::make_shared<Compared>();
  made->pair = answers::paired(first, second, {common, "common=True", unrooted});
  in_background(0, [made] { made->found = answers::compare_trees(made->pair); });
  return made;
}

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

/// What is counted of sets of three objects, or of unrooted trees of four; None of the other ones.
py::object sets_of(const Compared& compared, bool four) {
  const core::TripleCounts& triples = compared.found.triples;
  if (compared.pair.unrooted != four || triples.all() == 0) return py::none();
  py::dict counts;
  counts["all"] = triples.all();
  counts["same"] = triples.same;
  counts["different"] = triples.different;
  counts["resolved_by_first_only"] = triples.first_only;
  counts["resolved_by_second_only"] = triples.second_only;
  counts["resolved_by_neither"] = triples.neither;
  return counts;
}

py::object distance_of(const Compared& compared, bool four) {
  return sets_of(compared, four).is_none() ? py::none() : py::object(py::cast(compared.found.triples.distance()));
}

py::dict branches(const Compared& compared) {
  const core::BranchComparison& branches = compared.found.branches;
  py::dict counts;
  counts["both"] = branches.shared;
  counts["first_only"] = branches.first_only;
  counts["second_only"] = branches.second_only;
  return counts;
}

std::vector<std::string> names_of(const answers::TreePair& pair, const std::vector<core::Object>& objects) {
  std::vector<std::string> names;
  for (const core::Object i : objects) names.push_back(pair.names[i]);
  return names;
}

/// All branches, one list for each column; None where there is nothing to say.
py::dict table(const Compared& compared) {
  py::list tree, size, support, in_both, likeness, match_size, match_common, members;
  for (const answers::BranchRow& row : answers::branch_rows(compared.pair, compared.found)) {
    const auto of_match = [&](const auto& value) { return row.match ? py::object(py::cast(value)) : py::none(); };
    tree.append(row.in_first ? "first" : "second");
    size.append(row.size);
    support.append(row.support);
    in_both.append(row.in_both);
    likeness.append(of_match(row.match ? row.match->likeness : 0.0));
    match_size.append(of_match(row.match_size));
    match_common.append(of_match(row.match ? row.match->common : 0));
    members.append(names_of(compared.pair, row.members));
  }
  py::dict columns;
  columns["tree"] = tree;
  columns["size"] = size;
  columns["support"] = support;
  columns["in_both"] = in_both;
  columns["likeness"] = likeness;
  columns["match_size"] = match_size;
  columns["match_common"] = match_common;
  columns["members"] = members;
  return columns;
}

/// Of each tree.
template <typename Get>
py::tuple of_both(const Compared& compared, const Get& get) {
  return py::make_tuple(get(std::size_t{0}, compared.pair.trees[0]), get(std::size_t{1}, compared.pair.trees[1]));
}

}  // namespace

void bind_trees(py::module_& module) {
  py::class_<TreeSource>(module, "TreeSource");
  module.def(
      "read_tree", [](const std::string& path) { return answers::read_tree(path); }, py::arg("path"));
  module.def("looks_like_newick", &answers::looks_like_newick, py::arg("text"));
  module.def("tree_of_newick", &answers::tree_of_newick, py::arg("text"), py::arg("name"));
  module.def("tree_of_linkage", &tree_of_linkage, py::arg("merges"), py::arg("names"), py::arg("name"));
  py::class_<Compared, std::shared_ptr<Compared>>(module, "ComparedTrees")
      .def_property_readonly("names", [](const Compared& c) { return c.pair.names; })
      .def_property_readonly(
          "sources",
          [](const Compared& c) { return of_both(c, [](std::size_t, const auto& tree) { return tree.name; }); })
      .def_property_readonly(
          "left_out",
          [](const Compared& c) { return of_both(c, [](std::size_t, const auto& tree) { return tree.left_out; }); })
      .def_property_readonly("mean_support",
                             [](const Compared& c) {
                               return of_both(c, [&](std::size_t k, const auto&) {
                                 return py::make_tuple(c.found.mean_support(k, true), c.found.mean_support(k, false));
                               });
                             })
      .def_property_readonly("orders",
                             [](const Compared& c) {
                               return py::make_tuple(names_of(c.pair, c.found.tanglegram.first),
                                                     names_of(c.pair, c.found.tanglegram.second));
                             })
      .def_property_readonly("crossings", [](const Compared& c) { return c.found.tanglegram.crossings; })
      .def_property_readonly("unrooted", [](const Compared& c) { return c.pair.unrooted; })
      .def_property_readonly("triplet_distance", [](const Compared& c) { return distance_of(c, false); })
      .def_property_readonly("quartet_distance", [](const Compared& c) { return distance_of(c, true); })
      .def_property_readonly("robinson_foulds", [](const Compared& c) { return c.found.branches.distance(); })
      .def_property_readonly("triples", [](const Compared& c) { return sets_of(c, false); })
      .def_property_readonly("quartets", [](const Compared& c) { return sets_of(c, true); })
      .def_property_readonly("branches", &branches)
      .def_property_readonly("table", &table);
  module.def("compare_trees", &compare, py::arg("first"), py::arg("second"), py::arg("common"),
             py::arg("unrooted") = false);
}

}  // namespace tertium::python
