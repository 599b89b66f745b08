#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/parameter_columns.hpp"
#include "experiments/store/results_columns.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/seal.hpp"

namespace tertium::experiments {
namespace {

Hdf5ColumnOptions along(const std::string& dimension, Hdf5Attributes attributes = {}) {
  return {.compressed = true, .dimension = dimension, .attributes = std::move(attributes)};
}

template <typename Row, typename T, std::size_t n>
void write_columns(Hdf5Group& group, const std::vector<Row>& rows, const std::array<Column<Row, T>, n>& columns,
                   const std::string& dimension) {
  for (const auto& column : columns) {
    std::vector<T> values;
    values.reserve(rows.size());
    for (const Row& row : rows) values.push_back(row.*column.member);
    Hdf5Attributes attributes = {{"long_name", std::string(column.long_name)}};
    if (column.units != nullptr) attributes["units"] = std::string(column.units);
    group.write_column(column.name, values, along(dimension, attributes));
  }
}

template <typename Row, typename Value>
auto gather(const std::vector<Row>& rows, const Value& value) {
  std::vector<decltype(value(rows.front()))> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(value(row));
  return values;
}

/// Attributes of a column of codes; meanings are words in one text, so blanks inside a name become '_'.
Hdf5Attributes flags(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::vector<std::int32_t> values;
  std::string meanings;
  for (const std::string& name : names) {
    values.push_back(static_cast<std::int32_t>(values.size()));
    if (values.size() > 1) meanings += ' ';
    for (const char c : name) meanings += c == ' ' ? '_' : c;
  }
  return {{"flag_values", values}, {"flag_meanings", meanings}};
}

std::vector<std::int32_t> codes_of_methods(const std::vector<TrialRow>& rows, std::vector<MethodEntry>& methods) {
  std::unordered_map<std::string, std::int32_t> codes;
  for (const MethodEntry& method : methods) codes.emplace(method.name, static_cast<std::int32_t>(codes.size()));
  return gather(rows, [&](const TrialRow& row) {
    const auto [at, is_new] = codes.try_emplace(row.method, static_cast<std::int32_t>(codes.size()));
    if (is_new) methods.push_back({row.method, "", "", ""});
    return at->second;
  });
}

RowParameters without_absent(RowParameters parameters) {
  std::erase_if(parameters, [](const auto& entry) { return is_absent(entry.second); });
  return parameters;
}

std::vector<std::int32_t> codes_of_points(const std::vector<TrialRow>& rows, std::vector<RowParameters>& points) {
  std::map<RowParameters, std::int32_t> codes;
  for (RowParameters& point : points) {
    point = without_absent(std::move(point));
    codes.emplace(point, static_cast<std::int32_t>(codes.size()));
  }
  core::expects(codes.size() == points.size(), "the points of a result are distinct");
  return gather(rows, [&](const TrialRow& row) {
    RowParameters point = without_absent(row.parameters);
    const auto [at, is_new] = codes.try_emplace(point, static_cast<std::int32_t>(codes.size()));
    if (is_new) points.push_back(std::move(point));
    return at->second;
  });
}

Hdf5Attributes metric_attributes(const std::string& name, const std::map<std::string, ColumnNote>& notes) {
  Hdf5Attributes attributes = {{"role", std::string("metric")}, {"name", name}};
  const auto note = notes.find(name);
  if (note == notes.end()) return attributes;
  attributes["long_name"] = note->second.long_name;
  if (!note->second.units.empty()) attributes["units"] = note->second.units;
  return attributes;
}

void write_metrics(Hdf5Group& group, const std::vector<TrialRow>& rows,
                   const std::map<std::string, ColumnNote>& notes) {
  std::set<std::string> names;
  for (const TrialRow& row : rows) {
    for (const auto& [name, value] : row.metrics) names.insert(name);
  }
  for (const std::string& name : names) {
    const auto values = gather(rows, [&](const TrialRow& row) {
      const auto at = row.metrics.find(name);
      return at == row.metrics.end() ? std::nan("") : at->second;
    });
    group.write_column(free_column_name(group, name, "metric_"), values,
                       along("trial", metric_attributes(name, notes)));
  }
}

void write_trials(Hdf5Group& file, const ResultsContent& content, std::vector<RowParameters>& points,
                  std::vector<MethodEntry>& methods) {
  const std::vector<TrialRow>& rows = content.rows;
  Hdf5Group group = file.create_group("trials");
  group.write_scale("trial", rows.size(), "one method on one point of the grid in one repetition");
  const auto column = [&](const char* name, const auto& value, Hdf5Attributes attributes = {}) {
    group.write_column(name, gather(rows, value), along("trial", std::move(attributes)));
  };
  column("key_hi", [](const TrialRow& row) { return row.key.hi; },
         {{"long_name", std::string("upper half of the key")}});
  column("key_lo", [](const TrialRow& row) { return row.key.lo; },
         {{"long_name", std::string("lower half of the key")}});
  column("seed", [](const TrialRow& row) { return row.seed; });
  group.write_column("point", codes_of_points(rows, points),
                     along("trial", {{"long_name", std::string("row of /points")}}));
  const auto method_codes = codes_of_methods(rows, methods);
  group.write_column("method", method_codes,
                     along("trial", flags(gather(methods, [](const MethodEntry& method) { return method.name; }))));
  const std::vector<std::string> status_names(kTrialStatusNames.begin(), kTrialStatusNames.end());
  column(
      "status", [](const TrialRow& row) { return static_cast<std::int32_t>(row.status); }, flags(status_names));
  write_columns(group, rows, kIntegerColumns, "trial");
  write_columns(group, rows, kRealColumns, "trial");
  write_columns(group, rows, kTextColumns, "trial");
  column("scores", [](const TrialRow& row) { return fmt::format("{}", fmt::join(row.scores, " ")); },
         {{"long_name", std::string("scores that were computed")}});
  write_parameters(group, gather(rows, [](const TrialRow& row) { return &row.parameters; }), "trial");
  write_metrics(group, rows, content.notes);
}

void write_points(Hdf5Group& file, const std::vector<RowParameters>& points) {
  Hdf5Group group = file.create_group("points");
  group.write_scale("point", points.size(), "distinct tuple of parameters");
  write_parameters(group, gather(points, [](const RowParameters& point) { return &point; }), "point");
}

void write_methods(Hdf5Group& file, const std::vector<MethodEntry>& methods) {
  Hdf5Group group = file.create_group("methods");
  group.write_scale("code", methods.size(), "value of /trials/method");
  const auto column = [&](const char* name, std::string MethodEntry::*member) {
    group.write_column(name, gather(methods, [&](const MethodEntry& method) { return method.*member; }), along("code"));
  };
  column("name", &MethodEntry::name);
  column("title", &MethodEntry::title);
  column("citation", &MethodEntry::citation);
  column("parameters", &MethodEntry::parameters);
}

void write_runs(Hdf5Group& file, const std::vector<RunRecord>& runs) {
  Hdf5Group group = file.create_group("runs");
  group.write_scale("run", runs.size(), "one process that wrote rows");
  write_columns(group, runs, kRunTextColumns, "run");
  write_columns(group, runs, kRunIntegerColumns, "run");
  group.write_column("pid", gather(runs, [](const RunRecord& run) { return run.pid; }), along("run"));
  group.write_column("dirty", gather(runs, [](const RunRecord& run) { return std::int32_t{run.dirty}; }),
                     along("run", {{"long_name", std::string("1: built from files that differ from the commit")}}));
}

/// One list for each row, end to end: where each begins, and all.
template <typename Entry>
struct Lists {
  std::vector<std::int64_t> offsets = {0};
  std::vector<Entry> all;
  void add(const std::vector<Entry>& list) {
    all.insert(all.end(), list.begin(), list.end());
    offsets.push_back(std::ssize(all));
  }
};

void write_trees_and_labels(Hdf5Group& file, const std::vector<TrialRow>& rows) {
  Lists<LinkageRow> trees;
  Lists<std::int32_t> labels;
  for (const TrialRow& row : rows) {
    trees.add(linkage_rows(row.tree));
    labels.add(row.labels);
  }
  if (!trees.all.empty()) {
    Hdf5Group group = file.create_group("trees");
    group.write_column("row_offsets", trees.offsets, along(""));
    group.write_table("z", trees.all);
    group.set_attribute("z", "long_name", std::string("scipy linkage rows: left, right, height, size"));
  }
  if (labels.all.empty()) return;
  Hdf5Group group = file.create_group("labels");
  group.write_column("offsets", labels.offsets, along(""));
  group.write_column("values", labels.all, along(""));
}

void write_content(Hdf5Group& file, const ResultsContent& content) {
  file.set_attribute("", "format", std::string(kResultsFormat));
  file.set_attribute("", "version", kResultsVersion);
  file.set_attribute("", "title", std::string("Results of Tertium, comparison-based clustering"));
  std::vector<RowParameters> points = content.points;
  std::vector<MethodEntry> methods = content.methods;
  write_trials(file, content, points, methods);
  write_points(file, points);
  write_methods(file, methods);
  write_runs(file, content.runs);
  Hdf5Group config = file.create_group("config");
  config.write_text("source", content.config_source);
  config.write_text("resolved", content.config_resolved);
  write_trees_and_labels(file, content.rows);
}

}  // namespace

void write_results(const std::filesystem::path& path, const ResultsContent& content) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !is_results_file(path)) {
    core::fail("cannot write {} (a file that is not a result of tertium is there), move it away or choose another name",
               path.string());
  }
  replace_file(path, [&](const std::filesystem::path& temporary) {
    Hdf5Group file = Hdf5Group::create_file(temporary);
    write_content(file, content);
    file.close();
    append_seal(temporary, kResultsFormat, kResultsVersion);
  });
}

}  // namespace tertium::experiments
