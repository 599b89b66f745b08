#include "experiments/config/figure_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

constexpr const char* kScales[] = {"auto", "linear", "log"};  // in the order of AxisScale
constexpr const char* kKinds[] = {"sweep", "agreement", "classes",
                                  "trees", "support",   "phase"};  // in the order of FigureKind
const std::vector<std::string> kKeysOfTables = {"kind", "panels", "curves", "panel_labels", "title"};
const std::vector<std::string> kKeysOfSupport = {"kind", "panels", "curves", "panel_labels", "title", "supports"};
const std::vector<std::string> kKeysOfPhases = {"kind",     "x",       "panels",  "metric",   "x_label",      "x_scale",
                                                "x_limits", "y_label", "y_scale", "y_limits", "panel_labels", "title",
                                                "y",        "level",   "curve",   "law"};
const std::vector<std::string> kKeys = {"kind",    "x",       "panels",   "curves",       "metric", "relative_to",
                                        "thin",    "x_label", "x_scale",  "x_limits",     "x_over", "x_over_label",
                                        "y_label", "y_scale", "y_limits", "panel_labels", "title",  "x_labels"};

/// Takes the section out of an Ini, and what it leaves open out of the sweep.
class SectionReader {
 public:
  SectionReader(const files::Ini& ini, const SweepConfig& config);
  FigureSection read(const SweepConfig& config);

 private:
  const files::IniEntry* find(std::string_view key) const { return ini_.find("figure", key); }
  std::string text(std::string_view key) const;
  std::vector<std::string> names(std::string_view key, const std::vector<std::string>& known, const char* kind) const;
  FigureAxis axis(const std::string& letter) const;
  const FigureColumn& column(const std::string& name) const;

  void read_kind();
  void read_columns();
  void read_axes();
  std::vector<std::string> known_of_x() const;
  void default_x();
  void default_panels();
  void default_curves();
  void check_hidden() const;
  void check_rows() const;
  void check_log() const;
  void check_over() const;
  void check_labels() const;
  void read_relative();
  void read_phase(const SweepConfig& config);

  const files::Ini& ini_;
  std::vector<FigureColumn> columns_;
  std::vector<std::string> column_names_;
  std::vector<std::string> metric_names_;
  std::vector<std::string> method_names_;
  std::vector<std::string> method_variants_;  // the name of each
  FigureSection figure_;
};

SectionReader::SectionReader(const files::Ini& ini, const SweepConfig& config)
    : ini_(ini),
      columns_(figure_columns(config)),
      metric_names_(figure_metrics(config)),
      method_names_(config.method_names()) {
  for (const MethodVariant& variant : config.methods) method_variants_.push_back(variant.method.name);
  for (const FigureColumn& column : columns_) column_names_.push_back(column.name);
}

std::string SectionReader::text(std::string_view key) const {
  const files::IniEntry* entry = find(key);
  return entry == nullptr ? "" : entry->value;
}

/// The items of a key, each one of `known`; none where the key is not given or empty.
std::vector<std::string> SectionReader::names(std::string_view key, const std::vector<std::string>& known,
                                              const char* kind) const {
  const files::IniEntry* entry = find(key);
  if (entry == nullptr || entry->value.empty()) return {};
  std::vector<std::string> found = parse_names(*entry);
  for (const std::string& name : found)
    if (!is_named(known, name))
      placed(*entry, [&] { core::fail_unknown(fmt::format("[figure] {}: {}", key, kind), name, known); });
  return found;
}

FigureAxis SectionReader::axis(const std::string& letter) const {
  FigureAxis axis;
  if (const files::IniEntry* entry = find(letter + "_scale")) {
    const auto* place = std::find(std::begin(kScales), std::end(kScales), entry->value);
    if (place == std::end(kScales)) fail_entry(*entry, "is no scale, give auto, linear or log");
    axis.scale = static_cast<AxisScale>(place - kScales);
  }
  const files::IniEntry* limits = find(letter + "_limits");
  if (limits == nullptr || limits->value.empty()) return axis;
  const std::vector<std::string> ends = core::split_list(limits->value);
  const auto low = core::parse_number<double>(ends.front());
  const auto high = core::parse_number<double>(ends.back());
  const bool good = ends.size() == 2 && low && high && std::isfinite(*low) && std::isfinite(*high) && *low < *high;
  if (!good) fail_entry(*limits, "is not two rising numbers, give e.g. 0, 1");
  if (axis.scale == AxisScale::kLog && *low <= 0)
    fail_entry(*limits, "begins at or below 0 (the axis is logarithmic), give numbers above 0");
  axis.limits = {*low, *high};
  return axis;
}

const FigureColumn& SectionReader::column(const std::string& name) const {
  return *std::find_if(columns_.begin(), columns_.end(), [&](const FigureColumn& one) { return one.name == name; });
}

std::vector<std::string> SectionReader::known_of_x() const {
  std::vector<std::string> known = column_names_;
  known.insert(known.end(), metric_names_.begin(), metric_names_.end());
  return known;
}

void SectionReader::default_x() {
  const auto choose = [&](auto fits) {
    for (const FigureColumn& column : columns_)
      if (figure_.x.empty() && column.varies && fits(column) && column.name != text("y") &&
          !contains(figure_.panels, column.name) && !contains(figure_.curves, column.name))
        figure_.x = column.name;
  };
  choose([](const FigureColumn& column) { return column.is_number() && !column.of_method; });
  choose([](const FigureColumn& column) { return column.is_number(); });
  choose([](const FigureColumn& column) { return !column.of_method; });
  if (figure_.x.empty()) figure_.x = kMethodColumn;
}

/// What else the grid varies; one column where rows are taken by metrics.
void SectionReader::default_panels() {
  if (figure_.x_is_metric) return;
  const std::size_t most = figure_.metrics.size() > 1 ? 1 : 2;
  for (const FigureColumn& column : columns_)
    if (figure_.panels.size() < most && column.varies && !column.of_method && column.name != figure_.x &&
        !contains(figure_.curves, column.name))
      figure_.panels.push_back(column.name);
}

/// The methods, and all that is not shown yet and does not run along them.
void SectionReader::default_curves() {
  figure_.curves = {kMethodColumn};
  if (figure_.x_is_metric) return;
  for (const FigureColumn& column : columns_)
    if (column.varies && column.name != kMethodColumn && column.name != figure_.x &&
        !contains(figure_.panels, column.name))
      figure_.curves.push_back(column.name);
}

void SectionReader::read_columns() {
  const files::IniEntry* x = find("x");
  if (x != nullptr) {
    figure_.x = x->value;
    figure_.x_is_metric = !contains(column_names_, figure_.x) && is_named(metric_names_, figure_.x);
    if (!figure_.x_is_metric && !contains(column_names_, figure_.x))
      placed(*x, [&] { core::fail_unknown("[figure] x: column", figure_.x, known_of_x()); });
  }
  figure_.metrics = names("metric", metric_names_, "metric");
  figure_.panels = names("panels", column_names_, "column");
  figure_.curves = names("curves", column_names_, "column");
  const std::vector<std::string> thin = names("thin", metric_names_, "metric");
  if (thin.size() > 1) fail_entry(*find("thin"), "names more than one metric, leave one");
  if (!thin.empty()) figure_.thin = thin.front();
  if (figure_.panels.size() > 2) fail_entry(*find("panels"), "names more than two columns, leave at most two");
  if (x == nullptr && (figure_.kind == FigureKind::kSweep || figure_.kind == FigureKind::kPhase)) default_x();
  if (figure_.kind == FigureKind::kPhase) return;
  if (find("panels") == nullptr) default_panels();
  if (figure_.curves.empty()) default_curves();
}

/// A map for each method, and for whatever else varies.
void SectionReader::read_phase(const SweepConfig& config) {
  if (figure_.kind != FigureKind::kPhase) return;
  if (figure_.x_is_metric || !is_axis(column(figure_.x)))
    throw core::UsageError(fmt::format("[figure] x = {} is no axis of a map, name a dimension of numbers", figure_.x));
  figure_.phase = read_phase_keys(ini_, config, figure_.x);
  if (figure_.metrics.empty() && config.refine.is_on()) figure_.metrics = {config.refine.score};
  if (figure_.metrics.size() > 1) fail_entry(*find("metric"), "names more than one metric, leave one");
  if (find("panels") != nullptr) return;
  for (const FigureColumn& column : columns_)
    if (figure_.panels.size() < 2 && column.varies && column.name != figure_.x && column.name != figure_.phase.y)
      figure_.panels.push_back(column.name);
}

/// What divides has to be one trial of each cell.
void SectionReader::read_relative() {
  figure_.relative_to = text("relative_to");
  if (figure_.relative_to.empty()) return;
  const files::IniEntry& entry = *find("relative_to");
  if (!contains(method_names_, figure_.relative_to))
    placed(entry, [&] { core::fail_unknown("[figure] relative_to: method", figure_.relative_to, method_names_); });
  if (std::ranges::count(method_variants_, figure_.relative_to) > 1)
    fail_entry(entry, "is a method of several parameter values (which of them divides is not said), name another one");
}

void SectionReader::read_axes() {
  figure_.x_axis = axis("x");
  figure_.y_axis = axis("y");
  if (!text("x_label").empty()) figure_.x_axis.labels = {text("x_label")};
  if (figure_.metrics.size() > 1)
    figure_.y_axis.labels = core::split_list(text("y_label"));
  else if (!text("y_label").empty())
    figure_.y_axis.labels = {text("y_label")};
  figure_.x_labels = core::split_list(text("x_labels"));
  figure_.panel_labels = core::split_list(text("panel_labels"));
  figure_.title = text("title");
  figure_.x_over = text("x_over");
  figure_.x_over_label = text("x_over_label");
}

/// A mean over a parameter that the picture does not show would mislead.
void SectionReader::check_hidden() const {
  if (figure_.x_is_metric) return;                   // each of its values is a point of its own
  if (figure_.kind == FigureKind::kSupport) return;  // of branches, which are counted, not of means
  for (const FigureColumn& column : columns_)
    if (column.varies && column.name != figure_.x && column.name != figure_.phase.y &&
        !contains(figure_.panels, column.name) && !contains(figure_.curves, column.name))
      throw core::UsageError(
          fmt::format("[figure] does not show '{}', of which the sweep has {} values (a mean over them would mislead), "
                      "add it to {}panels, or give it one value",
                      column.name, column.values.size(), figure_.kind == FigureKind::kPhase ? "" : "curves or "));
}

void SectionReader::check_rows() const {
  if (figure_.metrics.size() > 1 && figure_.panels.size() > 1)
    fail_entry(*find("metric"),
               "names several metrics (each is a row of panels) beside two columns of panels, leave "
               "one metric or one column");
}

void SectionReader::check_log() const {
  if (figure_.x_axis.scale != AxisScale::kLog || figure_.x_is_metric || figure_.kind == FigureKind::kPhase) return;
  const FigureColumn& x = column(figure_.x);
  const auto positive = [](const core::ParameterValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole > 0;
    const auto* number = std::get_if<double>(&value);
    return number != nullptr && *number > 0;
  };
  if (!std::all_of(x.values.begin(), x.values.end(), positive))
    fail_entry(*find("x_scale"),
               fmt::format("does not go with x = {} (not all of its values are above 0), take linear", figure_.x));
}

void SectionReader::check_over() const {
  if (figure_.x_over.empty()) return;
  const files::IniEntry& entry = *find("x_over");
  if (!contains(column_names_, figure_.x_over))
    placed(entry, [&] { core::fail_unknown("[figure] x_over: column", figure_.x_over, column_names_); });
  const FigureColumn& over = column(figure_.x_over);
  if (over.varies || !over.is_number() || figure_.x_is_metric || !column(figure_.x).is_number())
    fail_entry(entry, "needs a parameter that is one number, and an x of numbers, leave it out");
}

void SectionReader::check_labels() const {
  const std::size_t rows = std::max<std::size_t>(1, figure_.metrics.size());
  const std::size_t given = figure_.y_axis.labels.size();
  if (given > 0 && given != rows)
    fail_entry(*find("y_label"), fmt::format("has {} labels for {} metrics, give one each", given, rows));
  if (!figure_.x_labels.empty()) {
    const bool fits = !figure_.x_is_metric && !column(figure_.x).is_number() &&
                      figure_.x_labels.size() == column(figure_.x).values.size();
    if (!fits)
      fail_entry(*find("x_labels"), fmt::format("needs an x of {} texts, give one label for each text, or leave it out",
                                                figure_.x_labels.size()));
  }
  std::size_t panels = 1;  // of each kind of support
  for (const std::string& name : figure_.panels) panels *= column(name).values.size();
  if (!figure_.panel_labels.empty() && figure_.panel_labels.size() != panels)
    fail_entry(*find("panel_labels"),
               fmt::format("has {} labels for {} panels, give one each", figure_.panel_labels.size(), panels));
}

/// What kind of picture it is, and whether the keys are its keys.
void SectionReader::read_kind() {
  if (const files::IniEntry* entry = find("kind")) {
    const auto* place = std::find(std::begin(kKinds), std::end(kKinds), entry->value);
    if (place == std::end(kKinds))
      fail_entry(*entry, "is no kind of picture, give sweep, agreement, classes, trees, support or phase");
    figure_.kind = static_cast<FigureKind>(place - kKinds);
  }
  check_keys(ini_, "figure",
             figure_.kind == FigureKind::kSweep     ? kKeys
             : figure_.kind == FigureKind::kSupport ? kKeysOfSupport
             : figure_.kind == FigureKind::kPhase   ? kKeysOfPhases
                                                    : kKeysOfTables);
  if (figure_.kind != FigureKind::kSupport) return;
  figure_.supports = names("supports", {std::begin(kKindsOfSupport), std::end(kKindsOfSupport)}, "kind of support");
  if (figure_.supports.empty()) figure_.supports = {kKindsOfSupport[0]};
}

FigureSection SectionReader::read(const SweepConfig& config) {
  read_kind();
  read_columns();
  read_phase(config);
  read_relative();
  read_axes();
  check_hidden();
  check_rows();
  check_log();
  check_over();
  check_labels();
  return figure_;
}

void add_line(std::string& text, std::string_view key, std::string_view value) {
  if (!value.empty()) text += fmt::format("{} = {}\n", key, value);
}

void add_axis(std::string& text, const std::string& letter, const FigureAxis& axis) {
  add_line(text, letter + "_label", fmt::format("{}", fmt::join(axis.labels, ", ")));
  if (axis.scale != AxisScale::kAuto) add_line(text, letter + "_scale", kScales[static_cast<int>(axis.scale)]);
  if (axis.limits) add_line(text, letter + "_limits", fmt::format("{}, {}", axis.limits->first, axis.limits->second));
}

}  // namespace

FigureSection read_figure_section(const files::Ini& ini, const SweepConfig& config) {
  return SectionReader(ini, config).read(config);
}

std::string figure_section_text(const FigureSection& figure) {
  std::string text = "[figure]\n";
  if (figure.kind != FigureKind::kSweep) add_line(text, "kind", kKinds[static_cast<int>(figure.kind)]);
  add_line(text, "x", figure.x);
  text += fmt::format("panels = {}\n", fmt::join(figure.panels, ", "));
  text += figure.kind == FigureKind::kPhase ? phase_text(figure.phase)
                                            : fmt::format("curves = {}\n", fmt::join(figure.curves, ", "));
  add_line(text, "metric", fmt::format("{}", fmt::join(figure.metrics, ", ")));
  add_line(text, "relative_to", figure.relative_to);
  add_line(text, "thin", figure.thin);
  add_axis(text, "x", figure.x_axis);
  add_line(text, "x_over", figure.x_over);
  add_line(text, "x_over_label", figure.x_over_label);
  add_axis(text, "y", figure.y_axis);
  add_line(text, "x_labels", fmt::format("{}", fmt::join(figure.x_labels, ", ")));
  add_line(text, "panel_labels", fmt::format("{}", fmt::join(figure.panel_labels, ", ")));
  add_line(text, "supports", fmt::format("{}", fmt::join(figure.supports, ", ")));
  add_line(text, "title", figure.title);
  return text;
}

}  // namespace tertium::experiments
