#include "experiments/report/row_export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>
#include <set>

#include "core/files/csv.hpp"

namespace tertium::experiments {
namespace {

std::string number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string count(std::int64_t value) {
  return value < 0 ? "" : fmt::format("{}", value);
}

struct Columns {
  std::set<std::string> parameters, metrics;
};

std::vector<std::string> header(const Columns& columns) {
  std::vector<std::string> fields = {"key", "method", "rep", "seed"};
  for (const std::string& name : columns.parameters) fields.push_back(core::csv_field(name));
  fields.emplace_back("status");
  for (const std::string& name : columns.metrics) fields.push_back(core::csv_field(name));
  for (const char* name : {"scores", "tolerance", "n_comparisons", "t_generate", "t_kernel", "t_cluster", "t_wall",
                           "peak_rss", "host", "message"})
    fields.emplace_back(name);
  return fields;
}

std::vector<std::string> fields_of(const TrialRow& row, const Columns& columns) {
  std::vector<std::string> fields = {to_hex(row.key), core::csv_field(row.method), fmt::format("{}", row.repetition),
                                     fmt::format("{}", row.seed)};
  for (const std::string& name : columns.parameters) {
    const auto found = row.parameters.find(name);
    const bool absent = found == row.parameters.end() || is_absent(found->second);
    fields.push_back(absent ? "" : core::csv_field(core::to_text(found->second)));
  }
  fields.emplace_back(status_name(row.status));
  for (const std::string& name : columns.metrics) {
    const auto found = row.metrics.find(name);
    fields.push_back(found == row.metrics.end() ? "" : number(found->second));
  }
  fields.insert(fields.end(),
                {fmt::format("{}", fmt::join(row.scores, " ")), number(row.tolerance), count(row.n_comparisons),
                 number(row.t_generate), number(row.t_kernel), number(row.t_cluster), number(row.t_wall),
                 fmt::format("{}", row.peak_rss), core::csv_field(row.host), core::csv_field(row.message)});
  return fields;
}

}  // namespace

std::string rows_csv(std::span<const TrialRow> rows) {
  Columns columns;
  for (const TrialRow& row : rows) {
    for (const auto& [name, value] : row.parameters) columns.parameters.insert(name);
    for (const auto& [name, value] : row.metrics) columns.metrics.insert(name);
  }
  std::string text = fmt::format("{}\n", fmt::join(header(columns), ","));
  for (const TrialRow& row : rows) text += fmt::format("{}\n", fmt::join(fields_of(row, columns), ","));
  return text;
}

std::string tree_newick(const StoredTree& tree) {
  std::vector<std::string> names;
  for (std::size_t object = 0; object <= tree.merges.size(); ++object) names.push_back(fmt::format("{}", object));
  return core::newick(dendrogram_of(tree), names);
}

std::vector<std::byte> tree_npy(const StoredTree& tree) {
  const std::vector<LinkageRow> rows = linkage_rows(tree);
  // Format 1.0: magic, version, length of the header, header ending in a newline at a multiple of 64 bytes, data.
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, 4), }}", rows.size());
  constexpr std::size_t kBefore = 10;
  header.append(63 - (kBefore + header.size()) % 64, ' ');
  header += '\n';
  std::string start("\x93NUMPY\x01\x00", 8);
  start += static_cast<char>(header.size() % 256);
  start += static_cast<char>(header.size() / 256);
  start += header;
  std::vector<std::byte> bytes(start.size() + rows.size() * sizeof rows[0]);
  std::memcpy(bytes.data(), start.data(), start.size());
  if (!rows.empty()) std::memcpy(bytes.data() + start.size(), rows.data(), rows.size() * sizeof rows[0]);
  return bytes;
}

}  // namespace tertium::experiments
