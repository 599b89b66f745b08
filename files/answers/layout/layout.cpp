#include "files/answers/layout/layout.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

ComparisonLayout positional_layout(const CsvReader& rows, std::optional<AnswerForm> form) {
  const std::size_t count = rows.fields().size();
  if (count == 4) return {};
  if (count == 3 && form != AnswerForm::kQuadruplet)
    return layout_of(form.value_or(AnswerForm::kTriplet), {0, 1, 2}, 3);
  if (count == 3) return layout_of(AnswerForm::kTriplet, {0, 1, 2}, 3);
  fail_number_of_fields(rows);
}

void check_form(const CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options) {
  if (!options.form || *options.form == layout.form) return;
  rows.fail_here("these are {} (by the {} fields, or by the header), not {}: use --kind {}, or --columns",
                 name_of(layout.form), layout.fields, name_of(*options.form), name_of(layout.form));
}

/// What a header, or the list of a person, tells beside the objects.
void take_metadata(const ComparisonHeader& header, ColumnWords words, ComparisonLayout& layout) {
  layout.metadata = {.subject = header.find(ColumnRole::kSubject),
                     .time = header.find(ColumnRole::kTime),
                     .set = header.find(ColumnRole::kSet),
                     .check = header.find(ColumnRole::kCheck),
                     .group = header.find(ColumnRole::kGroup),
                     .screen = header.find(ColumnRole::kScreen)};
  if (layout.metadata.check) layout.metadata.says_whether = says_whether_check(words[*layout.metadata.check]);
  if (layout.choice)
    for (const std::size_t column : layout.choice->options) layout.choice->words.emplace_back(words[column]);
}

bool names_columns(const ComparisonOptions& options) {
  return !options.columns.empty() && named_column(options.columns.front()).has_value();
}

[[noreturn]] void fail_conflict(const CsvReader& rows, const ComparisonHeader& header) {
  rows.fail_here("two columns mean the same ({}), rename the one that is not meant, or pass it over: --columns NAME=-",
                 header.conflict());
}

/// How often near was chosen tells nothing without how often far was.
void check_votes(const CsvReader& rows, const ComparisonHeader& header, ColumnWords words) {
  using enum ColumnRole;
  const auto near = header.find(kNearCount), far = header.find(kFarCount);
  if (near.has_value() == far.has_value() || header.has(kAsked)) return;
  const std::size_t there = near ? *near : *far;
  rows.fail_here(
      "{} says how often one of two was chosen, but no column says how often the other one was, name that one, or how "
      "often it was asked: --columns 'NAME={}' or 'NAME={}', or pass both over",
      words[there], words_for(near ? kFarCount : kNearCount).front(), words_for(kAsked).front());
}

/// What says how sure answers are: a column of grades, or the answers themselves. Throws UserError without either.
void take_grades(const CsvReader& rows, const ComparisonHeader& header, const ComparisonOptions& options,
                 ComparisonLayout& layout) {
  if (options.grades.empty()) return;
  const auto column = header.find(ColumnRole::kGrade);
  if (!column && !layout.choice)
    rows.fail_file("has no column of grades (for --grades), name it grade, or --columns NAME=grade");
  if (!column) layout.choice->code = ChoiceCode::kGrade;
  layout.grade = GradeColumn{column ? *column : layout.choice->column, Grades(options.grades)};
}

/// A layout whose columns the words name, those of the first row or of a person.
ComparisonLayout take_words(CsvReader& rows, const ComparisonHeader& header, ColumnWords words, ComparisonLayout layout,
                            const ComparisonOptions& options, std::vector<std::string>& notes) {
  if (!header.conflict().empty()) fail_conflict(rows, header);
  check_votes(rows, header, words);
  check_form(rows, layout, options);
  take_metadata(header, words, layout);
  layout.weight = header.find(ColumnRole::kWeight);
  // The words live in the row that the reader is about to leave; what its header calls a column says more than its
  // role.
  const ColumnWords called = layout.header && !options.columns.empty() ? rows.fields() : words;
  const std::vector<std::string> kept(words.begin(), words.end()), kept_names(called.begin(), called.end());
  const std::vector<std::string_view> roles(kept.begin(), kept.end()), names(kept_names.begin(), kept_names.end());
  rows.call_columns(kept_names);
  take_grades(rows, header, options, layout);
  const bool of_two = layout.form == AnswerForm::kTriplet || layout.form == AnswerForm::kQuadruplet;
  if (options.ties && !of_two)
    rows.fail_file("are {} (ties as data need a choice of two), leave --ties out", name_of(layout.form));
  if (options.ties && !layout.choice && !layout.grade)
    rows.fail_file("has no column of answers or grades (that could contain a tie), leave --ties out");
  if (layout.choice) {
    take_given(rows, options, *layout.choice);
    if (!layout.header) rows.rewind();
    find_code(rows, *layout.choice,
              options.answers.empty() || layout.is_graded_choice() ? layout.choice->code : ChoiceCode::kGiven);
    for (const std::size_t other : header.all(ColumnRole::kChoice))
      if (other != layout.choice->column && !layout.is_graded_choice() &&
          header.role(layout.choice->column) == ColumnRole::kChoice) {
        layout.header ? to_first_row(rows) : rows.rewind();
        check_same_answers(rows, *layout.choice, other);
      }
    to_first_row(rows);
  } else if (!options.answers.empty()) {
    rows.fail_file(
        "has no column that says which one was chosen (--answers describes it), name it: --columns NAME=answer");
  }
  note_form(rows, layout, names, options.columns.empty() ? "the header" : "--columns", notes);
  const std::vector<std::string_view> all = options.columns_of_export ? roles : not_passed_over(roles, names, options);
  note_columns(layout, all, options.named_columns && !options.columns_of_export, notes);
  note_statements(layout, notes);
  return layout;
}

/// The columns are as a person says; whether the first row is a header is found out.
ComparisonLayout listed_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes) {
  const std::vector<std::string_view> words = listed_words(rows, options);
  const ComparisonHeader header(words);
  std::optional<ComparisonLayout> named = named_layout(header, words.size(), options.form);
  if (const std::vector<std::string> roles = header.lacking(1); !named && options.named_columns && !roles.empty())
    fail_lacking(rows, roles, words);
  if (!named)
    rows.fail_file("--columns {} does not describe an answer ({}), name the columns accordingly", fmt::join(words, ","),
                   known_headers());
  const std::int64_t first_line = rows.line();
  const ComparisonHeader first(rows.fields());
  const bool telling = first.is_telling();
  named->ids = statements_are_ids(rows, *named);
  to_first_row(rows);
  std::int64_t value = 0;
  const bool no_ids = std::none_of(named->columns.begin(), named->columns.end(),
                                   [&](std::size_t column) { return parse_whole(rows.fields()[column], value); });
  if (options.header == HeaderLine::kGuess)
    named->header = no_ids && (named->ids || telling || is_header_by_its_objects(rows, *named));
  else
    named->header = options.header != HeaderLine::kNo;
  to_first_row(rows);
  ComparisonLayout layout = take_words(rows, header, words, std::move(*named), options, notes);
  if (layout.header) notes.push_back(fmt::format("line {} is passed over as a header", first_line));
  if (!layout.header && options.header == HeaderLine::kGuess && no_ids)
    notes.push_back(fmt::format("line {} is taken as an answer (--header yes if it is a header)", first_line));
  return layout;
}

ComparisonLayout unnamed_layout(CsvReader& rows, const ComparisonHeader& header, const ComparisonOptions& options,
                                std::vector<std::string>& notes) {
  const std::int64_t first_line = rows.line();
  refuse_other_tables(rows);
  if (options.header != HeaderLine::kNo && header.others().size() == 3 && header.has(ColumnRole::kChoice))
    rows.fail_here(
        "the header '{}' does not say what was chosen of three (the odd one, or the most central one), use --kind "
        "odd-one-outs or --kind most-central",
        some_words(rows.fields(), ","));
  const bool twice = !header.conflict().empty() && header.is_telling();
  if (const std::vector<std::string> roles = header.lacking(3);
      options.header != HeaderLine::kNo && (twice || !roles.empty())) {
    const std::size_t fields = rows.fields().size();
    const bool statement = options.header == HeaderLine::kGuess && (fields == 3 || fields == 4) &&
                           is_statement_after_all(rows, positional_layout(rows, {}));
    to_first_row(rows);
    const std::vector<std::string_view> words(rows.fields().begin(), rows.fields().end());
    if (!statement && twice) fail_conflict(rows, header);
    if (!statement) fail_lacking(rows, roles, words);
  }
  const bool by_fields =
      options.header == HeaderLine::kGuess && options.known_names.empty() && is_header_by_its_fields(rows);
  to_first_row(rows);
  const bool of_a_header = options.header != HeaderLine::kNo && header.is_telling() && rows.fields().size() > 4;
  if (by_fields || of_a_header) fail_header(rows);
  if (options.header == HeaderLine::kNamed)
    rows.fail_here("the header '{}' is not understood ({}), name the columns accordingly",
                   some_words(rows.fields(), ","), known_headers());
  ComparisonLayout layout = positional_layout(rows, options.form);
  check_form(rows, layout, options);
  guess_header(rows, options, layout);
  refuse_row_numbers(rows, layout);
  layout.telling = header.is_telling();
  note_form(rows, layout, {}, "the number of fields", notes);
  if (layout.header)
    notes.push_back(fmt::format("line {} is passed over as a header, the columns are taken as {}", first_line,
                                fields_of(layout.form)));
  note_statements(layout, notes);
  return layout;
}

}  // namespace

std::vector<std::size_t> answer_places(const ComparisonLayout& layout) {
  static const std::array<std::vector<std::size_t>, 4> places{{{}, {1, 2}, {2}, {0}}};  // by AnswerForm
  return layout.choice ? std::vector<std::size_t>{} : places[static_cast<std::size_t>(layout.form)];
}

std::set<std::size_t> columns_in_use(const ComparisonLayout& layout) {
  std::set<std::size_t> used(layout.columns.begin(), layout.columns.end());
  for (const StatementForm& form : layout.forms)
    for (const auto& column : {form.count, form.of})
      if (column) used.insert(*column);
  if (layout.choice) used.insert(layout.choice->column);
  if (layout.grade) used.insert(layout.grade->column);
  if (layout.weight) used.insert(*layout.weight);
  const MetadataColumns& metadata = layout.metadata;
  for (const auto& column :
       {metadata.subject, metadata.time, metadata.set, metadata.check, metadata.group, metadata.screen})
    if (column) used.insert(*column);
  return used;
}

ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes) {
  rows.rewind();
  if (!next_readable(rows))
    rows.fail_file("contains no comparison (only blank lines and comments), give rows i,j,k,l or anchor,near,far");
  ComparisonLayout layout;
  refuse_printed_rows(rows);
  if (!options.columns.empty()) {
    ComparisonOptions listed = options;
    if (names_columns(options)) {
      if (options.header == HeaderLine::kNo)
        rows.fail_file("has named columns, although --header no says that it has no header, leave that out");
      for (const std::string& text : options.columns)
        if (named_column(text)->role == "-") listed.passed_over.emplace_back(named_column(text)->name);
      listed.columns = words_by_name(rows, options);
      listed.named_columns = true;
      listed.header = HeaderLine::kYes;
    }
    layout = listed_layout(rows, listed, notes);
    rows.rewind();
    return layout;
  }
  const std::int64_t first_line = rows.line();
  const ComparisonHeader header(rows.fields());
  std::optional<ComparisonLayout> named;
  if (options.header != HeaderLine::kNo) named = named_layout(header, rows.fields().size(), options.form);
  if (named && options.header == HeaderLine::kGuess && rows.fields().size() == named->columns.size() &&
      is_statement_after_all(rows, *named)) {
    named.reset();
    notes.push_back(fmt::format("line {} is taken as a comparison (its words are objects of other rows)", first_line));
  }
  to_first_row(rows);
  if (named) {
    named->header = true;
    const std::vector<std::string_view> words(rows.fields().begin(), rows.fields().end());
    layout = take_words(rows, header, words, std::move(*named), options, notes);
    layout.ids = statements_are_ids(rows, layout);
  } else {
    layout = unnamed_layout(rows, header, options, notes);
  }
  rows.rewind();
  return layout;
}

}  // namespace tertium::files
