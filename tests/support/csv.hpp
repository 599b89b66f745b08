#pragma once

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tertium::testing {

using Row = std::vector<std::string>;

inline Row split(const std::string& line, char separator = ',') {
  Row cells;
  std::string cell;
  std::istringstream in(line);
  while (std::getline(in, cell, separator)) cells.push_back(cell);
  if (!line.empty() && line.back() == separator) cells.emplace_back();
  return cells;
}

/// All lines of a file, as cells; throws std::runtime_error if it cannot be read.
inline std::vector<Row> read_rows(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) rows.push_back(split(line));
  }
  return rows;
}

inline void write_rows(const std::filesystem::path& file, const std::vector<Row>& rows) {
  std::ofstream out(file);
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) out << row[k] << (k + 1 < row.size() ? "," : "\n");
}

/// The whole text as a number; throws std::runtime_error otherwise.
template <typename T>
T number(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw std::runtime_error("not a number: " + text);
  return value;
}

/// A file with a header line, one map from column to cell for every line below.
inline std::vector<std::map<std::string, std::string>> read_records(const std::filesystem::path& file) {
  const std::vector<Row> rows = read_rows(file);
  std::vector<std::map<std::string, std::string>> records;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (rows[r].size() != rows[0].size()) throw std::runtime_error("ragged row in " + file.string());
    auto& record = records.emplace_back();
    for (std::size_t c = 0; c < rows[r].size(); ++c) record[rows[0][c]] = rows[r][c];
  }
  return records;
}

}  // namespace tertium::testing
