#include "metrics/measures/assignment.hpp"

#include <limits>

#include "core/base/error.hpp"

namespace tertium::metrics {
namespace {

/// Least costs of rows on at least as many columns. Row and column 0 stand for none.
class Assignment {
 public:
  Assignment(int rows, int columns)
      : columns_(columns), of_row_(rows + 1, 0), of_column_(columns + 1, 0), row_of_(columns + 1, 0) {}

  template <typename Cost>
  void add_row(int row, Cost&& cost) {
    std::vector<std::int64_t> least(columns_ + 1, std::numeric_limits<std::int64_t>::max());
    std::vector<int> before(columns_ + 1, 0);
    std::vector<bool> reached(columns_ + 1, false);
    row_of_[0] = row;
    int end = 0;
    do {
      reached[end] = true;
      const int next = step(end, cost, least, before, reached);
      shift(least[next], least, reached);
      end = next;
    } while (row_of_[end] != 0);
    for (; end != 0; end = before[end]) row_of_[end] = row_of_[before[end]];
  }

  int row_of(int column) const { return row_of_[column]; }

 private:
  /// Lowers what reaching the columns takes by the row of the last one reached; returns the nearest.
  template <typename Cost>
  int step(int end, Cost&& cost, std::vector<std::int64_t>& least, std::vector<int>& before,
           const std::vector<bool>& reached) const {
    int next = 0;
    for (int column = 1; column <= columns_; ++column) {
      if (reached[column]) continue;
      const std::int64_t reduced = cost(row_of_[end], column) - of_row_[row_of_[end]] - of_column_[column];
      if (reduced < least[column]) least[column] = reduced, before[column] = end;
      if (next == 0 || least[column] < least[next]) next = column;
    }
    return next;
  }
  void shift(std::int64_t by, std::vector<std::int64_t>& least, const std::vector<bool>& reached) {
    for (int column = 0; column <= columns_; ++column)
      if (reached[column])
        of_row_[row_of_[column]] += by, of_column_[column] -= by;
      else
        least[column] -= by;
  }

  int columns_;
  std::vector<std::int64_t> of_row_, of_column_;  // dual values
  std::vector<int> row_of_;                       // by column
};

}  // namespace

std::vector<int> best_assignment(const std::vector<std::int64_t>& values, int rows, int columns) {
  core::expects(std::ssize(values) == std::int64_t{rows} * columns, "a value for every row and column");
  const bool wide = rows <= columns;
  const int few = wide ? rows : columns, many = wide ? columns : rows;
  const auto value = [&](int a, int b) {
    const std::int64_t row = (wide ? a : b) - 1, column = (wide ? b : a) - 1;
    return values[static_cast<std::size_t>(row * columns + column)];
  };
  Assignment assignment(few, many);
  for (int row = 1; row <= few; ++row) assignment.add_row(row, [&](int a, int b) { return -value(a, b); });
  std::vector<int> column_of(static_cast<std::size_t>(rows), -1);
  for (int place = 1; place <= many; ++place)
    if (const int other = assignment.row_of(place); other != 0)
      column_of[(wide ? other : place) - 1] = (wide ? place : other) - 1;
  return column_of;
}

std::int64_t largest_assignment(const std::vector<std::int64_t>& values, int rows, int columns) {
  const std::vector<int> column_of = best_assignment(values, rows, columns);
  std::int64_t sum = 0;
  for (std::size_t row = 0; row < column_of.size(); ++row)
    if (column_of[row] >= 0)
      sum += values[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column_of[row])];
  return sum;
}

}  // namespace tertium::metrics
