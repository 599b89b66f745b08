#include "problems/datasets/object_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"

namespace tertium::problems {
namespace {

constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();
constexpr double kAsymmetry = 1e-9;
constexpr double kLargest = 1e100;  // squares, and sums of many of them, are finite

struct Row {
  std::vector<std::string> fields;
  std::int64_t line = 0;
};

bool is_number(const std::string& field) {
  return core::parse_number<double>(field).has_value() || files::is_too_large(field);
}

std::vector<Row> read_rows(files::CsvReader& reader) {
  std::vector<Row> rows;
  while (reader.next()) {
    rows.push_back({{reader.fields().begin(), reader.fields().end()}, reader.line()});
    if (rows.back().fields.size() != rows.front().fields.size())
      reader.fail_here("{} fields instead of {} as in the first row, correct the row", rows.back().fields.size(),
                       rows.front().fields.size());
  }
  return rows;
}

/// A header has words where the rows have numbers, so all its fields but perhaps the first are words.
bool is_header(const Row& row) {
  return row.fields.size() > 1 ? std::none_of(row.fields.begin() + 1, row.fields.end(), is_number)
                               : !is_number(row.fields.front());
}

class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& file) : reader_(file), rows_(read_rows(reader_)) {
    if (!rows_.empty() && is_header(rows_.front())) {
      header_ = rows_.front().fields;
      rows_.erase(rows_.begin());
    }
    if (rows_.empty()) reader_.fail_file("no objects (one row each is needed), check the file");
    find_columns();
  }

  DatasetContent content() const {
    DatasetContent content;
    for (std::size_t column = 0; column < width(); ++column)
      if (column != names_ && column != classes_)
        content.features.columns.push_back(header_.empty() ? std::to_string(column + 1) : header_[column]);
    if (content.features.columns.empty()) reader_.fail_file("no column of numbers, check the file");
    for (const Row& row : rows_) add(content, row);
    return content;
  }

 private:
  std::size_t width() const { return rows_.front().fields.size(); }

  void find_columns() {
    for (std::size_t column = 0; column < header_.size(); ++column) {
      const std::string word = files::lower_case(header_[column]);
      if (word != "label" && word != "class") continue;
      if (classes_ != kNoColumn) reader_.fail_file("two columns of classes (label or class), rename one");
      classes_ = column;
    }
    if (classes_ != 0 && !std::all_of(rows_.begin(), rows_.end(), [](const Row& r) { return is_number(r.fields[0]); }))
      names_ = 0;
  }

  void add(DatasetContent& content, const Row& row) const {
    content.names.push_back(names_ == kNoColumn ? std::to_string(content.names.size() + 1) : row.fields[names_]);
    for (std::size_t column = 0; column < width(); ++column) {
      const std::string& field = row.fields[column];
      if (column == classes_) {
        auto& names = content.class_names;
        const auto found = std::find(names.begin(), names.end(), field);
        content.labels.push_back(static_cast<core::Label>(found - names.begin()));
        if (found == names.end()) names.push_back(field);
      } else if (column != names_) {
        if (!is_number(field))
          core::fail(
              "{}:{}: '{}' in column {} is not a finite number (only the first column may contain names, and only one "
              "called label or class the classes), correct the field or remove the column",
              reader_.name(), row.line, field, column + 1);
        const double value = core::parse_number<double>(field).value_or(2.0 * kLargest);
        if (std::fabs(value) > kLargest)
          core::fail("{}:{}: '{}' in column {} is too large (more than 1e100), rescale all numbers", reader_.name(),
                     row.line, field, column + 1);
        content.features.values.push_back(value);
      }
    }
  }

  files::CsvReader reader_;
  std::vector<Row> rows_;
  std::vector<std::string> header_;
  std::size_t names_ = kNoColumn;
  std::size_t classes_ = kNoColumn;
};

}  // namespace

DatasetContent read_object_table(const std::filesystem::path& file) {
  return TableReader(file).content();
}

core::Similarities table_similarities(const FeatureTable& table, TableOf meaning, const std::string& name) {
  const core::Object n = table.objects();
  if (static_cast<std::size_t>(n) != table.columns.size())
    core::fail(
        "{}: {} rows and {} columns of numbers (a table of all pairs is square), check the table; "
        "for features use holds = features",
        name, n, table.columns.size());
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) {
      const double a = table(i, static_cast<std::size_t>(j));
      const double b = table(j, static_cast<std::size_t>(i));
      if (std::fabs(a - b) > kAsymmetry * std::max(std::fabs(a), std::fabs(b)))
        core::fail(
            "{}: {} in row {}, column {} but {} in row {}, column {} (the table of all pairs "
            "is symmetric), correct one of them",
            name, a, i + 1, j + 1, b, j + 1, i + 1);
      w(i, j) = meaning == TableOf::kDistances ? -a : a;
    }
  return w;
}

}  // namespace tertium::problems
