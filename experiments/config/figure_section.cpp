#include "experiments/config/figure_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

/// What a key holds. An empty text is as good as none, but of an axis, a scale and a level.
enum class Form { kAxis, kText, kTexts, kColumns, kMetrics, kSupports, kScale, kLimits, kLevel, kCurves };

constexpr std::string_view kKinds = "sweep agreement classes trees support phase";
constexpr std::string_view kButMaps = "sweep agreement classes trees support";

struct FigureKey {
  std::string_view name;
  Form form;
  std::string_view kinds;  ///< of pictures that have it
};

// In the order of a resolved text.
constexpr FigureKey kKeys[] = {
    {"kind", Form::kText, kKinds},
    {"x", Form::kAxis, "sweep phase"},
    {"panels", Form::kColumns, kKinds},
    {"y", Form::kAxis, "phase"},
    {"level", Form::kLevel, "phase"},
    {"curve", Form::kCurves, "phase"},
    {"law", Form::kCurves, "phase"},
    {"curves", Form::kColumns, kButMaps},
    {"metric", Form::kMetrics, "sweep phase"},
    {"relative_to", Form::kText, "sweep"},
    {"thin", Form::kMetrics, "sweep"},
    {"x_label", Form::kText, "sweep phase"},
    {"x_scale", Form::kScale, "sweep phase"},
    {"x_limits", Form::kLimits, "sweep phase"},
    {"x_over", Form::kText, "sweep"},
    {"x_over_label", Form::kText, "sweep"},
    {"y_label", Form::kText, "sweep phase"},
    {"y_scale", Form::kScale, "sweep phase"},
    {"y_limits", Form::kLimits, "sweep phase"},
    {"x_labels", Form::kTexts, "sweep"},
    {"panel_labels", Form::kTexts, kKinds},
    {"supports", Form::kSupports, "support"},
    {"title", Form::kText, kKinds},
};

MapCurve read_curve(const std::string& text, const Names& known) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || core::trimmed(text.substr(0, colon)).empty())
    throw core::UsageError(fmt::format("'{}' is not a curve, write LABEL: FORMULA", text));
  MapCurve curve{std::string(core::trimmed(text.substr(0, colon))), Formula(core::trimmed(text.substr(colon + 1)))};
  if (!curve.formula.terms().empty())
    throw core::UsageError(
        fmt::format("'{}' contains the score of a method (a curve over a map has only numbers), leave it out",
                    curve.formula.text()));
  for (const std::string& name : curve.formula.variables())
    if (!contains(known, name)) core::fail_unknown("number in a curve", name, known);
  return curve;
}

/// Takes the section out of an Ini, and what it leaves open out of the sweep.
class SectionReader {
 public:
  SectionReader(const files::Ini& ini, const SweepConfig& config)
      : ini_(ini), config_(config), columns_(figure_columns(config)) {}

  FigureSection read() {
    read_kind();
    for (const FigureKey& key : kKeys) read_key(key);
    if (figure_.is("sweep") || figure_.is("phase")) choose_x();
    if (figure_.is("phase")) choose_y();
    choose_panels();
    choose_rest();
    read_curves("curve", figure_.curves);
    read_curves("law", figure_.laws);
    return figure_;
  }

 private:
  const files::IniEntry* find(std::string_view key) const { return ini_.find("figure", key); }

  Names names(const files::IniEntry& entry, const Names& known, const char* kind) const {
    Names found = parse_names(entry);
    for (const std::string& name : found)
      if (!is_named(known, name))
        placed(entry, [&] { core::fail_unknown(fmt::format("[figure] {}: {}", entry.key, kind), name, known); });
    return found;
  }

  Names limits(const files::IniEntry& entry) const {
    const Names ends = core::split_list(entry.value);
    const auto low = core::parse_number<double>(ends.front());
    const auto high = core::parse_number<double>(ends.back());
    const bool good = ends.size() == 2 && low && high && std::isfinite(*low) && std::isfinite(*high) && *low < *high;
    if (!good) fail_entry(entry, "is not two rising numbers, give e.g. 0, 1");
    if (figure_.text(entry.key.substr(0, 1) + "_scale") == "log" && *low <= 0)
      fail_entry(entry, "begins at or below 0 (the axis is logarithmic), give numbers above 0");
    return {fmt::format("{}", *low), fmt::format("{}", *high)};
  }

  /// Curves over a map are written LABEL: FORMULA, separated by semicolons.
  void read_curves(std::string_view key, std::vector<MapCurve>& curves) {
    const files::IniEntry* entry = find(key);
    if (entry == nullptr) return;
    Names known{"N"};
    for (const FigureColumn& column : columns_)
      if (!column.of_method && column.is_number() && column.name != figure_.text("y")) known.push_back(column.name);
    Names& texts = figure_.keys[std::string(key)];
    for (const std::string& text : core::split_list(entry->value, ';')) {
      const MapCurve& curve = curves.emplace_back(placed(*entry, [&] { return read_curve(text, known); }));
      texts.push_back(fmt::format("{}: {}", curve.label, curve.formula.text()));
    }
  }

  Names items_of(Form form, const files::IniEntry& entry) const {
    switch (form) {
      case Form::kColumns:
        return names(entry, names_of(columns_), "column");
      case Form::kMetrics:
        return names(entry, figure_metrics(config_), "metric");
      case Form::kSupports:
        return names(entry, {std::begin(kKindsOfSupport), std::end(kKindsOfSupport)}, "kind of support");
      case Form::kScale:
        if (entry.value == "auto") return {};
        if (entry.value != "linear" && entry.value != "log")
          fail_entry(entry, "is not a scale, give auto, linear or log");
        return {entry.value};
      case Form::kLimits:
        return limits(entry);
      case Form::kTexts:
        return core::split_list(entry.value);
      case Form::kLevel: {
        const auto level = core::parse_number<double>(entry.value);
        if (!level || !std::isfinite(*level))
          fail_entry(entry, "is not a number, give the value at which the contour is drawn");
        return {fmt::format("{}", *level)};
      }
      default:
        return {entry.value};
    }
  }

  void read_key(const FigureKey& key) {
    const files::IniEntry* entry = find(key.name);
    if (entry == nullptr || key.form == Form::kCurves) return;
    const bool as_it_is = key.form == Form::kAxis || key.form == Form::kScale || key.form == Form::kLevel;
    Names& items = figure_.keys[std::string(key.name)];
    if (entry->value.empty() && !as_it_is) return;
    const bool labels = key.name == "y_label" && figure_.list("metric").size() > 1;
    items = items_of(labels ? Form::kTexts : key.form, *entry);
  }

  /// What kind of picture it is, and whether the keys are its keys.
  void read_kind() {
    const files::IniEntry* entry = find("kind");
    const std::string kind = entry == nullptr ? "sweep" : entry->value;
    if (!contains(core::split_list(kKinds, ' '), kind))
      fail_entry(*entry, "is not a kind of picture, give sweep, agreement, classes, trees, support or phase");
    Names known;
    for (const FigureKey& key : kKeys)
      if (key.kinds.find(kind) != std::string_view::npos) known.emplace_back(key.name);
    check_keys(ini_, "figure", known);
    figure_.keys["kind"] = {kind};
  }

  void choose_x() {
    const std::string& given = figure_.text("x");
    figure_.x_is_metric = !contains(names_of(columns_), given) && is_named(figure_metrics(config_), given);
    if (find("x") != nullptr) return;
    const auto choose = [&](auto fits) {
      for (const FigureColumn& column : columns_)
        if (figure_.text("x").empty() && column.varies && fits(column) && !figure_.shows(column.name))
          figure_.keys["x"] = {column.name};
    };
    choose([](const FigureColumn& column) { return column.is_number() && !column.of_method; });
    choose([](const FigureColumn& column) { return column.is_number(); });
    choose([](const FigureColumn& column) { return !column.of_method; });
    if (figure_.text("x").empty()) figure_.keys["x"] = {kMethodColumn};
  }

  void choose_y() {
    if (find("y") != nullptr) return;
    for (const FigureColumn& column : columns_)
      if (is_axis(column) && column.varies && column.name != figure_.text("x") && figure_.text("y").empty())
        figure_.keys["y"] = {column.name};
    if (figure_.text("y").empty())
      throw core::UsageError("[figure] kind = phase needs two numeric dimensions, give another one several values");
  }

  /// What else varies: of the grid, and one column where rows are taken by metrics; of a map all.
  void choose_panels() {
    if (find("panels") != nullptr) return;
    Names& panels = figure_.keys["panels"];
    if (figure_.x_is_metric) return;
    const std::size_t most = figure_.list("metric").size() > 1 ? 1 : 2;
    for (const FigureColumn& column : columns_)
      if (panels.size() < most && column.varies && (!column.of_method || figure_.is("phase")) &&
          !figure_.shows(column.name))
        panels.push_back(column.name);
  }

  /// Of curves the methods, and all that is not shown yet and does not run along them.
  void choose_rest() {
    if (figure_.is("support") && figure_.list("supports").empty()) figure_.keys["supports"] = {kKindsOfSupport[0]};
    if (figure_.is("phase") && figure_.list("metric").empty() && config_.refine.is_on())
      figure_.keys["metric"] = {config_.refine.score};
    if (figure_.is("phase") && find("level") == nullptr)
      figure_.keys["level"] = {fmt::format("{}", config_.refine.level)};
    if (figure_.is("phase")) figure_.level = *core::parse_number<double>(figure_.text("level"));
    if (figure_.is("phase") || !figure_.list("curves").empty()) return;
    Names& curves = figure_.keys["curves"];
    curves = {kMethodColumn};
    for (const FigureColumn& column : columns_)
      if (!figure_.x_is_metric && column.varies && !figure_.shows(column.name)) curves.push_back(column.name);
  }

  const files::Ini& ini_;
  const SweepConfig& config_;
  const std::vector<FigureColumn> columns_;
  FigureSection figure_;
};

}  // namespace

const std::vector<std::string>& FigureSection::list(std::string_view key) const {
  static const std::vector<std::string> kNone;
  const auto found = keys.find(key);
  return found == keys.end() ? kNone : found->second;
}

const std::string& FigureSection::text(std::string_view key) const {
  static const std::string kNone;
  return list(key).empty() ? kNone : list(key).front();
}

bool FigureSection::shows(const std::string& column) const {
  return column == text("x") || column == text("y") || contains(list("panels"), column) ||
         contains(list("curves"), column);
}

bool is_axis(const FigureColumn& column) {
  return !column.of_method && (column.is_number() || column.ordered);
}

FigureSection read_figure_section(const files::Ini& ini, const SweepConfig& config) {
  FigureSection figure = SectionReader(ini, config).read();
  check_figure(ini, config, figure);
  return figure;
}

std::string figure_section_text(const FigureSection& figure) {
  std::string text = "[figure]\n";
  for (const FigureKey& key : kKeys) {
    const auto found = figure.keys.find(key.name);
    if (found == figure.keys.end() || (key.name == "kind" && figure.is("sweep"))) continue;
    if (!found->second.empty() || key.form == Form::kColumns)
      text += fmt::format("{} = {}\n", key.name, fmt::join(found->second, key.form == Form::kCurves ? "; " : ", "));
  }
  return text;
}

}  // namespace tertium::experiments
