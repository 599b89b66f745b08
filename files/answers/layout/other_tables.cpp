// Tables that are no answers, but could be read as such.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/numbers.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kRowsToLookAt = 1000;

/// The first rows, the first one too.
std::vector<Row> first_rows(CsvReader& rows, std::size_t most = kRowsToLookAt) {
  std::vector<Row> found;
  rows.rewind();
  while (found.size() < most && next_readable(rows)) found.emplace_back(rows.fields().begin(), rows.fields().end());
  to_first_row(rows);
  return found;
}

std::optional<double> number_of(std::string_view field) {
  return core::parse_number<double>(field);
}

bool is_printed(const Row& row) {
  const auto last = std::find_if(row.rbegin(), row.rend(), [](const std::string& field) { return !field.empty(); });
  if (last == row.rend() || row.size() < 2) return false;
  return (row.front().starts_with('(') || row.front().starts_with('[')) &&
         (last->ends_with(')') || last->ends_with(']'));
}

void refuse_printed(const CsvReader& rows, const std::vector<Row>& table) {
  if (table.size() > 1 && !std::all_of(table.begin() + 1, table.end(), is_printed)) return;
  if (!is_printed(table.back())) return;
  rows.fail_here("the rows are printed tuples or lists ('{}, ...{}'), remove the brackets: tr -d \"()[]'\" < {} > FILE",
                 table.back().front(), table.back().back(), rows.name());
}

/// Objects in a field together, as jsPsych writes choices.
void refuse_lists(const CsvReader& rows, const std::vector<Row>& table) {
  for (std::size_t k = 0; k < table.front().size(); ++k)
    for (std::size_t r = 1; r < table.size(); ++r)
      if (const std::string_view field = k < table[r].size() ? table[r][k] : std::string_view();
          field.starts_with('[') && field.ends_with(']') && field.find(',') != std::string_view::npos)
        rows.fail_here(
            "the column '{}' contains several objects in a field ('{}'), say which they are: --columns '{}=shown' (all "
            "that could be chosen) or '{}=others' (those that were not), or give each its own column",
            table.front()[k], field, table.front()[k], table.front()[k]);
}

/// Whether the rows, without a header and names of rows where they have them, are as many as their numbers, and alike
/// on both sides of the diagonal; larger ones need not be.
bool is_matrix(const std::vector<Row>& table, std::size_t first_row, std::size_t first_column) {
  constexpr std::size_t kWiderThanAnswers = 5;
  const std::size_t size = table.size() - first_row;
  std::set<double> diagonal, others;
  bool symmetric = true;
  for (std::size_t i = 0; i < size; ++i)
    if (table[first_row + i].size() != size + first_column) return false;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      const auto number = number_of(table[first_row + i][first_column + j]);
      if (!number) return false;
      symmetric = symmetric && number == number_of(table[first_row + j][first_column + i]);
      (i == j ? diagonal : others).insert(*number);
    }
  if (size >= kWiderThanAnswers) return true;
  // Three answers about few objects may look so.
  const bool whole = std::ranges::all_of(others, [](double number) { return number == std::floor(number); });
  return symmetric && diagonal.size() == 1 && (size > 3 || !whole || others.size() < 3 || first_row + first_column > 0);
}

void refuse_matrix(const CsvReader& rows, const std::vector<Row>& table) {
  const std::size_t width = table.back().size();
  for (const std::size_t row : {0U, 1U})
    for (const std::size_t column : {0U, 1U})
      if (table.size() > row + 2 && width == table.size() - row + column && is_matrix(table, row, column))
        rows.fail_here(
            "is a square table of numbers (apparently similarities of {} objects, not answers), cluster it as ratings: "
            "--kind ratings",
            width - column);
}

/// Two names and a number in every row; or what the header calls a rating.
void refuse_ratings(const CsvReader& rows, const std::vector<Row>& table) {
  if (table.front().size() < 3 || table.size() < 3) return;
  std::optional<std::size_t> column;
  for (std::size_t k = 0; k < table.front().size(); ++k)
    if (tells_a_rating(table.front()[k])) column = k;
  const auto share = [&](std::size_t k) {
    return std::count_if(table.begin() + 1, table.end(),
                         [&](const Row& row) { return k < row.size() && number_of(row[k]).has_value(); });
  };
  const auto below = static_cast<std::ptrdiff_t>(table.size()) - 1;
  const bool names = share(0) == 0 && share(1) == 0;
  if (!column && table.front().size() == 3 && names && share(2) == below) column = 2;
  if (!column || share(*column) < below) return;
  rows.fail_here(
      "field {} ('{}') is a number in every row (apparently ratings of pairs, not answers: nothing is compared), name "
      "the columns if it is not, or cluster the rows as ratings: --kind ratings",
      *column + 1, table.front()[*column]);
}

/// A first field that counts the rows is no object, where it goes beyond all others.
void refuse_row_numbers(const CsvReader& rows, const std::vector<Row>& table, const ComparisonLayout& layout) {
  constexpr std::size_t kLeast = 8;
  const std::size_t first = layout.header ? 1 : 0;
  if (table.size() < kLeast + first || table.back().size() < 3) return;
  std::int64_t start = 0, value = 0;
  if (!parse_whole(table[first].front(), start) || start > 1) return;
  std::set<std::string_view> others;
  for (std::size_t r = first; r < table.size(); ++r) {
    if (!parse_whole(table[r].front(), value) || value != start + static_cast<std::int64_t>(r - first)) return;
    for (std::size_t k = 1; k < table[r].size(); ++k) others.insert(table[r][k]);
  }
  if (others.contains(table.back().front())) return;
  rows.fail_here("field 1 numbers the rows ({}, {}, ...) and is not an object, {}", table[first].front(),
                 table[first + 1].front(),
                 table.back().size() == 4 ? "say what the columns are: --columns -,anchor,near,far"
                                          : "two objects are not an answer, add the third object of each row");
}

}  // namespace

void refuse_other_tables(CsvReader& rows) {
  const std::vector<Row> table = first_rows(rows);
  refuse_printed(rows, table);
  refuse_lists(rows, table);
  refuse_matrix(rows, table);
  refuse_ratings(rows, table);
}

void refuse_row_numbers(CsvReader& rows, const ComparisonLayout& layout) {
  refuse_row_numbers(rows, first_rows(rows), layout);
}

void refuse_printed_rows(CsvReader& rows) {
  refuse_printed(rows, first_rows(rows, 20));
}

}  // namespace tertium::files
