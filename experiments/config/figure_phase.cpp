#include "experiments/config/figure_phase.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

const files::IniEntry* find(const files::Ini& ini, std::string_view key) {
  return ini.find("figure", key);
}

std::string read_y(const files::Ini& ini, const std::vector<FigureColumn>& columns, const std::string& x) {
  std::vector<std::string> known;
  for (const FigureColumn& column : columns)
    if (is_axis(column) && column.name != x && column.varies) known.push_back(column.name);
  const files::IniEntry* entry = find(ini, "y");
  if (entry == nullptr) {
    if (known.empty())
      throw core::UsageError("[figure] kind = phase needs two dimensions of numbers, give another one more values");
    return known.front();
  }
  if (!contains(known, entry->value))
    placed(*entry, [&] { core::fail_unknown("[figure] y: dimension", entry->value, known); });
  return entry->value;
}

double read_level(const files::Ini& ini, const SweepConfig& config) {
  const files::IniEntry* entry = find(ini, "level");
  if (entry == nullptr) return config.refine.level;
  const auto level = core::parse_number<double>(entry->value);
  if (!level || !std::isfinite(*level)) fail_entry(*entry, "is no number, give the value that the contour is drawn at");
  return *level;
}

PhaseCurve read_curve(const std::string& text, const std::vector<std::string>& known) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || core::trimmed(text.substr(0, colon)).empty())
    throw core::UsageError(fmt::format("'{}' is no curve, write LABEL: FORMULA", text));
  PhaseCurve curve{std::string(core::trimmed(text.substr(0, colon))), Formula(core::trimmed(text.substr(colon + 1)))};
  if (!curve.formula.terms().empty())
    throw core::UsageError(
        fmt::format("'{}' has the score of a method in it (a curve over a map has numbers only), "
                    "leave it out",
                    curve.formula.text()));
  for (const std::string& name : curve.formula.variables())
    if (!contains(known, name)) core::fail_unknown("number in a curve", name, known);
  return curve;
}

std::vector<PhaseCurve> read_curves(const files::Ini& ini, std::string_view key,
                                    const std::vector<FigureColumn>& columns, const std::string& y) {
  const files::IniEntry* entry = find(ini, key);
  if (entry == nullptr) return {};
  std::vector<std::string> known = {"N"};
  for (const FigureColumn& column : columns)
    if (!column.of_method && column.is_number() && column.name != y) known.push_back(column.name);
  std::vector<PhaseCurve> curves;
  for (const std::string& text : core::split_list(entry->value, ';'))
    curves.push_back(placed(*entry, [&] { return read_curve(text, known); }));
  return curves;
}

std::string curves_text(const char* key, const std::vector<PhaseCurve>& curves) {
  if (curves.empty()) return "";
  std::vector<std::string> texts;
  for (const PhaseCurve& curve : curves) texts.push_back(fmt::format("{}: {}", curve.label, curve.formula.text()));
  return fmt::format("{} = {}\n", key, fmt::join(texts, "; "));
}

}  // namespace

bool is_axis(const FigureColumn& column) {
  return !column.of_method && (column.is_number() || column.ordered);
}

PhaseKeys read_phase_keys(const files::Ini& ini, const SweepConfig& config, const std::string& x) {
  const std::vector<FigureColumn> columns = figure_columns(config);
  PhaseKeys phase;
  phase.y = read_y(ini, columns, x);
  phase.level = read_level(ini, config);
  phase.curves = read_curves(ini, "curve", columns, phase.y);
  phase.laws = read_curves(ini, "law", columns, phase.y);
  return phase;
}

std::string phase_text(const PhaseKeys& phase) {
  return fmt::format("y = {}\nlevel = {}\n", phase.y, phase.level) + curves_text("curve", phase.curves) +
         curves_text("law", phase.laws);
}

}  // namespace tertium::experiments
