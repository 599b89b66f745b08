#include "core/files/comparison_layout.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/files/comparison_header.hpp"

namespace tertium::core {
namespace {

constexpr int kRowsToGuessFrom = 20;
constexpr int kRowsToFindWordsIn = 100'000;

using Columns = std::vector<std::size_t>;

ComparisonLayout triplets_of(Columns columns, std::size_t fields, std::vector<StatementForm> forms) {
  return {.kind = StatementKind::kTriplets, .columns = std::move(columns), .forms = std::move(forms), .fields = fields};
}

/// anchor, near, far in the places 0, 1, 2; with counts of either answer, both.
std::vector<StatementForm> triplet_forms(const ComparisonHeader& header) {
  const auto near = header.find(ColumnRole::kNearCount);
  const auto far = header.find(ColumnRole::kFarCount);
  if (near && far) return {{{0, 1, 0, 2}, near}, {{0, 2, 0, 1}, far}};
  return {{{0, 1, 0, 2}, header.find(ColumnRole::kCount)}};
}

/// The layout that a header of known words tells, whatever stands between them.
std::optional<ComparisonLayout> named_layout(const ComparisonHeader& header, std::size_t fields) {
  const auto all = [&](std::initializer_list<ColumnRole> roles) {
    Columns columns;
    for (const ColumnRole role : roles)
      if (const auto column = header.find(role)) columns.push_back(*column);
    return columns.size() == roles.size() ? columns : Columns{};
  };
  const auto count = header.find(ColumnRole::kCount);
  using enum ColumnRole;
  if (Columns columns = all({kAnchor, kNear, kFar}); !columns.empty())
    return triplets_of(std::move(columns), fields, triplet_forms(header));
  if (Columns columns = all({kFirst, kSecond, kThird, kFourth}); !columns.empty())
    return ComparisonLayout{.columns = std::move(columns), .forms = {{{0, 1, 2, 3}, count}}, .fields = fields};
  if (Columns columns = all({kFirst, kSecond, kThird}); !columns.empty())
    return triplets_of(std::move(columns), fields, triplet_forms(header));
  const Columns others = header.others();
  if (others.empty()) return std::nullopt;
  // a is the most central one of a, b, c: b is more like a than like c, and c more like a than like b.
  if (const auto central = header.find(kCentral); central && !header.has(kOdd))
    return triplets_of({*central, others[0], others[1]}, fields, {{{1, 0, 1, 2}, count}, {{2, 0, 2, 1}, count}});
  // c is the odd one of a, b, c: a is more like b than like c, and b more like a than like c.
  if (const auto odd = header.find(kOdd); odd && !header.has(kCentral))
    return triplets_of({others[0], others[1], *odd}, fields, {{{0, 1, 0, 2}, count}, {{1, 0, 1, 2}, count}});
  return std::nullopt;
}

ComparisonLayout positional_layout(const CsvReader& rows) {
  const std::size_t count = rows.fields().size();
  if (count == 4) return {};
  if (count == 3) return triplets_of({0, 1, 2}, 3, {{{0, 1, 0, 2}, std::nullopt}});
  rows.fail_here("{} field{} (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), {}", count,
                 count == 1 ? "" : "s",
                 count == 1   ? "separate them by comma, semicolon or tab"
                 : count == 2 ? "add the missing one, or use --kind graph if every row is an edge"
                              : "name the columns in a header line: " + known_headers());
}

void check_kind(const CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options) {
  if (!options.kind || *options.kind == layout.kind) return;
  if (layout.kind == StatementKind::kTriplets)
    rows.fail_here(
        "these are triplets (3 fields or a header like anchor,near,far), quadruplets have 4: use --kind triplets");
  rows.fail_here("these are quadruplets (4 fields or the header i,j,k,l), triplets have 3: use --kind quadruplets");
}

std::size_t count_integers(const CsvReader& rows) {
  std::int64_t value = 0;
  return static_cast<std::size_t>(std::count_if(rows.fields().begin(), rows.fields().end(),
                                                [&](std::string_view field) { return parse_integer(field, value); }));
}

/// Whether the objects of at least half of the next rows are whole numbers.
bool statements_are_ids(CsvReader& rows, const ComparisonLayout& layout) {
  std::int64_t value = 0;
  int integers = 0, seen = 0;
  for (; seen < kRowsToGuessFrom && next_readable(rows); ++seen)
    integers += std::all_of(layout.columns.begin(), layout.columns.end(), [&](std::size_t column) {
      return column < rows.fields().size() && parse_integer(rows.fields()[column], value);
    });
  return seen > 0 && 2 * integers >= seen;
}

void to_first_row(CsvReader& rows) {
  rows.rewind();
  next_readable(rows);
}

/// Whether all words of the first row are objects of other rows: then it is a statement that looks like a header.
bool is_statement_after_all(CsvReader& rows, const ComparisonLayout& layout) {
  to_first_row(rows);
  std::set<std::string, std::less<>> words;
  for (const std::size_t column : layout.columns) words.emplace(rows.fields()[column]);
  for (int row = 0; row < kRowsToFindWordsIn && !words.empty() && next_readable(rows); ++row)
    for (const std::size_t column : layout.columns)
      if (column < rows.fields().size())
        if (const auto word = words.find(rows.fields()[column]); word != words.end()) words.erase(word);
  return words.empty();
}

/// Is the first row, of no known words, a header all the same? The reader is at it.
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

void remark_on_columns(const CsvReader& rows, const ComparisonLayout& layout, std::vector<std::string>& remarks) {
  std::set<std::size_t> used(layout.columns.begin(), layout.columns.end());
  for (const StatementForm& form : layout.forms)
    if (form.count) used.insert(*form.count);
  std::vector<std::string_view> others;
  for (std::size_t k = 0; k < rows.fields().size(); ++k)
    if (!used.contains(k)) others.push_back(rows.fields()[k]);
  if (!others.empty()) remarks.push_back(fmt::format("columns passed over: {}", fmt::join(others, ", ")));
  std::set<std::string_view> counts;
  for (const StatementForm& form : layout.forms)
    if (form.count) counts.insert(rows.fields()[*form.count]);
  if (!counts.empty()) remarks.push_back(fmt::format("{} says how often a row was answered", fmt::join(counts, ", ")));
}

/// What a row about the central or the odd one of three is taken to say.
void remark_on_forms(const CsvReader& rows, const ComparisonLayout& layout, std::vector<std::string>& remarks) {
  if (layout.forms.size() != 2 || layout.forms[0].at[0] == layout.forms[1].at[0]) return;
  const auto& first = layout.forms[0].at;
  const auto& second = layout.forms[1].at;
  const auto name = [&](std::size_t place) { return rows.fields()[layout.columns[place]]; };
  remarks.push_back(fmt::format("every row says: {} is more like {} than like {}, and {} more like {} than like {}",
                                name(first[0]), name(first[1]), name(first[3]), name(second[0]), name(second[1]),
                                name(second[3])));
}

ComparisonLayout take_header(const CsvReader& rows, const ComparisonHeader& header, ComparisonLayout layout,
                             std::vector<std::string>& remarks) {
  if (!header.conflict().empty())
    rows.fail_here("two columns mean the same ({}), rename the one that is not meant", header.conflict());
  layout.header = true;
  remark_on_columns(rows, layout, remarks);
  remark_on_forms(rows, layout, remarks);
  return layout;
}

}  // namespace

bool next_readable(CsvReader& rows) {
  for (;;) try {
      return rows.next();
    } catch (const UserError&) {  // told where the rows are read
    }
}

void fail_header(const CsvReader& rows) {
  rows.fail_here(
      "the header '{}' is not understood ({}), name the columns so, or say what the row is: --header no, a "
      "statement; --header yes, a header to be passed over, the columns being anchor,near,far or i,j,k,l",
      fmt::join(rows.fields(), ","), known_headers());
}

ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks) {
  rows.rewind();
  if (!next_readable(rows))
    rows.fail_file("holds no statement (only blank lines and comments), give rows i,j,k,l or anchor,near,far");
  const std::int64_t first_line = rows.line();
  const ComparisonHeader header(rows.fields());
  std::optional<ComparisonLayout> named;
  if (options.header != HeaderLine::kNo) named = named_layout(header, rows.fields().size());
  if (named && options.header == HeaderLine::kGuess && rows.fields().size() == named->columns.size() &&
      is_statement_after_all(rows, *named)) {
    named.reset();
    remarks.push_back(fmt::format("line {} is taken as a statement (its words are objects of other rows)", first_line));
  }
  to_first_row(rows);
  ComparisonLayout layout;
  if (named) {
    layout = take_header(rows, header, std::move(*named), remarks);
    check_kind(rows, layout, options);
    layout.ids = statements_are_ids(rows, layout);
  } else {
    const bool of_a_header = options.header != HeaderLine::kNo && header.is_telling() && rows.fields().size() > 4;
    if (of_a_header) fail_header(rows);
    layout = positional_layout(rows);
    check_kind(rows, layout, options);
    guess_header(rows, options, layout);
    layout.telling = header.is_telling();
    if (layout.header)
      remarks.push_back(fmt::format("line {} is passed over as a header, the columns are taken as {}", first_line,
                                    layout.kind == StatementKind::kTriplets ? "anchor,near,far" : "i,j,k,l"));
  }
  rows.rewind();
  return layout;
}

}  // namespace tertium::core
