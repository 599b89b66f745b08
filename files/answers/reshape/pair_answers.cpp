#include "files/answers/reshape/pair_answers.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {

std::optional<bool> same_of(std::string_view field) {
  constexpr std::array<std::string_view, 7> kYes{"1", "yes", "y", "true", "t", "same", "must-link"};
  constexpr std::array<std::string_view, 7> kNo{"0", "no", "n", "false", "f", "different", "cannot-link"};
  std::string word = lower_case(field);
  if (std::int64_t value = 0; parse_whole(word, value)) word = std::to_string(value);
  if (std::ranges::find(kYes, word) != kYes.end()) return true;
  if (std::ranges::find(kNo, word) != kNo.end()) return false;
  return std::nullopt;
}

void PairAnswers::take(const CsvReader& rows) {
  if (rows.fields().size() != fields_)
    rows.fail_here("{} fields (the first row has {}), correct the row", rows.fields().size(), fields_);
  const std::string_view field = rows.fields()[columns_.answer];
  if (is_missing(field)) return;
  const auto same = same_of(field);
  if (!same)
    rows.fail_here("'{}' in {} is neither yes nor no (1 or 0, true or false, same or different), correct it", field,
                   rows.field_text(columns_.answer));
  const std::string first = spelling_.of(rows.fields()[columns_.objects[0]]),
                    second = spelling_.of(rows.fields()[columns_.objects[1]]);
  if (first.empty() || second.empty()) rows.fail_here("an object has no name, give it one or remove the row");
  if (first == second) rows.fail_here("'{}' is compared with itself (a pair needs two objects), remove the row", first);
  const std::int64_t count = count_of(rows);
  add(rows, first, {second, count, rows.line()}, *same);
  add(rows, second, {first, count, rows.line()}, *same);
  (*same ? yes_ : no_) += count;
}

std::int64_t PairAnswers::count_of(const CsvReader& rows) const {
  std::int64_t count = 1;
  if (!columns_.count) return count;
  const std::string_view field = rows.fields()[*columns_.count];
  if (parse_whole(field, count) && count > std::numeric_limits<std::int32_t>::max())
    rows.fail_here("'{}' in {} is too large (a row counts at most {} times), correct it", field,
                   rows.field_text(*columns_.count), std::numeric_limits<std::int32_t>::max());
  if (!parse_whole(field, count) || count < 1)
    rows.fail_here("'{}' in {} is no number of answers, write a whole number from 1", field,
                   rows.field_text(*columns_.count));
  return count;
}

void PairAnswers::add(const CsvReader& rows, const std::string& object, Link link, bool same) {
  LongRows::Fields key;
  for (const auto& [word, column] : columns_.scope) key.emplace_back(rows.fields()[column]);
  key.push_back(object);
  Links& links = links_[key];
  (same ? links.joined : links.parted).push_back(std::move(link));
}

}  // namespace tertium::files
