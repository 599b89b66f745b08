#include "files/statements/row_choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>

#include "files/statements/comparison_layout.hpp"

namespace tertium::files {
namespace {

constexpr int kRowsToLookAt = 100'000;
constexpr std::int64_t kMostVotes = std::numeric_limits<std::int32_t>::max();
constexpr std::array<std::array<std::string_view, 3>, 2> kSides{
    {{"first", "second", "third"}, {"left", "right", "right"}}};

/// The place of the object that the field names in its row.
std::optional<std::size_t> place_of_name(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field) {
  for (std::size_t k = 0; k < choice.options.size(); ++k)
    if (choice.options[k] < rows.fields().size() && rows.fields()[choice.options[k]] == field) return k;
  return std::nullopt;
}

std::optional<std::size_t> place_of_side(const ChoiceColumn& choice, std::string_view field) {
  const std::string word = lower_case(field);
  for (std::size_t k = 0; k < choice.places; ++k) {
    if (k < choice.words.size() && word == lower_case(choice.words[k])) return k;
    if (word == kSides[0][k] || (choice.places == 2 && word == kSides[1][k])) return k;
  }
  return std::nullopt;
}

std::optional<std::size_t> place_of_truth(std::string_view field) {
  const std::string word = lower_case(field);
  if (word == "1" || word == "true" || word == "yes") return 0;
  if (word == "0" || word == "false" || word == "no") return 1;
  return std::nullopt;
}

/// How many fields of a column fit what: a few damaged rows shall not hide what the others say.
struct Look {
  std::int64_t all = 0, names = 0, sides = 0, truths = 0;                   // truths: words, no numbers
  std::int64_t numbers = 0, negative = 0, zero = 0, last = 0, between = 0;  // of places: last is their number
  std::string example{};

  void add(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field) {
    ++all;
    const bool name = place_of_name(rows, choice, field).has_value();
    const bool side = place_of_side(choice, field).has_value();
    std::int64_t value = 0;
    const bool number = parse_integer(field, value);
    const bool truth = !number && place_of_truth(field);
    names += name ? 1 : 0;
    sides += side ? 1 : 0;
    truths += truth ? 1 : 0;
    if (!name && !side && !truth && example.empty()) example = field;
    if (!number) return;
    const auto places = static_cast<std::int64_t>(choice.places);
    ++numbers;
    negative += value < 0 ? 1 : 0;
    zero += value == 0 ? 1 : 0;
    last += value == places ? 1 : 0;
    between += value > 0 && value < places ? 1 : 0;
  }
  bool most(std::int64_t fitting) const { return all > 0 && 5 * fitting >= 4 * all; }
  /// Nothing but 0 and 1 for one of two.
  bool is_ambiguous(const ChoiceColumn& choice) const {
    return choice.places == 2 && negative == 0 && last == 0 && most(zero + between);
  }
};

Look look_at(CsvReader& rows, const ChoiceColumn& choice) {
  Look look;
  const auto is_empty = [&](std::size_t column) {
    return column >= rows.fields().size() || rows.fields()[column].empty();
  };
  for (int row = 0; row < kRowsToLookAt && next_readable(rows); ++row) {
    const bool asks = choice.options.empty() || !std::ranges::all_of(choice.options, is_empty);
    if (asks && !is_empty(choice.column) && !is_unsaid(rows.fields()[choice.column]))
      look.add(rows, choice, rows.fields()[choice.column]);
  }
  return look;
}

std::optional<ChoiceCode> code_of(const Look& look, const ChoiceColumn& choice) {
  if (look.most(look.names)) return ChoiceCode::kName;
  if (look.most(look.sides)) return ChoiceCode::kSide;
  if (choice.places == 2 && look.most(look.truths)) return ChoiceCode::kFirstChosen;
  if (choice.places == 2 && look.negative > 0 && look.most(look.numbers)) return ChoiceCode::kVotes;
  if (look.is_ambiguous(choice)) return std::nullopt;
  if (look.most(look.between + look.last) && look.last >= look.zero) return ChoiceCode::kFromOne;
  if (look.most(look.zero + look.between) && choice.places > 2) return ChoiceCode::kFromZero;
  return std::nullopt;
}

}  // namespace

bool is_unsaid(std::string_view field) {
  // No others: Na is a metal, and nan is bread.
  return field.empty() || field == "NA" || field == "N/A" || field == "?";
}

void find_code(CsvReader& rows, ChoiceColumn& choice, ChoiceCode asked) {
  choice.code = asked;
  if (asked != ChoiceCode::kName) return;
  const Look look = look_at(rows, choice);
  if (const auto code = code_of(look, choice)) {
    choice.code = *code;
    return;
  }
  if (look.is_ambiguous(choice))
    rows.fail_file(
        "field {} is 0 or 1 (for the first of two that may be 0, the place, or 1, true), name the column: --columns "
        "with first_chosen where 1 stands for the first, or write 1 and 2",
        choice.column + 1);
  rows.fail_file(
      "field {} should say which of {} was chosen, and holds '{}' (neither one of them in that row, nor a place from "
      "{}), name the columns: --columns, see tertium help answers",
      choice.column + 1, choice.words.empty() ? "two pairs" : fmt::format("{}", fmt::join(choice.words, ", ")),
      look.example, choice.places == 2 ? "1 to 2" : "1 to 3");
}

Choice choice_of(const CsvReader& rows, const ChoiceColumn& choice) {
  const std::string_view field = rows.fields()[choice.column];
  std::optional<std::size_t> place;
  if (choice.code == ChoiceCode::kName) place = place_of_name(rows, choice, field);
  if (!place && is_unsaid(field)) return {0, 0};
  std::int64_t value = 0;
  const bool number = parse_integer(field, value);
  switch (choice.code) {
    case ChoiceCode::kName:
      break;
    case ChoiceCode::kSide:
      place = place_of_side(choice, field);
      break;
    case ChoiceCode::kFirstChosen:
      place = place_of_truth(field);
      break;
    case ChoiceCode::kFromZero:
    case ChoiceCode::kFromOne: {
      const std::int64_t from = choice.code == ChoiceCode::kFromOne ? 1 : 0;
      if (number && value >= from && value < from + static_cast<std::int64_t>(choice.places))
        place = static_cast<std::size_t>(value - from);
      break;
    }
    case ChoiceCode::kVotes:
      if (number && value >= -kMostVotes && value <= kMostVotes)
        return {value < 0 ? std::size_t{1} : std::size_t{0}, static_cast<std::int32_t>(std::abs(value))};
  }
  if (!place)
    rows.fail_here("'{}' in field {} does not say which one was chosen ({} in the other rows), correct the row", field,
                   choice.column + 1, text_of(choice));
  return {*place, 1};
}

std::string text_of(const ChoiceColumn& choice) {
  switch (choice.code) {
    case ChoiceCode::kName:
      return "the object's name";
    case ChoiceCode::kSide:
      return "its side";
    case ChoiceCode::kFirstChosen:
      return "1 or true: the first";
    case ChoiceCode::kVotes:
      return "votes, above 0 for the first";
    case ChoiceCode::kFromZero:
      return "its place from 0";
    case ChoiceCode::kFromOne:
      break;
  }
  return "its place from 1";
}

}  // namespace tertium::files
