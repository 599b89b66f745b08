#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/text.hpp"
#include "files/answers/reshape/form.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium {
namespace files {
namespace {

using Fields = LongRows::Fields;

std::size_t wide_column(const CsvReader& rows, const Fields& header, const std::string& name) {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end())
    rows.fail_file("has no column '{}' (there are {}), correct the name", name, some_words(header, ", "));
  return static_cast<std::size_t>(found - header.begin());
}

/// The questions: which column answers each, and what it asks.
struct Questions {
  Fields words{};                      ///< of the fields
  std::vector<std::size_t> columns{};  ///< of the wide table, by question
  Fields names{};                      ///< of these columns
  std::vector<Fields> fields{};        ///< by question
};

Questions read_questions(const ComparisonOptions& options, const CsvReader& rows, const Fields& header) {
  CsvReader table(options.questions);
  if (!table.next()) table.fail_file("lists no question, give rows question,anchor,left,right");
  Questions found;
  const Fields words(table.fields().begin(), table.fields().end());
  const auto named = std::find(words.begin(), words.end(), "question");
  const std::size_t name = named == words.end() ? 0 : static_cast<std::size_t>(named - words.begin());
  for (std::size_t k = 0; k < words.size(); ++k)
    if (k != name) found.words.push_back(words[k]);
  while (table.next()) {
    if (table.fields().size() != words.size())
      table.fail_here("{} fields (the first row has {}), correct the row", table.fields().size(), words.size());
    found.names.emplace_back(table.fields()[name]);
    if (std::find(header.begin(), header.end(), found.names.back()) == header.end())
      table.fail_here("{} has no column '{}' (there are {}), correct the name", rows.name(), found.names.back(),
                      some_words(header, ", "));
    found.columns.push_back(wide_column(rows, header, found.names.back()));
    Fields& fields = found.fields.emplace_back();
    for (std::size_t k = 0; k < words.size(); ++k)
      if (k != name) fields.emplace_back(table.fields()[k]);
  }
  if (found.names.empty()) table.fail_file("lists no question, give rows question,anchor,left,right");
  return found;
}

/// Columns about people: those that a person names, else those whose words say so.
std::vector<std::pair<std::string, std::size_t>> people_columns(const CsvReader& rows, const Fields& header,
                                                                const ComparisonOptions& options) {
  const std::vector<std::string_view> fields(header.begin(), header.end());
  const ComparisonHeader words(fields);
  std::vector<std::pair<std::string, std::size_t>> columns;
  for (const ColumnRole role : {ColumnRole::kSubject, ColumnRole::kGroup}) {
    std::optional<std::size_t> column;
    for (const std::string& text : options.columns)
      if (const auto named = named_column(text); named && role_of(named->role) == role)
        column = wide_column(rows, header, std::string(named->name));
    if (!column) column = words.find(role);
    if (column) columns.emplace_back(words_for(role).front(), *column);
  }
  return columns;
}

std::optional<LongRows> wide_answers(CsvReader& rows, const ComparisonOptions& options,
                                     std::vector<std::string>& notes) {
  if (options.questions.empty()) return std::nullopt;
  rows.rewind();
  if (!rows.next()) rows.fail_file("contains no row, give a header and a row for each participant");
  const Fields header(rows.fields().begin(), rows.fields().end());
  const Questions questions = read_questions(options, rows, header);
  const auto people = people_columns(rows, header, options);
  // A row is a person, who may have no name.
  const bool nameless = people.empty() || people.front().first != words_for(ColumnRole::kSubject).front();
  Fields first;
  if (nameless) first.emplace_back(words_for(ColumnRole::kSubject).front());
  for (const auto& [word, column] : people) first.push_back(word);
  first.insert(first.end(), questions.words.begin(), questions.words.end());
  first.emplace_back("answer");
  LongRows answers(first, [&rows, names = questions.names](LongRows::Place place) {
    return fmt::format("{}, column {}", rows.where(place.first), names[static_cast<std::size_t>(place.second)]);
  });
  std::int64_t good = 0;
  for (;;) try {
      if (!rows.next()) break;
      if (rows.fields().size() != header.size())
        rows.fail_here("{} fields (the first row has {}), correct the row", rows.fields().size(), header.size());
      ++good;
      for (std::size_t q = 0; q < questions.names.size(); ++q) {
        Fields fields;
        if (nameless) fields.push_back(std::to_string(rows.line()));
        for (const auto& [word, column] : people) fields.emplace_back(rows.fields()[column]);
        fields.insert(fields.end(), questions.fields[q].begin(), questions.fields[q].end());
        fields.emplace_back(rows.fields()[questions.columns[q]]);
        answers.add(fields, {rows.line(), static_cast<std::int64_t>(q)});
      }
    } catch (const core::UserError& error) {
      answers.add_bad(error, rows.line());
    }
  std::string about = nameless ? ", subject = the line" : "";
  for (const auto& [word, column] : people) about += fmt::format(", {} = {}", word, header[column]);
  notes.push_back(fmt::format("{} rows with answers to {} questions, listed in {}{}", good, questions.names.size(),
                              options.questions.string(), about));
  if (rows.passed_over() > 0)
    notes.push_back(core::counted(static_cast<std::size_t>(rows.passed_over()), "row") + " passed over: not answers");
  return answers;
}

}  // namespace
}  // namespace files

void register_form_questions(core::Registry<files::Form>& forms) {
  forms.push_back({.name = "questions",
                   .sentence = "a row for each participant, a column for each question, listed in a table of questions",
                   .reshape = files::wide_answers});
}

}  // namespace tertium
