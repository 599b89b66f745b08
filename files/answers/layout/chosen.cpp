#include "files/answers/layout/chosen.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "files/answers/words/alike_names.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

constexpr std::int64_t kMostVotes = std::numeric_limits<std::int32_t>::max();
constexpr std::array<std::array<std::string_view, 3>, 2> kSides{
    {{"first", "second", "third"}, {"left", "right", "right"}}};

/// The same whole number, which may be written 1.0, too.
bool is_same_number(std::string_view one, std::string_view other) {
  std::int64_t a = 0, b = 0;
  return parse_whole(one, a) && parse_whole(other, b) && a == b;
}

/// The place of the object that the field names in its row.
std::optional<std::size_t> place_of_name(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field) {
  const auto first_that = [&](auto&& is_it) -> std::optional<std::size_t> {
    for (std::size_t k = 0; k < choice.options.size(); ++k)
      if (choice.options[k] < rows.fields().size() && is_it(rows.fields()[choice.options[k]])) return k;
    return std::nullopt;
  };
  if (const auto place = first_that([&](std::string_view name) { return name == field; })) return place;
  if (field.ends_with(".0"))
    if (const auto place = first_that([&](std::string_view name) { return is_same_number(name, field); })) return place;
  if (!choice.normalize) return std::nullopt;
  return first_that([&](std::string_view name) { return alike_key(name) == alike_key(field); });
}

std::optional<std::size_t> place_of_side(const ChoiceColumn& choice, std::string_view field) {
  const std::string word = lower_case(field);
  if (word == "tie") return kTie;
  for (std::size_t k = 0; k < choice.places; ++k) {
    if (k < choice.words.size() && word == lower_case(choice.words[k])) return k;
    if (word == kSides[0][k] || (choice.places == 2 && word == kSides[1][k])) return k;
  }
  return std::nullopt;
}

std::optional<std::size_t> place_of_given(const ChoiceColumn& choice, std::string_view field) {
  for (const GivenAnswer& given : choice.given)
    if (given.word == field || is_same_number(given.word, field)) return given.place;
  return std::nullopt;
}

std::optional<std::size_t> place_of_truth(std::string_view field) {
  constexpr std::array<std::string_view, 3> kFirst{"1", "true", "yes"}, kSecond{"0", "false", "no"};
  const std::optional<bool> first = yes_or_no(field, kFirst, kSecond);
  return first ? std::optional<std::size_t>(*first ? 0 : 1) : std::nullopt;
}

/// "f = left, j = right".
std::string given_text(const ChoiceColumn& choice) {
  std::vector<std::string> parts;
  for (const GivenAnswer& given : choice.given)
    if (given.seen) parts.push_back(fmt::format("{} = {}", given.word, place_word(choice, given.place)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

[[noreturn]] void fail_choice(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field) {
  std::string cure = "correct the row";
  for (std::size_t k = 0; k < choice.options.size() && choice.code == ChoiceCode::kName; ++k)
    if (const std::string_view option = rows.fields()[choice.options[k]]; alike_key(option) == alike_key(field))
      cure = fmt::format("join it with '{}': --normalize", option);
  if (choice.code == ChoiceCode::kGiven)
    cure = fmt::format("add {0}={1} or {0}={2} to --answers, or --missing {0} if it means a missing answer", field,
                       place_word(choice, 0), place_word(choice, 1));
  rows.fail_here("'{}' in {} does not say which one was chosen ({} in the other rows), {}", field,
                 rows.field_text(choice.column), text_of(choice), cure);
}

}  // namespace

std::string place_word(const ChoiceColumn& choice, std::size_t place) {
  if (place == kTie) return "tie";
  return place < choice.words.size() ? choice.words[place] : std::string(kSides[choice.places == 2 ? 1 : 0][place]);
}

std::optional<std::size_t> place_of(const CsvReader& rows, const ChoiceColumn& choice, ChoiceCode code,
                                    std::string_view field) {
  switch (code) {
    case ChoiceCode::kName:
      return place_of_name(rows, choice, field);
    case ChoiceCode::kSide:
      return place_of_side(choice, field);
    case ChoiceCode::kGiven:
      return place_of_given(choice, field);
    case ChoiceCode::kFirstChosen:
      return place_of_truth(field);
    default:
      break;
  }
  const std::int64_t from = code == ChoiceCode::kFromOne ? 1 : 0;
  std::int64_t value = 0;
  if (!parse_whole(field, value) || value < from || value >= from + static_cast<std::int64_t>(choice.places))
    return std::nullopt;
  return static_cast<std::size_t>(value - from);
}

std::string answers_problem(std::span<const std::string> answers) {
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const std::optional<NamedColumn> given = named_column(answers[k]);
    if (!given || given->name.empty() || given->role.empty())
      return fmt::format("'{}' does not say what an answer means, write CODE=PLACE: f=left,j=right", answers[k]);
    for (std::size_t earlier = 0; earlier < k; ++earlier)
      if (named_column(answers[earlier])->name == given->name)
        return fmt::format("'{}' is given twice, say once what it means", given->name);
  }
  return {};
}

void take_given(const CsvReader& rows, const ComparisonOptions& options, ChoiceColumn& choice) {
  choice.normalize = options.normalize;
  for (const std::string& text : options.answers.empty() ? options.usual_answers : options.answers) {
    const NamedColumn given = *named_column(text);
    const std::optional<std::size_t> place = place_of_side(choice, given.role);
    if (!place && options.answers.empty()) continue;  // a third of two
    if (!place)
      rows.fail_file("'{}' in --answers {} is not a place (use {}, or tie), correct it", given.role, text,
                     choice.words.empty() ? "first, second" : fmt::format("{}", fmt::join(choice.words, ", ")));
    choice.given.push_back({std::string(given.name), *place});
  }
}

Choice choice_of(const CsvReader& rows, const ChoiceColumn& choice) {
  const std::string_view field = rows.fields()[choice.column];
  // An object may be called NA.
  const std::optional<std::size_t> named =
      choice.code == ChoiceCode::kName ? place_of(rows, choice, choice.code, field) : std::nullopt;
  if (!named && is_missing(field)) return {0, 0};
  if (std::int64_t votes = 0;
      choice.code == ChoiceCode::kVotes && parse_whole(field, votes) && votes >= -kMostVotes && votes <= kMostVotes)
    return {votes < 0 ? std::size_t{1} : std::size_t{0}, static_cast<std::int32_t>(std::abs(votes))};
  const std::optional<std::size_t> place =
      named || choice.code == ChoiceCode::kVotes ? named : place_of(rows, choice, choice.code, field);
  if (!place) fail_choice(rows, choice, field);
  if (*place == kTie) return {.tie = true};
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
    case ChoiceCode::kGiven:
      return given_text(choice);
    case ChoiceCode::kGrade:
      return "by its grade";
    case ChoiceCode::kFromZero:
      return "its place from 0";
    case ChoiceCode::kFromOne:
      break;
  }
  return "its place from 1";
}

}  // namespace tertium::files
