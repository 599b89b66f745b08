#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "files/statements/comparison_layout.hpp"

namespace tertium::files {
namespace {

std::string_view name_of(char delimiter) {
  switch (delimiter) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case ' ':
      return "blanks";
    default:
      return "commas";
  }
}

}  // namespace

void remark_on_form(const CsvReader& rows, const ComparisonLayout& layout, ColumnWords words, const char* by,
                    std::vector<std::string>& remarks) {
  std::vector<std::string> parts;
  for (const std::size_t column : layout.columns)
    parts.push_back(words.empty() ? fmt::format("field {}", column + 1) : std::string(words[column]));
  std::string text = fmt::format("taken for {} by {}: {} = {}", name_of(layout.form), by,
                                 layout.choice ? "objects" : fields_of(layout.form), fmt::join(parts, ","));
  const auto add = [&](const char* what, const std::optional<std::size_t>& column) {
    if (column) text += fmt::format(", {} = {}", what, words.empty() ? "" : words[*column]);
  };
  if (layout.choice)
    text +=
        fmt::format(", chosen = {} ({})", words.empty() ? "" : words[layout.choice->column], text_of(*layout.choice));
  add("subject", layout.sheet.subject);
  add("time", layout.sheet.time);
  add("set", layout.sheet.set);
  add("check", layout.sheet.check);
  add("group", layout.sheet.group);
  remarks.push_back(text + fmt::format("; {} between the fields", name_of(rows.delimiter())));
}

void remark_on_columns(const ComparisonLayout& layout, ColumnWords words, std::vector<std::string>& remarks) {
  std::set<std::size_t> used(layout.columns.begin(), layout.columns.end());
  std::set<std::string_view> counts;
  for (const StatementForm& form : layout.forms)
    if (form.count) {
      used.insert(*form.count);
      counts.insert(words[*form.count]);
    }
  if (layout.choice) used.insert(layout.choice->column);
  const SheetColumns& sheet = layout.sheet;
  for (const auto& column : {sheet.subject, sheet.time, sheet.set, sheet.check, sheet.group})
    if (column) used.insert(*column);
  std::vector<std::string_view> others;
  for (std::size_t k = 0; k < words.size(); ++k)
    if (!used.contains(k) && words[k] != "-") others.push_back(words[k]);
  if (!others.empty()) remarks.push_back(fmt::format("columns passed over: {}", fmt::join(others, ", ")));
  if (const auto id = std::ranges::find_if(others, may_tell_people); !sheet.subject && id != others.end())
    remarks.push_back(fmt::format("who answered is not known; if {} tells: --columns '{}=subject'", *id, *id));
  if (!counts.empty()) remarks.push_back(fmt::format("{} says how often a row was answered", fmt::join(counts, ", ")));
}

void remark_on_statements(const ComparisonLayout& layout, std::vector<std::string>& remarks) {
  if (layout.form == AnswerForm::kOddOneOut)
    remarks.emplace_back("every row says: a is more like b than like odd, and b more like a than like odd");
  if (layout.form == AnswerForm::kMostCentral)
    remarks.emplace_back("every row says: a is more like central than like b, and b more like central than like a");
}

}  // namespace tertium::files
