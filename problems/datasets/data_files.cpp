#include "problems/datasets/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"

namespace tertium::problems {

DataFile::DataFile(std::string_view name, std::size_t rows, std::size_t columns)
    : path_((core::home_folder() / "data" / name).string()) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error))
    core::fail("{}: no such file (data are expected in {}), set TERTIUM_HOME to the folder that contains data/", path_,
               core::home_folder().string());
  files::CsvReader reader{std::filesystem::path(path_)};
  if (reader.next()) header_.assign(reader.fields().begin(), reader.fields().end());
  if (columns != 0 && header_.size() != columns)
    fail_at(reader.line(), fmt::format("{} columns instead of {}", header_.size(), columns));
  while (reader.next()) {
    if (reader.fields().size() != header_.size())
      fail_at(reader.line(), fmt::format("{} fields instead of {}", reader.fields().size(), header_.size()));
    cells_.insert(cells_.end(), reader.fields().begin(), reader.fields().end());
    lines_.push_back(reader.line());
  }
  if (lines_.size() != rows) fail_at(reader.line(), fmt::format("{} rows instead of {}", lines_.size(), rows));
}

bool DataFile::has(std::string_view column) const {
  return std::ranges::find(header_, column) != header_.end();
}

const std::string& DataFile::text(std::size_t row, std::string_view column) const {
  return cells_[row * header_.size() + place(column)];
}

double DataFile::number(std::size_t row, std::string_view column) const {
  const std::string& cell = text(row, column);
  const auto value = core::parse_number<double>(cell);
  if (!value) fail_changed(row, fmt::format("{} = '{}' is not a number", column, cell));
  return *value;
}

std::int32_t DataFile::integer(std::size_t row, std::string_view column, std::int32_t low, std::int32_t high) const {
  return integer_of(row, column, text(row, column), low, high);
}

std::vector<std::int32_t> DataFile::integers(std::size_t row, std::string_view column, std::int32_t low,
                                             std::int32_t high) const {
  const std::string& cell = text(row, column);
  std::vector<std::int32_t> values;
  for (std::size_t begin = 0; begin <= cell.size();) {
    const std::size_t end = std::min(cell.find(' ', begin), cell.size());
    values.push_back(integer_of(row, column, std::string_view(cell).substr(begin, end - begin), low, high));
    begin = end + 1;
  }
  return values;
}

std::int32_t DataFile::integer_of(std::size_t row, std::string_view column, std::string_view text, std::int32_t low,
                                  std::int32_t high) const {
  const auto value = core::parse_number<std::int32_t>(text);
  if (!value || *value < low || *value > high)
    fail_changed(row, fmt::format("{} = '{}' is not a whole number in [{}, {}]", column, text, low, high));
  return *value;
}

std::size_t DataFile::place(std::string_view column) const {
  const auto found = std::ranges::find(header_, column);
  if (found == header_.end()) fail_at(1, fmt::format("no column {}", column));
  return static_cast<std::size_t>(found - header_.begin());
}

void DataFile::fail_at(std::int64_t line, const std::string& what) const {
  core::fail("{}:{}: {} (the file has been changed), restore it from the project", path_, line, what);
}

}  // namespace tertium::problems
