#include "files/structures/rating_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/structures/edge_rows.hpp"
#include "files/text/csv.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

using Row = std::vector<std::string>;

struct Table {
  std::vector<Row> rows{};
  std::vector<std::int64_t> lines{};
};

Table table_of(CsvReader& rows) {
  Table table;
  while (rows.next()) {
    table.rows.emplace_back(rows.fields().begin(), rows.fields().end());
    table.lines.push_back(rows.line());
  }
  if (table.rows.empty()) rows.fail_file("contains no rating, give rows word1,word2,rating or a square matrix");
  return table;
}

/// A mean of means: of each rater's ratings of a pair first.
class PairRatings {
 public:
  void add(std::string a, std::string b, const std::string& rater, double rating, std::int64_t line) {
    if (a == b) {
      ++own_;
      return;
    }
    Pair& pair = pairs_[a < b ? std::pair(std::move(a), std::move(b)) : std::pair(std::move(b), std::move(a))];
    pair.line = pair.line == 0 ? line : pair.line;
    auto& [sum, count] = pair.of_rater[rater];
    sum += rating;
    ++count;
    ++rows_;
  }
  std::int64_t rows() const { return rows_; }
  std::int64_t own() const { return own_; }

  struct Mean {
    const std::pair<std::string, std::string>* objects;
    double value;
    std::size_t raters;
    double error;  // standard; not a number for one rater
    std::int64_t line;
  };
  std::vector<Mean> means() const {
    std::vector<Mean> all;
    for (const auto& [objects, pair] : pairs_) {
      double sum = 0.0, squares = 0.0;
      const auto n = static_cast<double>(pair.of_rater.size());
      for (const auto& [rater, own] : pair.of_rater) sum += own.first / own.second;
      for (const auto& [rater, own] : pair.of_rater) squares += std::pow(own.first / own.second - sum / n, 2.0);
      all.push_back({&objects, sum / n, pair.of_rater.size(), std::sqrt(squares / (n - 1.0) / n), pair.line});
    }
    return all;
  }

 private:
  struct Pair {
    std::map<std::string, std::pair<double, double>> of_rater{};  // sums and numbers
    std::int64_t line = 0;
  };
  std::map<std::pair<std::string, std::string>, Pair> pairs_{};
  std::int64_t rows_ = 0, own_ = 0;  // own: of an object with itself
};

[[noreturn]] void fail_at(const CsvReader& rows, std::int64_t line, const std::string& text) {
  core::fail("{}: {}", rows.where(line), text);
}

std::optional<double> rating_of(const CsvReader& rows, std::int64_t line, std::string_view field) {
  if (is_missing(field)) return std::nullopt;
  const std::optional<double> value = core::parse_number<double>(field);
  if (!value) fail_at(rows, line, fmt::format("the rating '{}' is not a finite number, correct it", field));
  return value;
}

bool is_number(std::string_view field) {
  return is_missing(field) || core::parse_number<double>(field).has_value();
}

/// Columns of a table with a row for each rating.
struct RatingColumns {
  std::size_t first = 0, second = 1, rating = 2;
  std::optional<std::size_t> rater{};
  bool header = false;
};

RatingColumns columns_of(const CsvReader& rows, const Table& table, const RatingOptions& options) {
  const Row& first = table.rows.front();
  RatingColumns columns{.header = first.size() < 3 || !is_number(first[2])};
  if (!columns.header && first.size() == 3) return columns;
  std::vector<std::size_t> free, known;
  std::optional<std::size_t> rating;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const std::optional<ColumnRole> role = role_of(first[k]);
    if (role == ColumnRole::kSubject && !columns.rater)
      columns.rater = k;
    else if (!rating && (tells_a_rating(first[k]) || means_distance(first[k])))
      rating = k;
    else if (role == ColumnRole::kOther || role == ColumnRole::kFirst || role == ColumnRole::kSecond)
      known.push_back(k);
    else
      free.push_back(k);
  }
  const std::vector<std::size_t>& objects = known.size() == 2 ? known : free;
  if (!rating && first.size() == 3 && columns.header) rating = 2;
  if (!rating && objects.size() == 3) rating = objects[2];
  if (!rating || (objects.size() != 2 && !(objects.size() == 3 && objects[2] == *rating)))
    fail_at(rows, table.lines.front(),
            fmt::format("cannot find the two objects and the rating among {}, give columns word1,word2,rating and "
                        "optionally subject",
                        some_words(first, ", ")));
  columns = {objects[0], objects[1], *rating, columns.rater, true};
  if (means_distance(first[*rating]) && !options.distances)
    fail_at(rows, table.lines.front(), fmt::format("'{}' is a distance, say so: --distances", first[*rating]));
  return columns;
}

void take_list(const CsvReader& rows, const Table& table, const RatingOptions& options, PairRatings& ratings) {
  const RatingColumns columns = columns_of(rows, table, options);
  for (std::size_t r = columns.header ? 1 : 0; r < table.rows.size(); ++r) {
    const Row& row = table.rows[r];
    const std::int64_t line = table.lines[r];
    if (row.size() != table.rows.front().size())
      fail_at(rows, line,
              fmt::format("{} fields (the first row has {}), correct the row", row.size(), table.rows.front().size()));
    if (row[columns.first].empty() || row[columns.second].empty())
      fail_at(rows, line, "an object has no name, give it one or remove the row");
    // Who is not known is somebody else in every row.
    const std::string rater = columns.rater ? row[*columns.rater] : std::to_string(line);
    if (const auto value = rating_of(rows, line, row[columns.rating]))
      ratings.add(row[columns.first], row[columns.second], rater, *value, line);
  }
}

/// Whether the first row names objects above a matrix that has their names beside it, too. The corner is empty, and
/// numbers count the objects: of a matrix with an empty diagonal the first row has ratings.
bool names_both(const Row& row) {
  if (!is_missing(row.front())) return !is_number(row.front());
  std::int64_t first = 0, value = 0;
  for (std::size_t k = 1; k < row.size(); ++k) {
    if (!is_number(row[k])) return true;
    if (!parse_whole(row[k], value) || (k > 1 && value != first + static_cast<std::int64_t>(k) - 1)) return false;
    if (k == 1) first = value;
  }
  return first <= 1;
}

/// Where a square matrix begins: behind names above it, beside names of its rows, or both.
struct MatrixPlace {
  std::size_t row = 0, column = 0;
};

std::optional<MatrixPlace> matrix_in(const Table& table) {
  constexpr std::size_t kLeast = 3;
  for (const std::size_t row : {1U, 0U})
    for (const std::size_t column : {1U, 0U}) {
      if (table.rows.size() < row + kLeast || (row + column == 2 && !names_both(table.rows.front()))) continue;
      const std::size_t n = table.rows.size() - row;
      const auto numbers = [&](const Row& one) {
        return one.size() == n + column &&
               std::all_of(one.begin() + static_cast<std::ptrdiff_t>(column), one.end(), is_number);
      };
      if (std::all_of(table.rows.begin() + static_cast<std::ptrdiff_t>(row), table.rows.end(), numbers) &&
          (row == 0 || table.rows.front().size() + 1 >= n + column))
        return MatrixPlace{row, column};
    }
  return std::nullopt;
}

void take_matrix(const CsvReader& rows, const Table& table, MatrixPlace place, const RatingOptions& options,
                 PairRatings& ratings) {
  const std::size_t n = table.rows.size() - place.row;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i)
    names.push_back(place.row > 0      ? table.rows.front()[table.rows.front().size() - n + i]
                    : place.column > 0 ? table.rows[i].front()
                                       : std::to_string(i + 1));
  if (std::set<std::string>(names.begin(), names.end()).size() < n)
    fail_at(rows, table.lines.front(), "two objects of the matrix have the same name, make them different");
  const auto cell = [&](std::size_t i, std::size_t j) {
    return rating_of(rows, table.lines[place.row + i], table.rows[place.row + i][place.column + j]);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto above = cell(i, j), below = cell(j, i);
      if (!above && !below) continue;
      const double one = above ? *above : *below, other = below ? *below : *above;
      if (one != other && !options.both_sides)
        fail_at(rows, table.lines[place.row + j],
                fmt::format("{} and {} have the rating {} here and {} on the other side of the matrix, correct one, or "
                            "take the mean: --symmetric mean",
                            names[j], names[i], other, one));
      ratings.add(names[i], names[j], "", 0.5 * (one + other), table.lines[place.row + i]);
    }
}

void note_raters(const std::vector<PairRatings::Mean>& means, std::size_t objects, bool matrix, GraphFile& file) {
  std::string note =
      fmt::format("{} of the {} pairs of {} objects are rated", means.size(), objects * (objects - 1) / 2, objects);
  const auto [least, most] =
      std::ranges::minmax_element(means, {}, [](const PairRatings::Mean& one) { return one.raters; });
  if (!matrix && most->raters > 1) {
    std::vector<double> errors;
    for (const PairRatings::Mean& one : means)
      if (one.raters > 1) errors.push_back(one.error);
    std::ranges::nth_element(errors, errors.begin() + std::ssize(errors) / 2);
    note += fmt::format(", by {} to {} raters each; the median standard error of a mean is {:.2g}", least->raters,
                        most->raters, errors[errors.size() / 2]);
  }
  file.notes.push_back(std::move(note));
}

/// The means as weights of a graph.
GraphFile graph_of(const CsvReader& rows, const PairRatings& ratings, bool matrix, const RatingOptions& options) {
  const std::vector<PairRatings::Mean> means = ratings.means();
  if (means.empty()) rows.fail_file("contains no rating of two objects, give rows word1,word2,rating");
  std::set<std::string> names;
  double largest = means.front().value;
  for (const PairRatings::Mean& one : means) {
    names.insert({one.objects->first, one.objects->second});
    largest = std::max(largest, one.value);
    if (!options.distances && one.value < 0.0)
      fail_at(rows, one.line,
              fmt::format("{} and {} have the rating {:.4g} (a similarity is at least 0), add the same number to all, "
                          "or if large ones mean different objects: --distances",
                          one.objects->first, one.objects->second, one.value));
  }
  GraphFile file;
  file.names.assign(names.begin(), names.end());
  std::map<std::string, core::Object> number;
  for (const std::string& name : file.names) number.emplace(name, static_cast<core::Object>(number.size()));
  const std::vector<core::Object> place = core::sort_naturally(file.names);
  EdgeRows edges(rows.name());
  for (const PairRatings::Mean& one : means)
    edges.add(number.at(one.objects->first), number.at(one.objects->second),
              options.distances ? largest - one.value : one.value, one.line);
  note_raters(means, names.size(), matrix, file);
  if (options.distances)
    file.notes.push_back(fmt::format("a weight is the largest distance, {:.4g}, less that of the pair", largest));
  if (ratings.own() > 0)
    file.notes.push_back(fmt::format("{} of an object with itself carry no information and are left out",
                                     core::counted(static_cast<std::size_t>(ratings.own()), "rating")));
  edges.finish(place, file);
  file.rows = ratings.rows();
  return file;
}

}  // namespace

GraphFile parse_ratings(std::string name, std::string text, const RatingOptions& options) {
  CsvReader rows(std::move(name), std::move(text));
  const Table table = table_of(rows);
  PairRatings ratings;
  const std::optional<MatrixPlace> matrix = matrix_in(table);
  if (matrix)
    take_matrix(rows, table, *matrix, options, ratings);
  else
    take_list(rows, table, options, ratings);
  return graph_of(rows, ratings, matrix.has_value(), options);
}

GraphFile read_ratings(const std::filesystem::path& path, const RatingOptions& options) {
  return parse_ratings(path == kStandardInput ? std::string("standard input") : path.string(), read_text(path),
                       options);
}

}  // namespace tertium::files
