#include "files/answers/rows/row_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {

namespace {

/// "line 7: text" of "name:7: text".
std::string without_name(const std::string& message, const CsvReader& rows) {
  const std::string name = rows.name() + ":";
  return message.starts_with(name) ? "line " + message.substr(name.size()) : message;
}

}  // namespace

void refuse_other_header(const CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options) {
  using enum ColumnRole;
  if (!layout.header || options.header == HeaderLine::kNamed) return;
  int telling = 0, others = 0;
  for (const std::string_view field : rows.fields()) {
    const std::optional<ColumnRole> role = role_of(field);
    if (role == kAnchor || role == kNear || role == kFar || role == kOdd || role == kCentral) ++telling;
    if (role == kOther || role == kChoice) ++others;
  }
  const bool header = telling > 1 || (telling == 1 && others > 1);
  if (!header || telling + others < static_cast<int>(layout.columns.size())) return;
  throw OtherHeader(
      fmt::format("{}: is a different header from the first one ('{}'), so the rows below mean something else, give "
                  "the joined files one by one: FILE FILE",
                  rows.where(rows.line()), some_words(rows.fields(), ",")));
}

void fail_width(const CsvReader& rows, const ComparisonLayout& layout) {
  const std::size_t fields = rows.fields().size();
  std::string cure = "correct the row";
  std::int64_t value = 0;
  if (const auto time = layout.metadata.time; time && fields == layout.fields + 1 && rows.delimiter() == ',')
    if (const auto whole = rows.fields()[*time], part = rows.fields()[*time + 1];
        parse_integer(whole, value) && parse_integer(part, value))
      cure = fmt::format("write {0}.{1} for {0},{1} if that is a decimal comma, or put semicolons between the fields",
                         whole, part);
  rows.fail_here("{} field{} (the first row has {}), {}", fields, fields == 1 ? "" : "s", layout.fields, cure);
}

namespace {

std::int32_t count_in(const CsvReader& rows, std::size_t column, std::int32_t times) {
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  const std::string_view field = rows.fields()[column];
  const auto count = core::parse_number<double>(field);
  if (count && *count == std::floor(*count) && *count * times > kMost)
    rows.fail_here("'{}' in {} is too large (a row counts at most {} times), correct it", field,
                   rows.field_text(column), std::numeric_limits<std::int32_t>::max());
  if (!count || *count < 0 || *count != std::floor(*count))
    rows.fail_here("'{}' in {} is not a count (answers are counted: 0, 1, 2, ...), correct it or rename the column",
                   field, rows.field_text(column));
  return static_cast<std::int32_t>(*count) * times;
}

}  // namespace

std::int32_t count_of(const CsvReader& rows, const StatementForm& form, std::int32_t times) {
  const std::int32_t count = count_in(rows, *form.count, times);
  if (!form.of) return count;
  const std::int32_t all = count_in(rows, *form.of, times);
  if (count > all)
    rows.fail_here("'{}' in {} is more than the {} times that it was asked, correct it", rows.fields()[*form.count],
                   rows.field_text(*form.count), rows.fields()[*form.of]);
  return all - count;
}

Choice choice_in(const CsvReader& rows, const ComparisonLayout& layout) {
  Choice choice;
  if (layout.is_graded_choice() && is_missing(rows.fields()[layout.choice->column])) return {0, 0};
  if (layout.choice && !layout.is_graded_choice()) choice = choice_of(rows, *layout.choice);
  if (!layout.grade || choice.times == 0) return choice;
  const double grade = layout.grade->grades.weight(rows, layout.grade->column);
  const bool of_two = layout.form == AnswerForm::kTriplet || layout.form == AnswerForm::kQuadruplet;
  if (grade < 0.0 && !of_two)
    rows.fail_here(
        "'{}' in {} has a weight below 0 (of three it is unclear which other one is meant), correct --grades",
        rows.fields()[layout.grade->column], rows.field_text(layout.grade->column));
  if (grade < 0.0) choice.place = 1 - choice.place;
  choice.weight = std::abs(grade);
  choice.tie = choice.tie || grade == 0.0;
  if (choice.tie) choice.weight = 1.0;
  return choice;
}

std::array<std::size_t, 4> columns_as_chosen(const ComparisonLayout& layout, std::size_t place) {
  std::array<std::size_t, 4> columns{};
  std::copy(layout.columns.begin(), layout.columns.end(), columns.begin());
  if (place == 0 && layout.form != AnswerForm::kOddOneOut) return columns;
  switch (layout.form) {
    case AnswerForm::kQuadruplet:
      return {columns[2], columns[3], columns[0], columns[1]};
    case AnswerForm::kTriplet:
      return {columns[0], columns[2], columns[1]};
    case AnswerForm::kMostCentral:
      std::rotate(columns.begin(), columns.begin() + place, columns.begin() + 3);
      break;
    case AnswerForm::kOddOneOut:
      if (layout.choice) std::rotate(columns.begin(), columns.begin() + place + 1, columns.begin() + 3);
  }
  return columns;
}

AttentionCheck attention_check(const CsvReader& rows, const ComparisonLayout& layout,
                               const std::array<std::size_t, 4>& columns, std::int32_t subject) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < layout.columns.size(); ++k) texts.emplace_back(rows.fields()[columns[k]]);
  AttentionCheck check{.subject = subject};
  if (layout.form == AnswerForm::kTriplet && (texts[0] == texts[1] || texts[0] == texts[2]))
    check.passed = texts[0] == texts[1];
  if (layout.form == AnswerForm::kOddOneOut && (texts[0] == texts[1] || texts[0] == texts[2] || texts[1] == texts[2]))
    check.passed = texts[0] == texts[1];
  if (check.passed) return check;
  check.answer = fmt::format("{}", fmt::join(texts, "\t"));
  const auto first = texts.begin() + (layout.form == AnswerForm::kTriplet ? 1 : 0);
  std::sort(first, texts.end());
  check.question = fmt::format("{}", fmt::join(texts, "\t"));
  return check;
}

void note_headers(const CsvReader& rows, std::vector<std::string>& notes) {
  if (rows.headers() == 0 && !rows.is_rearranged()) return;
  if (!rows.is_rearranged())
    notes.push_back(core::counted(static_cast<std::size_t>(rows.headers()), "row") + " passed over: the header again");
  else
    notes.push_back(fmt::format("headers differ, the first other one is {}: every row is read by the one above it",
                                rows.where(rows.first_rearranged())));
}

void note_metadata(ComparisonFile& file, std::span<const std::string> missing) {
  const AnswerMetadata& metadata = file.metadata;
  const auto say = [&](std::int64_t n, const std::string& what, const std::string& about) {
    if (n > 0) file.notes.push_back(core::counted(static_cast<std::size_t>(n), what) + " " + about);
  };
  say(metadata.missing_rows, "row",
      fmt::format("without an answer (empty, NA{})",
                  missing.empty() ? " or ?" : fmt::format(", ?, {}", fmt::join(missing, ", "))));
  say(metadata.tie_rows, "row", "left out as ties (--ties data: half an answer for each of the two)");
  say(metadata.blank_rows, "row", "without objects (such as instructions), not questions");
  say(metadata.check_rows, "row", "of attention checks, not answers");
  say(metadata.odd_checks, "row",
      fmt::format("with neither yes nor no in the column of checks ('{}'): no checks", metadata.odd_check));
  say(metadata.practice_rows, "row", "of practice, not answers");
  say(metadata.bad_times, "unreadable time", fmt::format("('{}'): write numbers such as 1.25", metadata.bad_time));
  say(metadata.dropped_rows, "row", "left out with their subjects");
  say(metadata.other_set_rows, "row", "of other sets left out");
}

void BadRows::refuse(const CsvReader& rows, std::int64_t good) const {
  if (count_ == 0) return;
  if (count_ == 1) throw core::UserError(messages_.front() + " (or leave it out: --skip-bad)");
  std::vector<std::string> shown;
  for (const std::string& message : messages_) shown.push_back(without_name(message, rows));
  rows.fail_file("{} of {} rows cannot be read, correct them, or leave them out with --skip-bad: {}{}", count_,
                 good + count_, fmt::join(shown, "; "), count_ > static_cast<std::int64_t>(kShown) ? "; ..." : "");
}

std::string BadRows::note(const CsvReader& rows) const {
  return fmt::format("{} bad row{} left out: {}{}", count_, count_ == 1 ? "" : "s",
                     without_name(messages_.front(), rows), count_ == 1 ? "" : ", ...");
}

RepeatedRows::RepeatedRows(const ComparisonLayout& layout) {
  std::set<std::size_t> known = columns_in_use(layout);
  if (layout.metadata.time) known.erase(*layout.metadata.time);
  for (std::size_t k = 0; k < layout.fields; ++k)
    if (!known.contains(k)) telling_.push_back(k);
  if (!telling_.empty() && layout.metadata.subject) telling_.push_back(*layout.metadata.subject);
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
  notes.push_back(core::counted(same, "row") + " counted although the same as others in all columns (saved twice?)");
}

}  // namespace tertium::files
