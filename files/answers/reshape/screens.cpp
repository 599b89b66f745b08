// Screens of many objects: some of them are chosen, or ranked, or one is the odd one. Each makes triplets, or
// odd-one-outs, that share its number, so that they are drawn and held out together.
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "files/answers/layout/grades.hpp"
#include "files/answers/reshape/form.hpp"
#include "files/answers/reshape/headers.hpp"
#include "files/answers/reshape/object_lists.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"

namespace tertium {
namespace files {
namespace {

using Fields = LongRows::Fields;

/// More rows than this are not written down; some 1.5 GB.
constexpr std::int64_t kMostRows = 30'000'000;

enum class Asked {
  kChosen,  ///< which are like the anchor, in any order
  kRanked,  ///< the same, the most alike first
  kOdd,     ///< which one is the odd one
};

struct ScreenColumns {
  Asked asked = Asked::kChosen;
  std::optional<std::size_t> anchor{}, others{};
  std::optional<std::size_t> weight{};
  std::size_t answer = 0;
  bool shown = false;                                       ///< `others` has those of the answer, too
  std::vector<std::pair<std::string, std::size_t>> kept{};  ///< columns that every row of the screen gets: their words
};

/// Whether the first row below the header has a list in one of the columns.
bool has_list(CsvReader& rows, std::initializer_list<std::size_t> columns) {
  const bool there = next_readable(rows) && std::ranges::any_of(columns, [&](std::size_t column) {
                       return column < rows.fields().size() && ObjectLists::is_json(rows.fields()[column]);
                     });
  to_first_row(rows);
  return there;
}

/// Where the header has lists of objects; nothing if it tells an answer without them. The reader is at it.
std::optional<ScreenColumns> screen_columns(CsvReader& rows, std::span<const std::string> words) {
  using enum ColumnRole;
  const std::vector<std::string_view> views(words.begin(), words.end());
  const ComparisonHeader header(views);
  const auto named = std::ranges::count_if(words, [](const std::string& word) { return role_of(word) == kOther; });
  const auto ranking = header.find(kRanking), shown = header.find(kShown), near = header.find(kNear),
             far = header.find(kFar), choice = header.find(kChoice), odd = header.find(kOdd);
  const bool lists = near && far && has_list(rows, {*near, *far});
  if (near && far && !lists) return std::nullopt;
  const auto rest = lists ? far : header.find(kRest);
  if (named >= 2 || (!ranking && !rest && !shown)) return std::nullopt;
  ScreenColumns columns{.anchor = header.find(kAnchor),
                        .others = rest ? rest : shown,
                        .weight = header.find(kWeight),
                        .shown = !rest && shown};
  // What jsPsych calls the one above its buttons.
  const auto stimulus = std::ranges::find(words, "stimulus");
  if (!columns.anchor && stimulus != words.end()) columns.anchor = stimulus - words.begin();
  columns.asked = ranking ? Asked::kRanked : columns.anchor ? Asked::kChosen : Asked::kOdd;
  const auto answer = ranking ? ranking : !columns.anchor ? odd : near ? near : choice;
  if (!answer || (ranking && !columns.anchor)) return std::nullopt;
  columns.answer = *answer;
  for (const ColumnRole role : {kSubject, kTime, kSet, kCheck, kGroup, kCount})
    if (const auto column = header.find(role))
      columns.kept.emplace_back(role == kCheck ? words[*column] : std::string(words_for(role).front()), *column);
  return columns;
}

/// One that somebody answered, or could not.
struct Screen {
  std::string anchor{};
  Fields answer{},
      others{};  // no answer: nobody could say; of the others those that are not the answer, once they are settled
  Fields kept{};
  double weight = 1.0;
  std::int64_t line = 0;
};

class ScreenReader {
 public:
  ScreenReader(CsvReader& rows, const ScreenColumns& columns, std::size_t fields, bool from_zero)
      : rows_(rows), columns_(columns), fields_(fields), from_zero_(from_zero) {}

  void read() {
    each([&] {
      lists_.look_at(rows_.fields()[columns_.answer]);
      if (columns_.others) lists_.look_at(rows_.fields()[*columns_.others]);
    });
    lists_.settle();
    if (columns_.shown) find_places();
    bad_.clear();
    each([&] { take(); });
  }

  const std::vector<Screen>& screens() const { return screens_; }
  const std::vector<std::pair<core::UserError, std::int64_t>>& bad() const { return bad_; }

 private:
  /// All rows that have an object at all.
  template <typename Use>
  void each(const Use& use) {
    to_first_row(rows_);
    for (;;) try {
        if (!rows_.next()) return;
        if (rows_.fields().size() != fields_)
          rows_.fail_here("{} fields (the first row has {}), correct the row", rows_.fields().size(), fields_);
        const bool none_shown = !columns_.others || rows_.fields()[*columns_.others].empty();
        const bool no_screen = none_shown && (columns_.shown || rows_.fields()[columns_.answer].empty());
        if (!no_screen) use();
      } catch (const core::UserError& error) {
        bad_.emplace_back(error, rows_.line());
      }
  }

  /// Whether answers are places among the objects shown, and where these begin.
  void find_places() {
    std::int64_t all = 0, numbers = 0, zeros = 0, last = 0;
    each([&] {
      const Fields answer = lists_.of(rows_.fields()[columns_.answer]),
                   shown = lists_.of(rows_.fields()[*columns_.others]);
      for (const std::string& one : answer) {
        std::int64_t place = 0;
        if (is_missing(one)) continue;
        ++all;
        if (std::ranges::find(shown, one) != shown.end() || !parse_whole(one, place)) continue;
        ++numbers;
        zeros += place == 0 ? 1 : 0;
        last += place == std::ssize(shown) ? 1 : 0;
      }
    });
    if (numbers == 0 || 2 * numbers < all) return;
    if (!from_zero_ && (zeros > 0) == (last > 0))
      rows_.fail_file(
          "{} has numbers that could be places from 0 or from 1 among those shown ({} zeros, {} times the last place), "
          "write the objects' names",
          rows_.field_text(columns_.answer), zeros, last);
    first_place_ = from_zero_ || zeros > 0 ? 0 : 1;
  }

  void take() {
    const auto field = [&](std::size_t column) { return rows_.fields()[column]; };
    Screen screen{.line = rows_.line()};
    for (const auto& [word, column] : columns_.kept) screen.kept.emplace_back(field(column));
    if (columns_.weight) screen.weight = weight_in(rows_, *columns_.weight);
    if (columns_.anchor) screen.anchor = field(*columns_.anchor);
    if (columns_.anchor && screen.anchor.empty())
      rows_.fail_here("{} is empty (an object is needed), correct the row", rows_.field_text(*columns_.anchor));
    if (columns_.others) screen.others = lists_.of(field(*columns_.others));
    if (!is_missing(field(columns_.answer))) {
      screen.answer = lists_.of(field(columns_.answer));
      if (columns_.shown) take_from_shown(screen);
      check(screen);
    }
    screens_.push_back(std::move(screen));
  }

  void take_from_shown(Screen& screen) const {
    check_once(screen.others);
    const Fields shown = screen.others;
    for (std::string& one : screen.answer) {
      std::int64_t place = 0;
      if (first_place_ && parse_whole(one, place)) {
        place -= *first_place_;
        if (place < 0 || place >= std::ssize(shown))
          rows_.fail_here("{} is not a place among the {} that were shown, correct the row", one, shown.size());
        one = shown[static_cast<std::size_t>(place)];
      }
      if (std::ranges::find(shown, one) == shown.end())
        rows_.fail_here("'{}' was answered but not shown ({}), correct the row", one, some_words(shown, ", "));
      std::erase(screen.others, one);
    }
  }

  void check_once(const Fields& list) const {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k), list[k]) !=
          list.begin() + static_cast<std::ptrdiff_t>(k))
        rows_.fail_here("'{}' is on the screen twice, correct the row", list[k]);
  }

  void check(const Screen& screen) const {
    Fields all = screen.answer;
    all.insert(all.end(), screen.others.begin(), screen.others.end());
    if (columns_.anchor) all.push_back(screen.anchor);
    check_once(all);
    if (columns_.asked == Asked::kOdd) {
      if (screen.answer.size() != 1)
        rows_.fail_here("{} objects are called odd (only one can be), correct the row", screen.answer.size());
      if (screen.others.size() < 2)
        rows_.fail_here("the odd one was shown with {} others (two or more are needed), correct the row",
                        screen.others.size());
    } else if (screen.others.empty() && (columns_.asked == Asked::kChosen || screen.answer.size() < 2)) {
      rows_.fail_here("all that were shown are answered (nothing is left to compare), correct the row");
    }
  }

  CsvReader& rows_;
  const ScreenColumns& columns_;
  std::size_t fields_;
  bool from_zero_;
  ObjectLists lists_{};
  std::optional<std::int64_t> first_place_{};  // answers are places, from there on
  std::vector<Screen> screens_{};
  std::vector<std::pair<core::UserError, std::int64_t>> bad_{};
};

/// The answers of a screen, each of three objects: anchor, near and far, or a, b and the odd one. What they weigh adds
/// up to the number of choices that somebody made, so that a screen of many objects counts no more than these.
template <typename Use>
void each_answer(const Screen& screen, Asked asked, const Use& use) {
  const auto others = static_cast<double>(screen.others.size());
  if (screen.answer.empty()) {  // nobody could say
    const bool odd = asked == Asked::kOdd;
    if (!odd || screen.others.size() >= 2)
      use(odd ? Fields{screen.others[0], screen.others[1], ""} : Fields{screen.anchor, "", ""}, 1.0);
    return;
  }
  if (asked == Asked::kOdd) {
    const double pairs = 0.5 * others * (others - 1.0);
    for (std::size_t a = 0; a < screen.others.size(); ++a)
      for (std::size_t b = a + 1; b < screen.others.size(); ++b)
        use(Fields{screen.others[a], screen.others[b], screen.answer.front()}, 1.0 / pairs);
    return;
  }
  for (std::size_t k = 0; k < screen.answer.size(); ++k) {
    const std::size_t ranked = asked == Asked::kRanked ? screen.answer.size() - k - 1 : 0;  // below this one
    const double weight = 1.0 / (static_cast<double>(ranked) + others);
    for (std::size_t after = k + 1; after <= k + ranked; ++after)
      use(Fields{screen.anchor, screen.answer[k], screen.answer[after]}, weight);
    for (const std::string& other : screen.others) use(Fields{screen.anchor, screen.answer[k], other}, weight);
  }
}

/// "2 of 8", or "1 to 3 of 8 to 12".
std::string shape_text(const std::vector<Screen>& screens) {
  const auto range = [&](const auto& size) {
    std::size_t least = static_cast<std::size_t>(-1), most = 0;
    for (const Screen& screen : screens) {
      if (screen.answer.empty()) continue;
      least = std::min(least, size(screen));
      most = std::max(most, size(screen));
    }
    return least >= most ? std::to_string(most) : fmt::format("{} to {}", least, most);
  };
  return fmt::format("{} of {}", range([](const Screen& s) { return s.answer.size(); }),
                     range([](const Screen& s) { return s.answer.size() + s.others.size(); }));
}

std::int64_t number_of_answers(const std::vector<Screen>& screens, Asked asked) {
  std::int64_t count = 0;
  for (const Screen& screen : screens)
    if (!screen.answer.empty()) each_answer(screen, asked, [&](const Fields&, double) { ++count; });
  return count;
}

std::optional<LongRows> screen_answers(CsvReader& rows, const ComparisonOptions& options,
                                       std::vector<std::string>& notes) {
  to_first_row(rows);
  if (options.header == HeaderLine::kNo || (!options.columns.empty() && !named_column(options.columns.front())))
    return std::nullopt;
  const Fields words = told_words(Fields(rows.fields().begin(), rows.fields().end()), options.columns);
  const auto columns = screen_columns(rows, words);
  if (!columns) return std::nullopt;
  const AnswerForm form = columns->asked == Asked::kOdd ? AnswerForm::kOddOneOut : AnswerForm::kTriplet;
  if (options.form && options.form != form)
    rows.fail_here("these are screens of many objects, which make {} (not {}), leave --kind out", name_of(form),
                   name_of(*options.form));
  rows.call_columns(words);
  rows.take_for_missing(options.missing);
  ScreenReader reader(rows, *columns, words.size(), !options.usual_answers.empty());
  reader.read();
  const std::vector<Screen>& screens = reader.screens();
  const std::int64_t count = number_of_answers(screens, columns->asked);
  if (count > kMostRows)
    rows.fail_file("its {} screens make more than {} answers, use a part of them", screens.size(), kMostRows);

  Fields header;
  for (const auto& [word, column] : columns->kept) header.push_back(word);
  header.emplace_back(words_for(ColumnRole::kScreen).front());
  header.emplace_back(words_for(ColumnRole::kWeight).front());
  for (const std::string& word : core::split_list(fields_of(form))) header.push_back(word);
  LongRows made(header, [&rows](LongRows::Place place) { return rows.where(place.first); });
  for (const auto& [error, line] : reader.bad()) made.add_bad(error, line);
  for (std::size_t s = 0; s < screens.size(); ++s)
    each_answer(screens[s], columns->asked, [&](const Fields& objects, double weight) {
      Fields row = screens[s].kept;
      row.push_back(std::to_string(s));
      row.push_back(fmt::format("{}", screens[s].weight * weight));
      row.insert(row.end(), objects.begin(), objects.end());
      made.add(row, {screens[s].line, 0});
    });
  constexpr std::string_view kAsked[] = {"chosen", "ranked", "odd"};
  const auto answered = std::ranges::count_if(screens, [](const Screen& one) { return !one.answer.empty(); });
  notes.push_back(fmt::format("{}, {} {}: {} {}; whole screens are drawn and held out",
                              core::counted(static_cast<std::size_t>(answered), "screen"), shape_text(screens),
                              kAsked[static_cast<std::size_t>(columns->asked)], count, name_of(form)));
  return made;
}

}  // namespace
}  // namespace files

void register_form_screens(core::Registry<files::Form>& forms) {
  forms.push_back({.name = "screens",
                   .sentence = "screens of many objects, where some are chosen or ranked, or one is the odd one",
                   .reshape = files::screen_answers});
}

}  // namespace tertium
