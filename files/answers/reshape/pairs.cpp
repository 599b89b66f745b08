#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "files/answers/reshape/form.hpp"
#include "files/answers/reshape/headers.hpp"
#include "files/answers/words/alike_names.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"

namespace tertium {
namespace files {
namespace {

using Fields = LongRows::Fields;

/// The columns of answers to whether two objects belong together.
struct SameColumns {
  std::vector<std::size_t> objects{};  // two
  std::size_t answer = 0;
  std::optional<std::size_t> count{};
  std::vector<std::pair<std::string, std::size_t>> scope{};  // what two answers have to share: words and columns
};

/// Yes or no; nothing where a field is neither.
std::optional<bool> same_of(std::string_view field);

/// Names that look alike are one, with the first spelling, where that is asked for.
class Spelling {
 public:
  explicit Spelling(bool normalize) : normalize_(normalize) {}

  std::string of(std::string_view name) {
    if (!normalize_) return std::string(name);
    std::vector<std::string>& all = names_[alike_key(name)];
    if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
    return all.front();
  }
  std::vector<std::vector<std::string>> joined() const {
    std::vector<std::vector<std::string>> groups;
    for (const auto& [key, all] : names_)
      if (all.size() > 1) groups.push_back(all);
    return groups;
  }

 private:
  bool normalize_;
  std::map<std::string, std::vector<std::string>> names_{};  // by alike_key
};

/// An answer as one of its two objects sees it.
struct Link {
  std::string partner;
  std::int64_t count = 1;
  std::int64_t line = 0;
};

struct Links {
  std::vector<Link> joined{}, parted{};
};

/// The answers by object and, in front, what they have to share.
class PairAnswers {
 public:
  PairAnswers(const SameColumns& columns, std::size_t fields, bool normalize)
      : columns_(columns), fields_(fields), spelling_(normalize) {}

  std::int64_t yes() const { return yes_; }
  std::int64_t no() const { return no_; }
  const std::map<Fields, Links>& links() const { return links_; }
  const Spelling& spelling() const { return spelling_; }

  /// Takes the current row. Throws UserError.
  void take(const CsvReader& rows);

 private:
  std::int64_t count_of(const CsvReader& rows) const;
  void add(const CsvReader& rows, const std::string& object, Link link, bool same);

  const SameColumns& columns_;
  std::size_t fields_;
  Spelling spelling_;
  std::map<Fields, Links> links_{};
  std::int64_t yes_ = 0, no_ = 0;
};

std::optional<bool> same_of(std::string_view field) {
  constexpr std::array<std::string_view, 7> kYes{"1", "yes", "y", "true", "t", "same", "must-link"};
  constexpr std::array<std::string_view, 7> kNo{"0", "no", "n", "false", "f", "different", "cannot-link"};
  return yes_or_no(field, kYes, kNo);
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
    rows.fail_here("'{}' in {} is not a number of answers, write a whole number from 1", field,
                   rows.field_text(*columns_.count));
  return count;
}

void PairAnswers::add(const CsvReader& rows, const std::string& object, Link link, bool same) {
  Fields key;
  for (const auto& [word, column] : columns_.scope) key.emplace_back(rows.fields()[column]);
  key.push_back(object);
  Links& links = links_[key];
  (same ? links.joined : links.parted).push_back(std::move(link));
}

/// More triplets than this are not written down; some 1.5 GB.
constexpr std::int64_t kMostTriplets = 30'000'000;

std::optional<SameColumns> same_columns(const ComparisonHeader& header) {
  using enum ColumnRole;
  const auto answer = header.find(kSame);
  const bool of_three = std::ranges::any_of(std::array{kAnchor, kNear, kFar, kOdd, kCentral, kChoice, kThird},
                                            [&](ColumnRole role) { return header.has(role); });
  if (!answer || of_three) return std::nullopt;
  SameColumns columns{.objects = header.others(),
                      .answer = *answer,
                      .count = header.has(kCount) ? header.find(kCount) : header.find(kWeight)};
  if (const auto i = header.find(kFirst), j = header.find(kSecond); columns.objects.empty() && i && j)
    columns.objects = {*i, *j};
  if (columns.objects.size() != 2) return std::nullopt;
  for (const ColumnRole role : {kSubject, kGroup, kSet, kCheck})
    if (const auto column = header.find(role)) columns.scope.emplace_back(words_for(role).front(), *column);
  return columns;
}

/// Whether the first row, above whose columns a person says what they are, is an answer: "same" may be one, or a word
/// above answers that are written otherwise.
bool is_answer(CsvReader& rows, std::size_t column, HeaderLine header) {
  if (header != HeaderLine::kGuess) return header == HeaderLine::kNo;
  const std::string first(rows.fields()[column]);
  if (!same_of(first) && !is_missing(first)) return false;
  if (role_of(first) != ColumnRole::kSame) return true;
  bool again = false;
  while (!again && next_readable(rows)) again = column < rows.fields().size() && rows.fields()[column] == first;
  to_first_row(rows);
  return again;
}

/// Every pair of answers that join and part the same object.
template <typename Use>
void each_triplet(const PairAnswers& answers, const Use& use) {
  for (const auto& [key, links] : answers.links())
    for (const Link& near : links.joined)
      for (const Link& far : links.parted)
        if (near.partner != far.partner) use(key, near, far);
}

std::int64_t number_of_triplets(const PairAnswers& answers) {
  double most = 0.0;
  for (const auto& [key, links] : answers.links())
    most += static_cast<double>(links.joined.size()) * static_cast<double>(links.parted.size());
  if (most > 1e3 * static_cast<double>(kMostTriplets)) return std::numeric_limits<std::int64_t>::max();
  std::int64_t count = 0;
  each_triplet(answers, [&](const Fields&, const Link&, const Link&) { ++count; });
  return count;
}

/// How many objects are in answers and in no triplet.
std::size_t left_out(const PairAnswers& answers) {
  std::set<std::string_view> all, used;
  for (const auto& [key, links] : answers.links()) {
    const std::string& object = key.back();
    all.insert(object);
    const auto take = [&](const std::vector<Link>& some, const std::vector<Link>& others) {
      for (const Link& link : some)
        if (std::ranges::any_of(others, [&](const Link& other) { return other.partner != link.partner; }))
          used.insert({object, link.partner});
    };
    take(links.joined, links.parted);
    take(links.parted, links.joined);
  }
  return all.size() - used.size();
}

/// Throws UserError where there are none, or too many.
void check_number(const CsvReader& rows, const PairAnswers& answers, std::int64_t triplets) {
  if (triplets > kMostTriplets)
    rows.fail_file(
        "its {} answers make more than {} triplets (one for every yes and no about the same object), use a part of "
        "them",
        answers.yes() + answers.no(), kMostTriplets);
  if (triplets == 0)
    rows.fail_file(
        "no object has both a yes and a no ({} answers say together, {} apart, so nothing is compared), ask more about "
        "the same objects",
        answers.yes(), answers.no());
}

/// Tells what many triplets take before they are made. Throws UserError where there is no memory for them.
void say_size(const CsvReader& rows, const PairAnswers& answers, std::int64_t triplets,
              const ComparisonOptions& options) {
  constexpr std::int64_t kMany = 1'000'000;
  constexpr double kBytesOfText = 32.0;
  const double each = kBytesOfText + sizeof(LongRows::Place) + 2 * sizeof(core::Quadruplet) +
                      (options.origins ? 2 * sizeof(AnswerOrigin) : 0.0);
  const double bytes = each * static_cast<double>(triplets);
  if (bytes > core::available_memory())
    rows.fail_file("its {} answers make {} triplets, which need about {} ({} are available), use a part of them",
                   answers.yes() + answers.no(), triplets, core::bytes_text(bytes),
                   core::bytes_text(core::available_memory()));
  if (triplets > kMany && options.notice)
    options.notice(fmt::format("{}: {} answers make {} triplets, which need about {}", rows.name(),
                               answers.yes() + answers.no(), triplets, core::bytes_text(bytes)));
}

std::optional<LongRows> same_answers(CsvReader& rows, const ComparisonOptions& options,
                                     std::vector<std::string>& notes) {
  to_first_row(rows);
  const std::size_t fields = rows.fields().size();
  const bool listed = !options.columns.empty() && !named_column(options.columns.front());
  const Fields words =
      listed ? options.columns : told_words(Fields(rows.fields().begin(), rows.fields().end()), options.columns);
  const std::vector<std::string_view> views(words.begin(), words.end());
  const auto columns = same_columns(ComparisonHeader(views));
  if (!columns || words.size() != fields || (options.header == HeaderLine::kNo && !listed)) return std::nullopt;
  if (options.form && options.form != AnswerForm::kTriplet)
    rows.fail_here(
        "column '{}' says whether two objects belong together (this makes triplets, not {}), leave --kind out",
        words[columns->answer], name_of(*options.form));
  rows.call_columns(words);
  rows.take_for_missing(options.missing);
  if (listed && !is_answer(rows, columns->answer, options.header)) {
    take_same_headers(rows);
    to_first_row(rows);
  } else if (listed) {
    rows.rewind();  // the list stands in for a header
  }
  PairAnswers answers(*columns, fields, options.normalize);
  std::vector<std::pair<core::UserError, std::int64_t>> bad;
  for (;;) try {
      if (!rows.next()) break;
      answers.take(rows);
    } catch (const core::UserError& error) {
      bad.emplace_back(error, rows.line());
    }
  const std::int64_t triplets = number_of_triplets(answers);
  if (bad.empty() || options.skip_bad) {
    const bool no_use = triplets == 0 || triplets > kMostTriplets;
    for (const auto& row : bad)  // nothing will be read that would tell them
      if (no_use && options.told_bad != nullptr) options.told_bad->emplace_back(row.first.what());
    check_number(rows, answers, triplets);
    say_size(rows, answers, triplets, options);
  }

  Fields header;
  for (const auto& [word, column] : columns->scope) header.push_back(word);
  for (const char* word : {"anchor", "near", "far"}) header.emplace_back(word);
  if (columns->count) header.emplace_back("count");
  LongRows made(header, [&rows](LongRows::Place place) {
    return place.second == 0 ? rows.where(place.first)
                             : fmt::format("{} and {}", rows.where(place.first), rows.where(place.second));
  });
  for (const auto& [error, line] : bad) made.add_bad(error, line);
  each_triplet(answers, [&](const Fields& key, const Link& near, const Link& far) {
    Fields row = key;
    row.push_back(near.partner);
    row.push_back(far.partner);
    if (columns->count) row.push_back(std::to_string(near.count * far.count));
    made.add(row, {near.line, far.line});
  });
  notes.push_back(
      fmt::format("{} answers say that two objects belong together, {} that they do not ({}): {} triplets, one for "
                  "every yes and no about the same object; one answer is in many, so they are not independent",
                  answers.yes(), answers.no(), words[columns->answer], triplets));
  if (const auto joined = answers.spelling().joined(); !joined.empty())
    notes.push_back(fmt::format("names that look alike are joined: {}", alike_text(joined)));
  if (const std::size_t alone = left_out(answers); alone > 0)
    notes.push_back(
        fmt::format("{} objects are in none of these triplets and are left out (--names TABLE keeps them)", alone));
  return made;
}

}  // namespace
}  // namespace files

void register_form_same_cluster(core::Registry<files::Form>& forms) {
  forms.push_back(
      {.name = "same-cluster",
       .sentence =
           "answers to whether two objects belong together, where a yes and a no about an object make a triplet",
       .reshape = files::same_answers});
}

}  // namespace tertium
