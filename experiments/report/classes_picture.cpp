#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/error.hpp"
#include "embedding/dense/projection.hpp"
#include "embedding/dense/symmetric_eigen.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;
using core::Dendrogram;
using core::Node;
using core::Object;
using core::Partition;

/// The places along their two principal axes, those of largest variance.
embedding::Matrix along_principal_axes(const core::Coordinates& places) {
  embedding::Matrix centred(places.objects, places.dimensions);
  for (Object v = 0; v < places.objects; ++v)
    for (int c = 0; c < places.dimensions; ++c) centred(v, c) = places(v, c);
  embedding::center_columns(centred);
  const auto axes = embedding::symmetric_eigen(embedding::multiply_transposed(centred, centred)).vectors;
  return embedding::multiply(centred, axes.first_cols(std::min(2, places.dimensions)));
}

Json points_json(const core::Graph& graph, const Partition& truth, std::span<const Object> old_id) {
  const embedding::Matrix places =
      along_principal_axes(core::relabelled(embedding::projected(graph, truth.clusters()), old_id));
  Json json{{"x", Json::array()}, {"y", Json::array()}, {"label", truth.labels()}};
  for (int v = 0; v < places.rows(); ++v) {
    json["x"].push_back(places(v, 0));
    json["y"].push_back(places.cols() > 1 ? places(v, 1) : 0.0);
  }
  return json;
}

/// The last merges of a tree, which join k clusters, and what is in these.
Json tree_json(const Dendrogram& tree, const Partition& truth, const std::string& label) {
  const Partition cut = tree.cut(truth.clusters());
  std::vector<std::vector<int>> clusters(cut.clusters(), std::vector<int>(truth.clusters(), 0));
  for (Object v = 0; v < truth.objects(); ++v) ++clusters[cut[v]][truth[v]];
  // A member of every node, by which a node below the cut is known by its cluster.
  std::vector<Object> member(tree.leaf_count());
  for (Object v = 0; v < tree.objects(); ++v) member[tree.leaves()[v]] = v;
  for (const core::Merge& merge : tree.merges()) member.push_back(member[merge.left]);
  const Node first = tree.leaf_count() + static_cast<Node>(tree.merges().size()) - (cut.clusters() - 1);
  const auto number = [&](Node node) { return node < first ? cut[member[node]] : cut.clusters() + (node - first); };
  Json json{{"label", label}, {"merges", Json::array()}, {"clusters", clusters}};
  for (const core::Merge& merge : tree.merges().subspan(static_cast<std::size_t>(first - tree.leaf_count())))
    json["merges"].push_back({number(merge.left), number(merge.right)});
  return json;
}

/// One cell, in the model's order of the objects, so that classes have its numbers.
struct Shown {
  problems::AssembledProblem data;
  std::vector<Object> old_id;
  Partition truth;
};

Shown shown(problems::AssembledProblem data) {
  if (!data.problem.has<core::Graph>() || !data.problem.has<core::Truth>())
    throw core::UsageError(
        "[figure] kind = classes needs a graph and true classes (the model has not both), take another kind");
  std::vector<Object> old_id = core::inverse(data.new_id);
  Partition truth = core::relabelled(data.problem.get<core::Truth>().back(), old_id);
  return {std::move(data), std::move(old_id), std::move(truth)};
}

}  // namespace

Json classes_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  PictureGrid grid(plan);
  std::map<int, Shown> cells;
  std::map<std::size_t, Json> panels;
  for_each_tree(plan, rows, [&](const Trial& trial, const Dendrogram& tree) {
    if (!cells.contains(trial.cell)) cells.emplace(trial.cell, shown(make_cell_data(plan, plan.cells[trial.cell])));
    const Shown& cell = cells.at(trial.cell);
    const std::size_t curve = grid.curve_of(trial);
    for (const std::size_t panel : grid.panels_of(trial)) {
      Json& json = panels[panel];
      if (json.is_null())
        json = {{"title", grid.panel_title(panel)},
                {"points", points_json(cell.data.problem.get<core::Graph>(), cell.truth, cell.old_id)},
                {"trees", Json::array()}};
      json["trees"].push_back(tree_json(tree, cell.truth, grid.curves()[curve].label));
    }
  });
  Json json = titled_panels(plan);
  for (auto& [panel, one] : panels) json["panels"].push_back(std::move(one));
  return json;
}

}  // namespace tertium::experiments
