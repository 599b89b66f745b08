#include "core/datasets/data_files.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/numbers.hpp"

namespace tertium::core {

DataFile::DataFile(std::string_view name, std::vector<std::string> header, std::size_t rows)
    : path_((home_folder() / "data" / name).string()), header_(std::move(header)) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error))
    fail("{}: no such file (data are looked for in {}), set TERTIUM_HOME to the folder that holds data/", path_,
         home_folder().string());
  CsvReader reader{std::filesystem::path(path_)};
  const auto matches = [&](auto fields) {
    return std::equal(fields.begin(), fields.end(), header_.begin(), header_.end());
  };
  if (!reader.next() || !matches(reader.fields()))
    fail_changed(reader.line(), fmt::format("the header is not {}", fmt::join(header_, ",")));
  while (reader.next()) {
    if (reader.fields().size() != header_.size())
      fail_changed(reader.line(), fmt::format("{} fields instead of {}", reader.fields().size(), header_.size()));
    cells_.insert(cells_.end(), reader.fields().begin(), reader.fields().end());
    lines_.push_back(reader.line());
  }
  if (lines_.size() != rows) fail_changed(reader.line(), fmt::format("{} rows instead of {}", lines_.size(), rows));
}

const std::string& DataFile::text(std::size_t row, std::string_view column) const {
  return cells_[row * header_.size() + place(column)];
}

double DataFile::number(std::size_t row, std::string_view column) const {
  const std::string& cell = text(row, column);
  const auto value = parse_number<double>(cell);
  if (!value) fail_changed(lines_[row], fmt::format("{} = '{}' is not a number", column, cell));
  return *value;
}

std::int32_t DataFile::integer(std::size_t row, std::string_view column, std::int32_t low, std::int32_t high) const {
  const std::string& cell = text(row, column);
  const auto value = parse_number<std::int32_t>(cell);
  if (!value || *value < low || *value > high)
    fail_changed(lines_[row], fmt::format("{} = '{}' is not a whole number in [{}, {}]", column, cell, low, high));
  return *value;
}

std::size_t DataFile::place(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  expects(found != header_.end(), "a column of the file's header");
  return static_cast<std::size_t>(found - header_.begin());
}

void DataFile::fail_changed(std::int64_t line, const std::string& what) const {
  fail("{}:{}: {} (the file has been changed), restore it from the project", path_, line, what);
}

DatasetContent load_features(const FeatureFile& description) {
  std::vector<std::string> header = description.features;
  if (!description.name_column.empty()) header.insert(header.begin(), description.name_column);
  header.emplace_back("label");
  const DataFile file(description.file, header, description.rows);
  const auto [low, high] = std::minmax_element(description.class_ids.begin(), description.class_ids.end());
  DatasetContent content;
  content.class_names = description.class_names;
  content.features.columns = description.features;
  for (std::size_t row = 0; row < file.rows(); ++row) {
    content.names.push_back(description.name_column.empty() ? std::to_string(row + 1)
                                                            : file.text(row, description.name_column));
    for (const std::string& feature : description.features)
      content.features.values.push_back(file.number(row, feature));
    const std::int32_t id = file.integer(row, "label", *low, *high);
    const auto place = std::find(description.class_ids.begin(), description.class_ids.end(), id);
    content.labels.push_back(static_cast<Label>(place - description.class_ids.begin()));
  }
  return content;
}

}  // namespace tertium::core
