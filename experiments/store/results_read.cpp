#include <cmath>
#include <span>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/hdf5_columns.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/seal.hpp"

namespace tertium::experiments {
namespace {

void read_metrics(const Hdf5Group& group, ResultsContent& content) {
  std::vector<TrialRow>& rows = content.rows;
  const auto attribute = [&](const std::string& column, const char* name) {
    return group.has_attribute(column, name) ? group.text_attribute(column, name) : "";
  };
  for (const std::string& column : columns_of_role(group, "metric")) {
    const std::string name = group.text_attribute(column, "name");
    if (group.has_attribute(column, "long_name"))
      content.notes[name] = {attribute(column, "long_name"), attribute(column, "units")};
    const auto values = read_exactly<double>(group, column, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!std::isnan(values[i])) rows[i].metrics.emplace(name, values[i]);
    }
  }
}

void read_trials(const Hdf5Group& file, ResultsContent& content) {
  const Hdf5Group group = file.open_group("trials");
  const auto hi = group.read_column<std::uint64_t>("key_hi");
  std::vector<TrialRow>& rows = content.rows;
  rows.resize(hi.size());
  const auto lo = read_exactly<std::uint64_t>(group, "key_lo", rows.size());
  std::vector<RowParameters> parameters = read_parameters(group, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].key = {hi[i], lo[i]};
    rows[i].parameters = std::move(parameters[i]);
  }
  read_columns(group, rows, kTrialColumns);
  read_metrics(group, content);
}

/// All rows of a group whose dimension is `scale`.
template <typename Row, typename Columns>
std::vector<Row> read_rows(const Hdf5Group& group, const char* scale, const Columns& columns) {
  std::vector<Row> rows(group.read_column<std::int64_t>(scale).size());
  read_columns(group, rows, columns);
  return rows;
}

/// Calls take(i, entries) with each row's part of `all`.
template <typename Entry, typename Take>
void split_lists(const std::vector<Entry>& all, const std::vector<std::int64_t>& offsets, const Take& take) {
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] < 0 || offsets[i] > offsets[i + 1] || offsets[i + 1] > std::ssize(all)) {
      core::fail("offsets of trees or labels are damaged, merge again");
    }
    take(i, std::span(all).subspan(offsets[i], offsets[i + 1] - offsets[i]));
  }
}

StoredTree tree_of(const Hdf5Group& group, std::span<const LinkageRow> rows) {
  try {
    return stored_tree(rows);
  } catch (const core::UserError& error) {
    core::fail("{} is damaged ({}), merge again", group.label(), error.what());
  }
}

void read_trees_and_labels(const Hdf5Group& file, std::vector<TrialRow>& rows) {
  if (file.has("trees")) {
    const Hdf5Group group = file.open_group("trees");
    split_lists(group.read_table("z"), read_exactly<std::int64_t>(group, "row_offsets", rows.size() + 1),
                [&](std::size_t i, std::span<const LinkageRow> tree) { rows[i].tree = tree_of(group, tree); });
  }
  if (!file.has("labels")) return;
  const Hdf5Group group = file.open_group("labels");
  split_lists(group.read_column<std::int32_t>("values"), read_exactly<std::int64_t>(group, "offsets", rows.size() + 1),
              [&](std::size_t i, std::span<const std::int32_t> labels) {
                rows[i].labels.assign(labels.begin(), labels.end());
              });
}

void expect_whole(const std::filesystem::path& path) {
  const auto seal = find_seal(path);
  if (!seal || seal->format != kResultsFormat) {
    core::fail("{} is not a whole result of tertium (foreign, or cut short), give another file or merge again",
               path.string());
  }
  if (seal->version > kResultsVersion) {
    core::fail("{} has version {} (this program reads {}), use the newer program", path.string(), seal->version,
               kResultsVersion);
  }
  if (!seal_holds(path, *seal)) {
    core::fail("{} is damaged (checksum does not match), delete it and merge again", path.string());
  }
}

}  // namespace

bool is_results_file(const std::filesystem::path& path) {
  const auto seal = find_seal(path);
  return seal && seal->format == kResultsFormat;
}

ResultsContent read_results(const std::filesystem::path& path) {
  expect_whole(path);
  const Hdf5Group file = Hdf5Group::open_file(path);
  ResultsContent content;
  read_trials(file, content);
  read_trees_and_labels(file, content.rows);
  const Hdf5Group points = file.open_group("points");
  content.points = read_parameters(points, points.read_column<std::int64_t>("point").size());
  content.methods = read_rows<MethodEntry>(file.open_group("methods"), "code", kMethodColumns);
  content.runs = read_rows<RunRecord>(file.open_group("runs"), "run", kRunColumns);
  const Hdf5Group config = file.open_group("config");
  content.config_source = config.read_text("source");
  content.config_resolved = config.read_text("resolved");
  return content;
}

}  // namespace tertium::experiments
