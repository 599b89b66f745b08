#include "files/answers/reshape/headers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

#include "core/base/error.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

using Words = std::vector<std::string>;

/// What a header says of the objects and the answers.
struct KnownHeader {
  Words words{};                    // above them
  std::multiset<ColumnRole> roles;  // of these
  std::optional<ComparisonLayout> layout{};
  std::string subject{};  // the word above who answered; empty: no column tells it
  bool told = false;      // a person, or a program's files, say that it is one
};

KnownHeader known_header(const Words& first, const ComparisonOptions& options) {
  const Words told = told_words(first, options.columns);
  const std::vector<std::string_view> views(told.begin(), told.end());
  const ComparisonHeader header(views);
  KnownHeader known;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const std::optional<ColumnRole> role = header.role(k);
    const bool of_many = role && *role >= ColumnRole::kSame && *role <= ColumnRole::kRanking;
    if (!role || (*role > ColumnRole::kVotes && !of_many)) continue;
    known.words.push_back(first[k]);
    known.roles.insert(*role);
  }
  if (const auto column = header.find(ColumnRole::kSubject)) known.subject = first[*column];
  known.layout = named_layout(header, first.size(), options.form);
  const bool of_screens = std::ranges::any_of(std::array{ColumnRole::kShown, ColumnRole::kRest, ColumnRole::kRanking},
                                              [&](ColumnRole role) { return known.roles.contains(role); });
  known.told = (of_screens && !known.layout) || !options.columns.empty() || !options.questions.empty() ||
               known.roles.contains(ColumnRole::kSame) || is_export(first, options);
  return known;
}

/// Takes headers back that are answers: where there are more of them than rows, or where other rows are about the same
/// words.
void check_headers(CsvReader& rows, const ComparisonLayout* layout) {
  if (rows.headers() == 0) return;
  std::int64_t below = 0;
  for (to_first_row(rows); below < rows.headers() && next_readable(rows);) ++below;
  if (below < rows.headers() || (layout != nullptr && is_statement_after_all(rows, *layout))) rows.take_no_headers();
}

/// R writes names of rows, and no word above them.
void name_rows(CsvReader& rows, std::vector<Words>& firsts, std::vector<std::string>& notes) {
  for (std::size_t t = 0; t < firsts.size(); ++t) {
    const bool known =
        std::ranges::any_of(firsts[t], [](const std::string& word) { return role_of(word).has_value(); });
    if (!known || !rows.lacks_a_word(t)) continue;
    rows.name_rows(t);
    firsts[t].insert(firsts[t].begin(), "-");
    notes.push_back(
        fmt::format("{} has one field fewer than the rows below it; their first field is taken as a name of the row",
                    rows.where(rows.texts()[t].lines + 1)));
  }
}

void check_header(const CsvReader& rows, std::size_t text, const std::vector<Words>& firsts,
                  const std::vector<KnownHeader>& known) {
  const std::string& name = rows.texts()[text].name;
  if (known[text].words.empty() && known.front().words.empty() && known.front().told) return;
  if (known[text].words.empty() || (known.front().layout && !known[text].layout))
    core::fail(
        "{}: the first row is not a header that is understood ('{}'; each of several files needs one), add one, or "
        "leave the file out",
        name, some_words(firsts[text], ","));
  if (known[text].roles != known.front().roles)
    core::fail("{}: has the columns {} ({} has {}), give files of one kind at a time", name,
               some_words(known[text].words, ","), rows.texts().front().name, some_words(known.front().words, ","));
  const std::set<std::string> own(known[text].words.begin(), known[text].words.end()),
      first(known.front().words.begin(), known.front().words.end());
  if (own != first)
    core::fail("{}: calls its columns {} ({} calls them {}), rename those of one of the two", name,
               some_words(known[text].words, ","), rows.texts().front().name, some_words(known.front().words, ","));
}

/// No two texts have the same name.
void call_texts(CsvReader& rows) {
  std::set<std::string> stems;
  for (const CsvText& text : rows.texts()) stems.insert(text.stem);
  if (stems.size() == rows.texts().size()) return;
  for (std::size_t t = 0; t < rows.texts().size(); ++t)
    rows.call_text(t, std::filesystem::path(rows.texts()[t].name).replace_extension().string());
}

void join(CsvReader& rows, const std::vector<Words>& firsts, const ComparisonOptions& options,
          std::vector<std::string>& notes) {
  std::vector<KnownHeader> known;
  std::string subject;
  std::size_t nameless = 0;
  for (const Words& first : firsts) {
    known.push_back(known_header(first, options));
    if (subject.empty()) subject = known.back().subject;
    nameless += known.back().subject.empty() ? 1 : 0;
  }
  for (std::size_t t = 0; t < firsts.size(); ++t) check_header(rows, t, firsts, known);
  call_texts(rows);
  if (subject.empty()) subject = words_for(ColumnRole::kSubject).front();
  rows.take_headers(known.front().words, subject);
  notes.push_back(fmt::format("{} files are joined by the names of their columns", firsts.size()));
  if (nameless > 0)
    notes.push_back(fmt::format("in {} of them no column names the participant: the name of the file does, as '{}'",
                                nameless, rows.texts().back().stem));
  Words some;
  to_first_row(rows);
  for (const std::string_view word : rows.fields())
    if (word != subject && !word.empty() &&
        !std::ranges::all_of(firsts, [&](const Words& first) { return std::ranges::find(first, word) != first.end(); }))
      some.emplace_back(word);
  if (!some.empty())
    notes.push_back(
        fmt::format("columns that only some of them have are empty in the others: {}", some_words(some, ", ")));
  rows.rewind();
}

}  // namespace

void take_same_headers(CsvReader& rows) {
  rows.take_headers({});
  check_headers(rows, nullptr);
  rows.rewind();
}

bool take_known_headers(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes) {
  std::vector<Words> firsts = rows.first_rows();
  const bool listed = !options.columns.empty() && !named_column(options.columns.front());
  if (firsts.size() > 1 && (options.header == HeaderLine::kNo || listed))
    rows.fail_file("several files are joined by the words of their headers, name columns by them: --columns NAME=ROLE");
  if (options.header != HeaderLine::kNo) name_rows(rows, firsts, notes);
  if (firsts.size() > 1) {
    join(rows, firsts, options, notes);
    return true;
  }
  const bool fixed = options.header == HeaderLine::kNo || options.header == HeaderLine::kNamed;
  if (fixed || listed || firsts.front().empty()) return false;
  const KnownHeader known = known_header(firsts.front(), options);
  if (!known.layout && !known.told) return false;
  rows.take_headers(known.words);
  const bool whole = known.layout && known.layout->columns.size() == firsts.front().size();
  const bool sure = known.told || options.header == HeaderLine::kYes;
  check_headers(rows, whole && !sure ? &*known.layout : nullptr);
  rows.rewind();
  return true;
}

}  // namespace tertium::files
