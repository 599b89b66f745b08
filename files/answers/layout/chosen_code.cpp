#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/base/text.hpp"
#include "files/answers/layout/chosen.hpp"
#include "files/answers/layout/layout.hpp"

namespace tertium::files {
namespace {

constexpr int kRowsToLookAt = 100'000;
constexpr std::size_t kOthersKept = 10;

/// How many fields of a column fit what: a few damaged rows shall not hide what the others say.
struct Look {
  std::int64_t missing = 0, all = 0, names = 0, sides = 0, given = 0, truths = 0;  // truths: words, no numbers
  std::int64_t numbers = 0, negative = 0, zero = 0, last = 0, between = 0;         // of places: last is their number
  std::map<std::string, std::int64_t, std::less<>> others{};  // the first few of what is neither a name nor a side

  void add(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field) {
    ++all;
    const bool name = place_of(rows, choice, ChoiceCode::kName, field).has_value();
    const bool side = place_of(rows, choice, ChoiceCode::kSide, field).has_value();
    std::int64_t value = 0;
    const bool number = parse_whole(field, value);
    const bool truth = !number && place_of(rows, choice, ChoiceCode::kFirstChosen, field);
    names += name ? 1 : 0;
    sides += side ? 1 : 0;
    truths += truth ? 1 : 0;
    given += place_of(rows, choice, ChoiceCode::kGiven, field) ? 1 : 0;
    if (const auto found = others.find(field); found != others.end())
      ++found->second;
    else if (!name && !side && others.size() < kOthersKept)
      others.emplace(field, 1);
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

/// "0=left,1=right": the words in the order of the places; or "f=SIDE,j=SIDE", where nothing tells it.
std::string answers_text(std::vector<std::string> words, const ChoiceColumn& choice, bool known = true) {
  std::string text;
  for (std::size_t k = 0; k < std::min(words.size(), choice.places); ++k)
    text += fmt::format("{}{}={}", k == 0 ? "" : ",", words[k], known ? place_word(choice, k) : "SIDE");
  return text.find_first_of(" '") == std::string::npos ? text : fmt::format("\"{}\"", text);
}

/// The most frequent ones of what was written and means nothing, as many as there are places, in their order.
std::vector<std::string> codes_in(const Look& look, std::size_t places) {
  std::vector<std::pair<std::int64_t, std::string>> order;
  for (const auto& [word, count] : look.others) order.emplace_back(-count, word);
  std::sort(order.begin(), order.end());
  std::vector<std::string> words;
  for (const auto& [count, word] : order)
    if (words.size() < places) words.push_back(word);
  std::sort(words.begin(), words.end(), core::natural_less);
  return words;
}

[[noreturn]] void fail_code(const CsvReader& rows, const ChoiceColumn& choice, const Look& look) {
  const std::vector<std::string> words = codes_in(look, choice.places);
  const std::string options =
      choice.words.empty() ? std::string("two pairs") : fmt::format("{}", fmt::join(choice.words, ", "));
  const bool few = look.others.size() < kOthersKept;
  if (look.zero > 0 && look.last > 0 && look.most(look.zero + look.between + look.last)) {
    const std::vector<std::string> numbers{"0", "1", "2", "3"};
    const auto from = [&](std::ptrdiff_t first) {
      return answers_text({numbers.begin() + first, numbers.end()}, choice);  // as many as there are places
    };
    rows.fail_file(
        "{} counts from 0 in some rows and from 1 in others (0 and {} occur), write 1 to {} in all, or if 0 means a "
        "missing answer: --answers {} --missing 0; if {} does: --answers {} --missing {}",
        rows.field_text(choice.column), choice.places, choice.places, from(1), choice.places, from(0), choice.places);
  }
  if (look.names > 0 && look.sides > 0 && look.most(look.names + look.sides))
    rows.fail_file(
        "{} names the chosen one in some rows and gives its side in others (which of {}), use one form in all",
        rows.field_text(choice.column), options);
  std::vector<std::string> sides;
  for (std::size_t k = 0; k < choice.places; ++k) sides.push_back(place_word(choice, k));
  rows.fail_file(
      "{} should say which of {} was chosen, but contains {} (neither one of them in that row, nor a place "
      "from {}), {}",
      rows.field_text(choice.column), options, fmt::format("'{}'", fmt::join(words, "', '")),
      choice.places == 2 ? "1 to 2" : "1 to 3",
      few ? fmt::format("say what they mean: --answers {} (SIDE: {}), or name the column that does: "
                        "--columns NAME=answer",
                        answers_text(words, choice, false), fmt::join(sides, " or "))
          : std::string("name the column that does: --columns NAME=answer"));
}

/// The words above the columns once more.
bool is_header(const CsvReader& rows, const ChoiceColumn& choice) {
  for (std::size_t k = 0; k < choice.options.size(); ++k)
    if (choice.options[k] >= rows.fields().size() || rows.fields()[choice.options[k]] != choice.words[k]) return false;
  return !choice.options.empty();
}

Look look_at(CsvReader& rows, const ChoiceColumn& choice) {
  Look look;
  const auto is_empty = [&](std::size_t column) {
    return column >= rows.fields().size() || rows.fields()[column].empty();
  };
  for (int row = 0; row < kRowsToLookAt && next_readable(rows); ++row) {
    const bool asks = choice.options.empty() || !std::ranges::all_of(choice.options, is_empty);
    if (!asks || is_header(rows, choice)) continue;
    if (!is_empty(choice.column) && !is_missing(rows.fields()[choice.column]))
      look.add(rows, choice, rows.fields()[choice.column]);
    else
      ++look.missing;
  }
  return look;
}

std::optional<ChoiceCode> code_of(const Look& look, const ChoiceColumn& choice) {
  if (look.most(look.names)) return ChoiceCode::kName;
  if (look.most(look.sides)) return ChoiceCode::kSide;
  // A preset's words count places from 0: a number beyond them tells that these count from 1.
  if (look.most(look.given) && look.last == 0) return ChoiceCode::kGiven;
  if (choice.places == 2 && look.most(look.truths)) return ChoiceCode::kFirstChosen;
  if (choice.places == 2 && look.negative > 0 && look.most(look.numbers)) return ChoiceCode::kVotes;
  if (look.is_ambiguous(choice)) return std::nullopt;
  if (look.most(look.between + look.last) && look.last >= look.zero) return ChoiceCode::kFromOne;
  if (look.most(look.zero + look.between) && choice.places > 2) return ChoiceCode::kFromZero;
  return std::nullopt;
}

/// The place that a field of another column means: of an object its own, else that of the first row that has it.
class OtherColumn {
 public:
  bool agrees(const CsvReader& rows, const ChoiceColumn& choice, std::string_view field, std::size_t place) {
    if (const auto named = place_of(rows, choice, ChoiceCode::kName, field)) return *named == place;
    return first_.emplace(field, place).first->second == place;
  }

 private:
  std::map<std::string, std::size_t, std::less<>> first_{};
};

}  // namespace

void check_same_answers(CsvReader& rows, const ChoiceColumn& choice, std::size_t other) {
  OtherColumn column;
  for (int row = 0; row < kRowsToLookAt && next_readable(rows); ++row) {
    if (std::max(choice.column, other) >= rows.fields().size()) continue;
    const std::string_view field = rows.fields()[choice.column], same = rows.fields()[other];
    const std::optional<std::size_t> place = place_of(rows, choice, choice.code, field);
    if (place && !is_missing(same) && !column.agrees(rows, choice, same, *place))
      rows.fail_here(
          "{} and {} both say which one was chosen, but differ ('{}' and '{}'), pass over the one that is not the "
          "participants' answer: --columns 'NAME=-'",
          rows.field_text(choice.column), rows.field_text(other), field, same);
  }
}

void find_code(CsvReader& rows, ChoiceColumn& choice, ChoiceCode asked) {
  choice.code = asked;
  if (asked != ChoiceCode::kName && asked != ChoiceCode::kGiven) return;  // it is known
  const Look look = look_at(rows, choice);
  for (GivenAnswer& given : choice.given) given.seen = look.others.contains(given.word);
  if (asked == ChoiceCode::kGiven) return;
  if (look.all == 0 && look.missing == 0) return;  // no row can be read, as will be told
  if (look.all == 0)
    rows.fail_file(
        "{} is empty in all questions (it should say which one was chosen), name the column that does: "
        "--columns NAME=answer",
        rows.field_text(choice.column));
  if (const auto code = code_of(look, choice)) {
    choice.code = *code;
    return;
  }
  if (look.is_ambiguous(choice))
    rows.fail_file(
        "{} is 0 or 1 (the first of two could be 0, its place, or 1, true), say which: --answers {}, or --answers {}",
        rows.field_text(choice.column), answers_text({"0", "1"}, choice), answers_text({"1", "0"}, choice));
  fail_code(rows, choice, look);
}

}  // namespace tertium::files
