#include "experiments/config/refine_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parameters.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

constexpr std::int64_t kMostOfBase = 8;   // times the repetitions, by default
constexpr std::int64_t kBudgetOfAll = 4;  // times what all points take once
constexpr std::int64_t kMostCount = 100'000'000;
constexpr std::size_t kFewestValues = 3;

const files::IniEntry* find(const files::Ini& ini, std::string_view key) {
  return ini.find("sweep", key);
}

/// Whether the order of a dimension's values means something.
bool is_ordered(const FigureColumn& column) {
  if (!column.is_number()) return column.ordered;
  std::vector<double> numbers;
  for (const core::ParameterValue& value : column.values)
    numbers.push_back(*core::parse_number<double>(core::to_text(value)));
  return std::ranges::is_sorted(numbers) || std::ranges::is_sorted(numbers, std::greater<>());
}

bool can_be_refined(const FigureColumn& column, std::size_t values) {
  return !column.of_method && column.values.size() >= values && is_ordered(column);
}

std::string read_score(const files::IniEntry& entry, const SweepConfig& config) {
  const std::vector<std::string> known = figure_metrics(config);
  if (!is_named(known, entry.value))
    placed(entry, [&] { core::fail_unknown("[sweep] refine: score", entry.value, known); });
  return entry.value;
}

std::optional<double> read_number(const files::Ini& ini, const char* key, const char* what) {
  const files::IniEntry* entry = find(ini, key);
  if (entry == nullptr) return std::nullopt;
  const auto number = core::parse_number<double>(entry->value);
  if (!number || !std::isfinite(*number))
    fail_entry(*entry, fmt::format("is not a number, give the value that {}", what));
  return number;
}

std::vector<std::string> read_over(const files::Ini& ini, const SweepConfig& config) {
  const std::vector<FigureColumn> columns = figure_columns(config);
  std::vector<std::string> names;
  if (const files::IniEntry* entry = find(ini, "refine_dimensions")) {
    names = parse_names(*entry);
    for (const std::string& name : names) {
      const auto column = std::ranges::find(columns, name, &FigureColumn::name);
      if (column == columns.end() || !can_be_refined(*column, kFewestValues))
        fail_entry(
            *entry,
            fmt::format("names '{}', which is not a dimension of at least {} rising or falling numbers, name others",
                        name, kFewestValues));
    }
    return names;
  }
  for (const FigureColumn& column : columns)
    if (can_be_refined(column, kManyValues)) names.push_back(column.name);
  if (names.empty())
    fail_entry(*find(ini, "refine"), fmt::format("needs a dimension of at least {} rising or falling numbers, give one "
                                                 "more values or name it in refine_dimensions",
                                                 kManyValues));
  return names;
}

std::int64_t read_count(const files::Ini& ini, const std::string& key, std::int64_t least, std::int64_t otherwise) {
  const files::IniEntry* entry = find(ini, key);
  if (entry == nullptr) return otherwise;
  return std::get<std::int64_t>(
      parse_single_value(core::ParameterInfo::integer(key, otherwise, least, kMostCount, ""), *entry));
}

/// Points of a map.
std::int64_t map_size(const std::vector<std::string>& over, const SweepConfig& config) {
  std::int64_t size = 1;
  for (const FigureColumn& column : figure_columns(config))
    if (contains(over, column.name)) size *= static_cast<std::int64_t>(column.values.size());
  return size;
}

}  // namespace

std::string RefineKeys::text() const {
  return least ? fmt::format("share with {} ≥ {:g}", score, *least) : score;
}

RefineKeys read_refine_keys(const files::Ini& ini, const SweepConfig& config) {
  const files::IniEntry* refine = find(ini, kRefineKeys[0]);
  if (refine == nullptr) {
    for (const char* key : kRefineKeys)
      if (const files::IniEntry* entry = find(ini, key)) fail_entry(*entry, "only applies with refine, add that");
    return {};
  }
  RefineKeys keys;
  keys.score = read_score(*refine, config);
  keys.least = read_number(ini, "refine_threshold", "counts as reached");
  keys.level = read_number(ini, "refine_level", "the mean of the score passes").value_or(keys.level);
  keys.over = read_over(ini, config);
  keys.most = read_count(ini, "refine_max_repetitions", config.repetitions, kMostOfBase * config.repetitions);
  const std::int64_t all = map_size(keys.over, config) * config.repetitions;
  keys.budget = read_count(ini, "refine_budget", 1, std::min(kMostCount, kBudgetOfAll * all));
  return keys;
}

std::string refine_text(const RefineKeys& keys) {
  if (!keys.is_on()) return "";
  const std::string least = keys.least ? fmt::format("refine_threshold = {}\n", *keys.least) : std::string();
  return fmt::format(
      "refine = {}\n{}refine_level = {}\nrefine_dimensions = {}\nrefine_max_repetitions = {}\nrefine_budget = {}\n",
      keys.score, least, keys.level, fmt::join(keys.over, ", "), keys.most, keys.budget);
}

}  // namespace tertium::experiments
