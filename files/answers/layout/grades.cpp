#include "files/answers/layout/grades.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/base/numbers.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

constexpr double kMostWeight = 1e6;

std::optional<double> weight_in(const std::string& text) {
  const std::optional<NamedColumn> given = named_column(text);
  if (!given || given->name.empty()) return std::nullopt;
  const std::optional<double> weight = core::parse_number<double>(std::string(given->role));
  return weight && std::abs(*weight) <= kMostWeight ? weight : std::nullopt;
}

}  // namespace

std::string Grades::problem(std::span<const std::string> grades) {
  for (std::size_t k = 0; k < grades.size(); ++k) {
    if (!weight_in(grades[k]))
      return fmt::format("'{}' does not give the weight of a grade, write WORD=WEIGHT: definitely=1,maybe=.5",
                         grades[k]);
    for (std::size_t earlier = 0; earlier < k; ++earlier)
      if (named_column(grades[earlier])->name == named_column(grades[k])->name)
        return fmt::format("'{}' is given twice, give one weight", named_column(grades[k])->name);
  }
  return {};
}

Grades::Grades(std::span<const std::string> grades) {
  for (const std::string& text : grades) weights_.emplace_back(std::string(named_column(text)->name), *weight_in(text));
}

double Grades::weight(const CsvReader& rows, std::size_t column) const {
  const std::string_view field = rows.fields()[column];
  const auto found = std::ranges::find(weights_, field, &std::pair<std::string, double>::first);
  if (found != weights_.end()) return found->second;
  rows.fail_here("'{}' in {} is a grade without a weight ({}), add {}=WEIGHT to --grades", field,
                 rows.field_text(column), text(), field.empty() ? "WORD" : field);
}

std::string Grades::text() const {
  std::vector<std::string> parts;
  for (const auto& [word, weight] : weights_) parts.push_back(fmt::format("{} = {:g}", word, weight));
  return fmt::format("{}", fmt::join(parts, ", "));
}

double weight_in(const CsvReader& rows, std::size_t column) {
  constexpr double kMost = 1e9;
  const std::string_view field = rows.fields()[column];
  const auto weight = core::parse_number<double>(field);
  if (!weight || *weight < 0.0 || *weight > kMost)
    rows.fail_here("'{}' in {} is not a weight (a number from 0 to {:g}), correct it or rename the column", field,
                   rows.field_text(column), kMost);
  return *weight;
}

}  // namespace tertium::files
