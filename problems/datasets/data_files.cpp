#include "problems/datasets/data_files.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/home.hpp"
#include "core/base/numbers.hpp"

namespace tertium::problems {

DataFile::DataFile(std::string_view name, std::vector<std::string> header, std::size_t rows)
    : DataFile(name, rows, [&](std::span<const std::string> found) {
        const bool same = std::equal(found.begin(), found.end(), header.begin(), header.end());
        return same ? "" : fmt::format("the header is not {}", fmt::join(header, ","));
      }) {}

DataFile::DataFile(std::string_view name, std::size_t columns, std::size_t rows)
    : DataFile(name, rows, [&](std::span<const std::string> found) {
        return found.size() == columns ? "" : fmt::format("{} columns instead of {}", found.size(), columns);
      }) {}

/// `why` tells what is wrong with a header, or nothing.
DataFile::DataFile(std::string_view name, std::size_t rows,
                   const std::function<std::string(std::span<const std::string>)>& why)
    : path_((core::home_folder() / "data" / name).string()) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error))
    core::fail("{}: no such file (data are looked for in {}), set TERTIUM_HOME to the folder that holds data/", path_,
               core::home_folder().string());
  files::CsvReader reader{std::filesystem::path(path_)};
  if (reader.next()) header_.assign(reader.fields().begin(), reader.fields().end());
  if (const std::string wrong = why(header_); !wrong.empty()) fail_at(reader.line(), wrong);
  while (reader.next()) {
    if (reader.fields().size() != header_.size())
      fail_at(reader.line(), fmt::format("{} fields instead of {}", reader.fields().size(), header_.size()));
    cells_.insert(cells_.end(), reader.fields().begin(), reader.fields().end());
    lines_.push_back(reader.line());
  }
  if (lines_.size() != rows) fail_at(reader.line(), fmt::format("{} rows instead of {}", lines_.size(), rows));
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
  const auto found = std::find(header_.begin(), header_.end(), column);
  core::expects(found != header_.end(), "a column of the file's header");
  return static_cast<std::size_t>(found - header_.begin());
}

void DataFile::fail_at(std::int64_t line, const std::string& what) const {
  core::fail("{}:{}: {} (the file has been changed), restore it from the project", path_, line, what);
}

namespace {

/// A file of features, with or without known names of them.
DataFile open_features(const FeatureFile& description) {
  const std::size_t named = description.name_column.empty() ? 0 : 1;
  if (description.features.empty()) return {description.file, named + description.width + 1, description.rows};
  std::vector<std::string> header = description.features;
  if (named > 0) header.insert(header.begin(), description.name_column);
  header.emplace_back("label");
  return {description.file, header, description.rows};
}

core::Label label_of(const DataFile& file, std::size_t row, const std::vector<std::int32_t>& ids) {
  const auto [low, high] = std::minmax_element(ids.begin(), ids.end());
  const std::int32_t id = file.integer(row, file.header().back(), *low, *high);
  return static_cast<core::Label>(std::find(ids.begin(), ids.end(), id) - ids.begin());
}

}  // namespace

DatasetContent load_features(const FeatureFile& description) {
  const DataFile file = open_features(description);
  const std::size_t named = description.name_column.empty() ? 0 : 1;
  DatasetContent content;
  content.class_names = description.class_names;
  content.features.columns.assign(file.header().begin() + static_cast<std::ptrdiff_t>(named), file.header().end() - 1);
  for (std::size_t row = 0; row < file.rows(); ++row) {
    content.names.push_back(named == 0 ? std::to_string(row + 1) : file.text(row, description.name_column));
    for (const std::string& feature : content.features.columns)
      content.features.values.push_back(file.number(row, feature));
    if (!description.class_ids.empty()) content.labels.push_back(label_of(file, row, description.class_ids));
  }
  return content;
}

std::vector<core::Triplet> triplets_of(const DataFile& file, core::Object objects) {
  std::vector<core::Triplet> triplets;
  for (std::size_t row = 0; row < file.rows(); ++row)
    triplets.push_back({file.integer(row, "anchor", 0, objects - 1), file.integer(row, "near", 0, objects - 1),
                        file.integer(row, "far", 0, objects - 1)});
  return triplets;
}

std::vector<core::Triplet> without_repeats(std::vector<core::Triplet> triplets) {
  std::erase_if(triplets,
                [](const core::Triplet& t) { return t.anchor == t.near || t.anchor == t.far || t.near == t.far; });
  return triplets;
}

}  // namespace tertium::problems
