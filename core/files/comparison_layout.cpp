#include "core/files/comparison_layout.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace tertium::core {
namespace {

struct KnownHeader {
  StatementKind kind;
  std::vector<std::string> words;  // in the order i, j, k, l or anchor, near, far
};

const std::vector<KnownHeader>& known_headers() {
  static const std::vector<KnownHeader> headers{
      {StatementKind::kQuadruplets, {"i", "j", "k", "l"}},
      {StatementKind::kTriplets, {"anchor", "near", "far"}},
      {StatementKind::kTriplets, {"anchor", "positive", "negative"}},
      {StatementKind::kTriplets, {"i", "j", "k"}},
  };
  return headers;
}

std::vector<std::string> lower_case_fields(const CsvReader& rows) {
  std::vector<std::string> words;
  for (const std::string_view field : rows.fields()) words.push_back(lower_case(field));
  return words;
}

std::array<std::size_t, 4> columns_of(StatementKind kind, std::span<const std::size_t> at) {
  if (kind == StatementKind::kTriplets) return {at[0], at[1], at[0], at[2]};
  return {at[0], at[1], at[2], at[3]};
}

/// The layout that a header of known words tells, whatever stands between them.
std::optional<ComparisonLayout> named_layout(const std::vector<std::string>& words) {
  for (const KnownHeader& header : known_headers()) {
    std::vector<std::size_t> at;
    for (const std::string& word : header.words) {
      const auto found = std::find(words.begin(), words.end(), word);
      if (found != words.end()) at.push_back(static_cast<std::size_t>(found - words.begin()));
    }
    if (at.size() != header.words.size()) continue;
    ComparisonLayout layout{.kind = header.kind, .fields = words.size(), .header = true};
    layout.column = columns_of(header.kind, at);
    return layout;
  }
  return std::nullopt;
}

/// Statements that would be misread as triplets.
void refuse_other_statements(const CsvReader& rows, const std::vector<std::string>& words) {
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  if (has("central"))
    rows.fail_here(
        "'central' statements are not read (a is the most central of a, b, c), write each as the triplets "
        "b,a,c and c,a,b");
  if (has("outlier") || has("odd"))
    rows.fail_here(
        "odd-one-out statements are not read (c is the odd one of a, b, c), write each as the triplets "
        "a,b,c and b,a,c");
}

ComparisonLayout positional_layout(const CsvReader& rows) {
  const std::size_t count = rows.fields().size();
  constexpr std::array<std::size_t, 4> kPlaces{0, 1, 2, 3};
  if (count == 4) return {};
  if (count != 3)
    rows.fail_here("{} field{} (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), {}", count,
                   count == 1 ? "" : "s",
                   count == 1   ? "separate them by comma, semicolon or tab"
                   : count == 2 ? "add the missing one"
                                : "name the columns in a header line");
  return {.kind = StatementKind::kTriplets, .column = columns_of(StatementKind::kTriplets, kPlaces), .fields = 3};
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

bool statement_is_integers(const CsvReader& rows, const ComparisonLayout& layout) {
  std::int64_t value = 0;
  return std::all_of(layout.column.begin(), layout.column.end(), [&](std::size_t column) {
    return column < rows.fields().size() && parse_integer(rows.fields()[column], value);
  });
}

bool mentions_known_name(const CsvReader& rows, const ComparisonOptions& options) {
  return std::any_of(rows.fields().begin(), rows.fields().end(), [&](std::string_view field) {
    return std::find(options.known_names.begin(), options.known_names.end(), field) != options.known_names.end();
  });
}

/// Is the first row, of no known words, a header all the same? Leaves the reader at the row after it.
void guess_header(CsvReader& rows, const ComparisonOptions& options, ComparisonLayout& layout) {
  const std::size_t integers = count_integers(rows);
  const bool known = mentions_known_name(rows, options);
  layout.ids = statement_is_integers(rows, layout);
  if (options.header == HeaderLine::kNo || integers == rows.fields().size()) return;
  const bool more = rows.next();
  if (options.header == HeaderLine::kYes) {
    layout.header = true;
  } else if (!options.known_names.empty()) {
    layout.header = !known;
  } else if (more && statement_is_integers(rows, layout)) {
    layout.header = integers == 0;
    layout.ids = true;  // a number in the first row: a slip of the pen rather than a header
  } else {
    layout.maybe_header = integers == 0;
  }
  if (layout.header) layout.ids = more && statement_is_integers(rows, layout);
}

}  // namespace

ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& remarks) {
  rows.rewind();
  if (!rows.next())
    rows.fail_file("holds no statement (only blank lines and comments), give rows i,j,k,l or anchor,near,far");
  const std::vector<std::string> words = lower_case_fields(rows);
  const std::string first_row = fmt::format("line {}", rows.line());
  std::optional<ComparisonLayout> named;
  if (options.header != HeaderLine::kNo) {
    refuse_other_statements(rows, words);
    named = named_layout(words);
  }
  ComparisonLayout layout = named ? *named : positional_layout(rows);
  check_kind(rows, layout, options);
  if (named) {
    layout.ids = rows.next() && statement_is_integers(rows, layout);
    const std::size_t used = layout.kind == StatementKind::kTriplets ? 3 : 4;
    if (layout.fields > used) remarks.push_back(fmt::format("{} other columns are passed over", layout.fields - used));
  } else {
    guess_header(rows, options, layout);
    if (layout.header && options.header == HeaderLine::kGuess)
      remarks.push_back(fmt::format("{} is taken as a header, the columns as {}", first_row,
                                    layout.kind == StatementKind::kTriplets ? "anchor,near,far" : "i,j,k,l"));
  }
  rows.rewind();
  return layout;
}

}  // namespace tertium::core
