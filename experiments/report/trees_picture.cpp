#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/report/picture_grid.hpp"
#include "experiments/report/pictures.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// What is known of the objects of a cell, in the model's order.
struct Objects {
  Json names = Json::array();
  Json classes = Json::array();  ///< empty: there are none
};

Objects objects_of_dataset(const problems::DatasetContent& content) {
  Objects objects;
  objects.names = content.names;
  for (const core::Label label : content.labels)
    objects.classes.push_back(content.class_names[static_cast<std::size_t>(label)]);
  return objects;
}

/// With the model's names, or without any their numbers, from 0 as in the stored trees.
Objects objects_of_model(const problems::AssembledProblem& data, const std::vector<std::string>& names) {
  Objects objects;
  objects.names = names;
  for (core::Object i = 0; names.empty() && i < data.problem.objects; ++i) objects.names.push_back(std::to_string(i));
  if (!data.problem.has<core::Truth>()) return objects;
  const core::Partition truth = core::relabelled(data.problem.get<core::Truth>().back(), core::inverse(data.new_id));
  for (const core::Label label : truth.labels()) objects.classes.push_back(std::to_string(label + 1));
  return objects;
}

Objects objects_of(const Plan& plan, const Cell& cell) {
  const Point& point = plan.points[cell.point];
  if (plan.config.model->name == "dataset") {
    const auto data = problems::loaded(problems::find_dataset(point.model.text("name")));
    if (static_cast<core::Object>(data->content.names.size()) == point.objects)
      return objects_of_dataset(data->content);
  }
  const problems::Model& model = *plan.config.model;
  return objects_of_model(make_cell_data(plan, cell),
                          model.names ? model.names(point.model) : std::vector<std::string>());
}

Json tree_json(const core::Dendrogram& tree, const Objects& objects, const std::string& label) {
  Json json{{"label", label}, {"children", Json::array()}, {"names", objects.names}, {"classes", objects.classes}};
  for (const auto& row : core::scipy_linkage(tree))
    json["children"].push_back({static_cast<std::int64_t>(row[0]), static_cast<std::int64_t>(row[1])});
  return json;
}

}  // namespace

Json trees_picture(const Plan& plan, const std::vector<TrialRow>& rows) {
  PictureGrid grid(plan);
  std::map<int, Objects> cells;
  Json json{{"title", plan.config.figure.title}, {"trees", Json::array()}};
  for_each_tree(plan, rows, [&](const Trial& trial, const core::Dendrogram& tree) {
    if (!cells.contains(trial.cell)) cells.emplace(trial.cell, objects_of(plan, plan.cells[trial.cell]));
    std::string label = grid.curves()[grid.curve_of(trial)].label;
    for (const std::size_t panel : grid.panels_of(trial)) {
      if (grid.panels() > 1) label += ", " + grid.panel_title(panel);
      json["trees"].push_back(tree_json(tree, cells.at(trial.cell), label));
    }
  });
  return json;
}

}  // namespace tertium::experiments
