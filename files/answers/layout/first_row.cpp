#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/answers/layout/layout.hpp"

namespace tertium::files {
namespace {

constexpr int kRowsToGuessFrom = 20;
constexpr int kRowsToFindWordsIn = 100'000;
constexpr int kRowsThatProveHeader = 10;

std::size_t count_integers(const CsvReader& rows) {
  std::int64_t value = 0;
  return static_cast<std::size_t>(std::count_if(rows.fields().begin(), rows.fields().end(),
                                                [&](std::string_view field) { return parse_whole(field, value); }));
}

}  // namespace

bool statements_are_ids(CsvReader& rows, const ComparisonLayout& layout) {
  const std::vector<std::size_t> answers = answer_places(layout);
  std::int64_t value = 0;
  int integers = 0, seen = 0;
  for (; seen < kRowsToGuessFrom && next_readable(rows); ++seen) {
    bool all = true;
    for (std::size_t place = 0; place < layout.columns.size() && all; ++place) {
      const std::size_t column = layout.columns[place];
      const bool answer = std::find(answers.begin(), answers.end(), place) != answers.end();
      all = column < rows.fields().size() &&
            (parse_whole(rows.fields()[column], value) || (answer && is_missing(rows.fields()[column])));
    }
    integers += all ? 1 : 0;
  }
  return seen > 0 && 2 * integers >= seen;
}

bool is_statement_after_all(CsvReader& rows, const ComparisonLayout& layout) {
  to_first_row(rows);
  std::set<std::string, std::less<>> words;
  for (const std::size_t column : layout.columns) words.emplace(rows.fields()[column]);
  const std::vector<std::string> first(rows.fields().begin(), rows.fields().end());
  for (int row = 0; row < kRowsToFindWordsIn && !words.empty() && next_readable(rows); ++row)
    for (const std::size_t column : layout.columns)
      if (column < rows.fields().size() && !std::ranges::equal(rows.fields(), first))
        if (const auto word = words.find(rows.fields()[column]); word != words.end()) words.erase(word);
  return words.empty();
}

void guess_header(CsvReader& rows, const ComparisonOptions& options, ComparisonLayout& layout) {
  const std::size_t integers = count_integers(rows);
  const auto& known = options.known_names;
  const bool mentions_known = std::any_of(rows.fields().begin(), rows.fields().end(), [&](std::string_view field) {
    return std::find(known.begin(), known.end(), field) != known.end();
  });
  const bool ids_below = statements_are_ids(rows, layout);
  to_first_row(rows);
  layout.header = options.header == HeaderLine::kYes;
  layout.ids = ids_below || (!layout.header && integers == layout.columns.size());
  if (options.header != HeaderLine::kGuess || integers > 0) return;
  if (!known.empty() ? !mentions_known : ids_below)
    fail_header(rows);
  else
    layout.maybe_header = known.empty();
}

namespace {

/// Whether a row has the same words as the first, in any order, as the header of a file has that was put behind it.
bool has_words_of(const CsvReader& rows, const std::vector<std::string>& first) {
  return rows.fields().size() == first.size() &&
         std::is_permutation(rows.fields().begin(), rows.fields().end(), first.begin());
}

}  // namespace

bool is_header_by_its_fields(CsvReader& rows) {
  constexpr int kLeastRows = 4;
  to_first_row(rows);
  std::int64_t value = 0;
  const std::vector<std::string> words(rows.fields().begin(), rows.fields().end());
  const std::set<std::string, std::less<>> first(words.begin(), words.end());
  std::unordered_map<std::string, int> below;
  if (std::ranges::any_of(words, [&](const std::string& word) { return parse_whole(word, value); })) return false;
  std::vector<std::vector<std::string>> some;
  int row = 0;
  while (row < kRowsToFindWordsIn && next_readable(rows)) {
    if (has_words_of(rows, words)) continue;
    if (row <= kRowsThatProveHeader) some.emplace_back(rows.fields().begin(), rows.fields().end());
    for (const std::string_view field : rows.fields()) {
      if (!field.empty() && first.contains(field)) return false;
      if (row <= kRowsThatProveHeader) ++below[std::string(field)];
    }
    ++row;
  }
  if (row > kRowsThatProveHeader) return true;
  return row >= kLeastRows && std::ranges::all_of(some, [&](const std::vector<std::string>& fields) {
           return std::ranges::any_of(fields, [&](const std::string& field) { return below[field] > 1; });
         });
}

bool is_header_by_its_objects(CsvReader& rows, const ComparisonLayout& layout) {
  to_first_row(rows);
  std::set<std::string, std::less<>> words;
  for (const std::size_t column : layout.columns) words.emplace(rows.fields()[column]);
  const std::vector<std::string> first(rows.fields().begin(), rows.fields().end());
  int row = 0;
  for (; row < kRowsToFindWordsIn && next_readable(rows); ++row) {
    const auto occurs = [&](std::size_t column) {
      return column < rows.fields().size() && words.contains(rows.fields()[column]);
    };
    if (std::ranges::any_of(layout.columns, occurs) && !has_words_of(rows, first)) return false;
  }
  return row > kRowsThatProveHeader;
}

}  // namespace tertium::files
