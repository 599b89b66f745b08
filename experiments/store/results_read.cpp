#include <cmath>
#include <iterator>
#include <span>
#include <sstream>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/parameter_columns.hpp"
#include "experiments/store/results_columns.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/seal.hpp"

namespace tertium::experiments {
namespace {

template <typename T>
std::vector<T> read_exactly(const Hdf5Group& group, const std::string& name, std::size_t n) {
  std::vector<T> values = group.read_column<T>(name);
  if (values.size() != n) core::fail("{}: column {} has a wrong length (damaged), merge again", group.label(), name);
  return values;
}

template <typename Row, typename T, std::size_t n>
void read_columns(const Hdf5Group& group, std::vector<Row>& rows, const std::array<Column<Row, T>, n>& columns) {
  for (const auto& column : columns) {
    std::vector<T> values = read_exactly<T>(group, column.name, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*column.member = std::move(values[i]);
  }
}

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
  const auto seed = read_exactly<std::uint64_t>(group, "seed", rows.size());
  const auto status = read_exactly<std::int32_t>(group, "status", rows.size());
  const auto scores = read_exactly<std::string>(group, "scores", rows.size());
  std::vector<RowParameters> parameters = read_parameters(group, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].key = {hi[i], lo[i]};
    rows[i].seed = seed[i];
    rows[i].status = static_cast<TrialStatus>(status[i]);
    std::istringstream names(scores[i]);
    rows[i].scores.assign(std::istream_iterator<std::string>(names), {});
    rows[i].parameters = std::move(parameters[i]);
  }
  read_columns(group, rows, kIntegerColumns);
  read_columns(group, rows, kRealColumns);
  read_columns(group, rows, kTextColumns);
  read_metrics(group, content);
}

std::vector<RunRecord> read_runs(const Hdf5Group& file) {
  const Hdf5Group group = file.open_group("runs");
  const auto pid = group.read_column<std::int64_t>("pid");
  std::vector<RunRecord> runs(pid.size());
  const auto dirty = read_exactly<std::int32_t>(group, "dirty", runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].pid = pid[i];
    runs[i].dirty = dirty[i] != 0;
  }
  read_columns(group, runs, kRunTextColumns);
  read_columns(group, runs, kRunIntegerColumns);
  return runs;
}

std::vector<MethodEntry> read_methods(const Hdf5Group& file) {
  const Hdf5Group group = file.open_group("methods");
  const auto name = group.read_column<std::string>("name");
  const auto title = read_exactly<std::string>(group, "title", name.size());
  const auto citation = read_exactly<std::string>(group, "citation", name.size());
  const auto parameters = read_exactly<std::string>(group, "parameters", name.size());
  std::vector<MethodEntry> methods;
  for (std::size_t i = 0; i < name.size(); ++i) methods.push_back({name[i], title[i], citation[i], parameters[i]});
  return methods;
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
  content.points =
      read_parameters(file.open_group("points"), file.open_group("points").read_column<std::int64_t>("point").size());
  content.methods = read_methods(file);
  content.runs = read_runs(file);
  const Hdf5Group config = file.open_group("config");
  content.config_source = config.read_text("source");
  content.config_resolved = config.read_text("resolved");
  return content;
}

}  // namespace tertium::experiments
