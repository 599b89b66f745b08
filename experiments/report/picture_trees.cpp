// What pictures of trees are told of the objects.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "embedding/dense/projection.hpp"
#include "embedding/dense/symmetric_eigen.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/report/picture.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;
using core::Object;

/// The places along their two principal axes, those of largest variance.
embedding::Matrix along_principal_axes(const core::Coordinates& places) {
  embedding::Matrix centred(places.objects, places.dimensions);
  for (Object v = 0; v < places.objects; ++v)
    for (int c = 0; c < places.dimensions; ++c) centred(v, c) = places(v, c);
  embedding::center_columns(centred);
  const auto axes = embedding::symmetric_eigen(embedding::multiply_transposed(centred, centred)).vectors;
  return embedding::multiply(centred, axes.first_cols(std::min(2, places.dimensions)));
}

/// Of a data set, in its order, which the model has, too.
Json of_dataset(const problems::DatasetContent& content) {
  Json objects{{"names", content.names}, {"classes", Json::array()}};
  for (const core::Label label : content.labels)
    objects["classes"].push_back(content.class_names[static_cast<std::size_t>(label)]);
  return objects;
}

/// One cell, in the model's order of the objects, so that classes have its numbers.
Json of_model(const problems::AssembledProblem& data, std::vector<std::string> names, bool with_places) {
  const std::vector<Object> old_id = core::inverse(data.new_id);
  for (Object i = static_cast<Object>(names.size()); i < data.problem.objects; ++i) names.push_back(std::to_string(i));
  Json objects{{"names", names}, {"classes", Json::array()}};
  const bool has_truth = data.problem.has<core::Truth>();
  if (with_places && !(has_truth && data.problem.has<core::Graph>()))
    throw core::UsageError(
        "[figure] kind = classes needs a graph and true classes (the model does not have both), use another kind");
  if (!has_truth) return objects;
  const core::Partition truth = core::relabelled(data.problem.get<core::Truth>().back(), old_id);
  for (const core::Label label : truth.labels()) objects["classes"].push_back(std::to_string(label + 1));
  if (!with_places) return objects;
  const core::Coordinates projected = embedding::projected(data.problem.get<core::Graph>(), truth.clusters());
  const embedding::Matrix places = along_principal_axes(core::relabelled(projected, old_id));
  for (int v = 0; v < places.rows(); ++v) {
    objects["x"].push_back(places(v, 0));
    objects["y"].push_back(places.cols() > 1 ? places(v, 1) : 0.0);
  }
  return objects;
}

/// With the model's names, or without any their numbers, from 0 as in the stored trees.
Json objects_of(const Plan& plan, const Cell& cell) {
  const Point& point = plan.points[cell.point];
  const problems::Model& model = *plan.config.model;
  const bool with_places = plan.config.figure.is("classes");
  if (model.name == "dataset" && !with_places) {
    const auto data = problems::loaded(problems::find_dataset(point.model.text("name")));
    if (static_cast<Object>(data->content.names.size()) == point.objects) return of_dataset(data->content);
  }
  return of_model(make_cell_data(plan, cell), model.names ? model.names(point.model) : std::vector<std::string>(),
                  with_places);
}

Json tree_json(const core::Dendrogram& tree) {
  Json json{{"leaf", tree.leaves().labels()}, {"merges", Json::array()}};
  for (const core::Merge& merge : tree.merges()) json["merges"].push_back({merge.left, merge.right});
  return json;
}

}  // namespace

void add_trees(Json& picture, const Plan& plan, const DoneTrials& done) {
  Json& objects = picture["objects"] = Json::object();
  for (const auto& [trial, row] : done) {
    const bool shown = row->repetition == 0 && !row->tree.empty();
    const std::string cell = std::to_string(trial->cell);
    if (shown && !objects.contains(cell)) objects[cell] = objects_of(plan, plan.cells[trial->cell]);
    picture["rows"]["cell"].push_back(cell);
    picture["rows"]["tree"].push_back(shown ? tree_json(dendrogram_of(row->tree)) : Json());
  }
  if (objects.empty())
    throw core::UsageError("no finished trial has a tree to draw, use methods that make one, and store products");
}

}  // namespace tertium::experiments
