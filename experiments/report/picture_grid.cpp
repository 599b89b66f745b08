#include "experiments/report/picture_grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/error.hpp"

namespace tertium::experiments {

PictureGrid::PictureGrid(const Plan& plan, std::size_t times)
    : plan_(plan), figure_(plan.config.figure), columns_(figure_columns(plan.config)) {
  if (const std::size_t count = times * panels(); count > kMostPanels)
    core::fail("{} panels are too many for a picture (at most {} are drawn), name other columns in [figure] panels",
               count, kMostPanels);
}

const FigureColumn& PictureGrid::column(const std::string& name) const {
  return *std::find_if(columns_.begin(), columns_.end(), [&](const FigureColumn& one) { return one.name == name; });
}

std::optional<core::ParameterValue> PictureGrid::value_of(const Trial& trial, const std::string& name) const {
  const core::Method& method = plan_.method_of(trial).method;
  if (name == kMethodColumn) return method.name;
  const RowParameters parameters = row_parameters(plan_, trial);
  if (const auto found = parameters.find(name); found != parameters.end()) return found->second;
  if (!column(name).of_method) return std::nullopt;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == name || "method." + parameter.name == name) return core::value_of(method, parameter);
  return std::nullopt;
}

std::size_t PictureGrid::panels() const {
  std::size_t count = 1;
  for (const std::string& name : figure_.panels) count *= column(name).values.size();
  return count;
}

std::vector<std::size_t> PictureGrid::panels_of(const Trial& trial) const {
  std::vector<std::size_t> panels{0};
  // The first column is the fastest: panels are numbered row by row.
  for (auto name = figure_.panels.rbegin(); name != figure_.panels.rend(); ++name) {
    const auto value = value_of(trial, *name);
    const std::vector<core::ParameterValue>& values = column(*name).values;
    std::vector<std::size_t> longer;
    for (const std::size_t panel : panels)
      for (std::size_t k = 0; k < values.size(); ++k)
        if (!value || *value == values[k]) longer.push_back(panel * values.size() + k);
    panels = std::move(longer);
  }
  return panels;
}

std::string PictureGrid::panel_title(std::size_t panel) const {
  if (!figure_.panel_labels.empty()) return figure_.panel_labels[panel];
  std::vector<std::string> words;
  for (const std::string& name : figure_.panels) {
    const FigureColumn& one = column(name);
    const std::string text = core::to_text(one.values[panel % one.values.size()]);
    words.push_back(one.is_number() ? fmt::format("{} = {}", name, text) : text);
    panel /= one.values.size();
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::size_t PictureGrid::curve_of(const Trial& trial) {
  std::vector<std::string> words, others;
  PictureCurve curve;
  for (const std::string& name : figure_.curves) {
    const auto value = value_of(trial, name);
    // A method that the sweep gives one value of a parameter needs no word about it.
    const bool told_by_name =
        name != kMethodColumn && column(name).of_method && !row_parameters(plan_, trial).contains(name);
    if (!value || told_by_name) continue;
    const std::string text = core::to_text(*value);
    words.push_back(name == kMethodColumn ? text : fmt::format("{} = {}", name, text));
    if (name == kMethodColumn)
      curve.method = text;
    else if (column(name).varies)
      others.push_back(words.back());
    else
      words.pop_back();
  }
  curve.label = fmt::format("{}", fmt::join(words, ", "));
  const std::string variant = fmt::format("{}", fmt::join(others, ", "));
  const auto place = std::find(variants_.begin(), variants_.end(), variant);
  curve.variant = static_cast<std::size_t>(place - variants_.begin());
  if (place == variants_.end()) variants_.push_back(variant);
  const auto known =
      std::find_if(curves_.begin(), curves_.end(), [&](const PictureCurve& one) { return one.label == curve.label; });
  if (known != curves_.end()) return static_cast<std::size_t>(known - curves_.begin());
  curves_.push_back(curve);
  return curves_.size() - 1;
}

nlohmann::ordered_json axis_json(const FigureAxis& axis, const std::string& label) {
  constexpr const char* kScales[] = {"auto", "linear", "log"};
  nlohmann::ordered_json json{{"label", label}, {"scale", kScales[static_cast<int>(axis.scale)]}, {"limits", nullptr}};
  if (axis.limits) json["limits"] = {axis.limits->first, axis.limits->second};
  return json;
}

nlohmann::ordered_json titled_panels(const Plan& plan) {
  return {{"title", plan.config.figure.title}, {"panels", nlohmann::ordered_json::array()}};
}

void for_each_tree(const Plan& plan, const std::vector<TrialRow>& rows,
                   const std::function<void(const Trial&, const core::Dendrogram&)>& use) {
  bool any = false;
  for_each_done(plan, rows, [&](const Trial& trial, const TrialRow& row) {
    if (row.repetition != 0 || row.tree.empty()) return;
    any = true;
    use(trial, dendrogram_of(row.tree));
  });
  if (!any)
    throw core::UsageError("no finished trial has a tree to draw, take methods that make one, and keep products");
}

void for_each_done(const Plan& plan, const std::vector<TrialRow>& rows,
                   const std::function<void(const Trial&, const TrialRow&)>& use) {
  std::unordered_map<TrialKey, const TrialRow*> found;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done) found.emplace(row.key, &row);
  for (const Trial& trial : plan.trials)
    if (const auto row = found.find(trial.key); row != found.end()) use(trial, *row->second);
}

}  // namespace tertium::experiments
