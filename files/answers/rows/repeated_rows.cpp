#include "files/answers/rows/repeated_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>

namespace tertium::files {

RepeatedRows::RepeatedRows(const ComparisonLayout& layout) {
  std::set<std::size_t> known(layout.columns.begin(), layout.columns.end());
  for (const StatementForm& form : layout.forms)
    if (form.count) known.insert(*form.count);
  if (layout.choice) known.insert(layout.choice->column);
  const SheetColumns& sheet = layout.sheet;
  for (const auto& column : {sheet.subject, sheet.set, sheet.check, sheet.group})
    if (column) known.insert(*column);
  for (std::size_t k = 0; k < layout.fields; ++k)
    if (!known.contains(k)) telling_.push_back(k);
  if (!telling_.empty() && sheet.subject) telling_.push_back(*sheet.subject);
}

void RepeatedRows::take(const CsvReader& rows) {
  constexpr std::size_t kOdd = 0x9E3779B97F4A7C15;
  const auto mix = [](std::size_t hash, std::string_view field) {
    return (hash ^ std::hash<std::string_view>()(field)) * kOdd;
  };
  std::size_t all = 0, told = 0;
  for (const std::string_view field : rows.fields()) all = mix(all, field);
  for (const std::size_t column : telling_) told = mix(told, rows.fields()[column]);
  all_.push_back(all);
  told_.push_back(told);
}

void RepeatedRows::note(std::vector<std::string>& notes) {
  constexpr std::size_t kFew = 4;
  const auto different = [](std::vector<std::size_t>& hashes) {
    std::sort(hashes.begin(), hashes.end());
    return static_cast<std::size_t>(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
  };
  const std::size_t rows = all_.size(), same = rows - different(all_);
  if (same == 0 || kFew * different(told_) < rows) return;
  notes.push_back(
      fmt::format("{} rows are the same in all columns as others (saved twice?) and count all the same", same));
}

}  // namespace tertium::files
