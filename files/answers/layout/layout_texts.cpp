#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/layout/layout.hpp"
#include "files/answers/words/vocabulary.hpp"

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

/// One field that another delimiter would divide, or too many: what to do.
std::string fewer_fields_cure(const CsvReader& rows) {
  const std::string_view field = rows.fields().front();
  const std::size_t at = field.find_first_of("|:");
  return at == std::string_view::npos
             ? std::string("separate them by comma, semicolon, tab or blank")
             : fmt::format("separate them by comma: tr '{}' ',' < {} > FILE", field[at], rows.name());
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t k = 0; k < times; ++k) all += text;
  return all;
}

}  // namespace

void fail_header(const CsvReader& rows) {
  rows.fail_here(
      "the header '{0}' is not understood, say which columns are what: --columns 'NAME=anchor,NAME=near,NAME=far', or "
      "anchor, left, right and answer; a, b and odd; central, a and b; i, j, k and l; optionally also subject, rt, "
      "count, set, check, group. Or say what the row is: --header no, a comparison; --header yes, a header to be "
      "passed over (the columns are then anchor,near,far or i,j,k,l)",
      some_words(rows.fields(), ","));
}

void fail_lacking(const CsvReader& rows, std::span<const std::string> roles, ColumnWords words) {
  std::vector<std::string> unknown;
  for (std::size_t k = 0; k < words.size(); ++k)
    if (!role_of(words[k]) && !role_of(rows.fields()[k]) && !rows.fields()[k].empty())
      unknown.emplace_back(rows.fields()[k]);
  if (unknown.empty())
    rows.fail_here("no column is called {} (all that have a name are understood), write it above its column",
                   fmt::join(roles, ", "));
  std::string cure;
  for (const std::string& role : roles)
    cure += fmt::format("{}{}={}", cure.empty() ? "" : ",", unknown.size() == 1 ? unknown.front() : "NAME", role);
  rows.fail_here("no column is called {} (others are {}), say which it is: --columns '{}'", fmt::join(roles, ", "),
                 some_words(unknown, ", "), cure);
}

void fail_number_of_fields(const CsvReader& rows) {
  constexpr std::size_t kMostRepeated = 12;
  const std::size_t count = rows.fields().size();
  rows.fail_here(
      "{} field{} (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), {}", count, count == 1 ? "" : "s",
      count == 1 ? fewer_fields_cure(rows)
      : count == 2
          ? "add the missing one, or use --kind graph if every row is an edge"
          : fmt::format("name all columns in their order, - for those to be passed over: "
                        "--columns anchor,left,right,answer{}",
                        count <= kMostRepeated ? repeated(",-", count - 4) : fmt::format(",-,... ({} words)", count)));
}

void note_form(const CsvReader& rows, const ComparisonLayout& layout, ColumnWords words, const char* by,
               std::vector<std::string>& notes) {
  std::vector<std::string> parts;
  for (const std::size_t column : layout.columns)
    parts.push_back(words.empty() ? fmt::format("field {}", column + 1) : std::string(words[column]));
  std::string text = fmt::format("read as {} by {}: {} = {}", name_of(layout.form), by,
                                 layout.choice ? "objects" : fields_of(layout.form), fmt::join(parts, ","));
  const auto add = [&](const char* what, const std::optional<std::size_t>& column) {
    if (column) text += fmt::format(", {} = {}", what, words.empty() ? "" : words[*column]);
  };
  if (layout.choice)
    text +=
        fmt::format(", chosen = {} ({})", words.empty() ? "" : words[layout.choice->column], text_of(*layout.choice));
  if (layout.grade)
    text += fmt::format(", weight by {} ({})", words.empty() ? "" : words[layout.grade->column],
                        layout.grade->grades.text());
  add("weight", layout.weight);
  add("subject", layout.metadata.subject);
  add("time", layout.metadata.time);
  add("set", layout.metadata.set);
  add("check", layout.metadata.check);
  add("group", layout.metadata.group);
  notes.push_back(text + fmt::format("; {} between the fields", name_of(rows.delimiter())));
}

void note_columns(const ComparisonLayout& layout, ColumnWords words, bool named, std::vector<std::string>& notes) {
  const std::set<std::size_t> used = columns_in_use(layout);
  std::set<std::string_view> counts;
  for (const StatementForm& form : layout.forms)
    if (form.count) counts.insert(words[*form.count]);
  std::vector<std::string_view> others;
  for (std::size_t k = 0; k < words.size(); ++k)
    if (!used.contains(k) && words[k] != "-") others.push_back(words[k]);
  if (!others.empty()) notes.push_back(fmt::format("columns passed over: {}", fmt::join(others, ", ")));
  if (const auto id = std::ranges::find_if(others, may_tell_people); !layout.metadata.subject && id != others.end())
    notes.push_back(
        named ? fmt::format("the participants are not known; if {} names them: add {}=subject to --columns", *id, *id)
              : fmt::format("the participants are not known; if {} names them: --columns '{}=subject'", *id, *id));
  if (!counts.empty()) notes.push_back(fmt::format("{} says how often a row was answered", fmt::join(counts, ", ")));
}

void note_statements(const ComparisonLayout& layout, std::vector<std::string>& notes) {
  if (layout.form == AnswerForm::kOddOneOut)
    notes.emplace_back("every row says: a is more like b than like odd, and b more like a than like odd");
  if (layout.form == AnswerForm::kMostCentral)
    notes.emplace_back("every row says: a is more like central than like b, and b more like central than like a");
}

}  // namespace tertium::files
