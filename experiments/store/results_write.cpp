#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/store/column_names.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/hdf5_columns.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/seal.hpp"
#include "files/output/atomic_file.hpp"

namespace tertium::experiments {
namespace {

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
                   const std::map<std::string, std::string>& columns, const std::map<std::string, ColumnNote>& notes) {
  for (const auto& [name, column] : columns) {
    const auto values = gather(rows, [&, &metric = name](const TrialRow& row) {
      const auto at = row.metrics.find(metric);
      return at == row.metrics.end() ? std::nan("") : at->second;
    });
    group.write_column(column, values, along("trial", metric_attributes(name, notes)));
  }
}

void write_trials(Hdf5Group& file, const ResultsContent& content, const ColumnNames& columns,
                  std::vector<RowParameters>& points, std::vector<MethodEntry>& methods) {
  const std::vector<TrialRow>& rows = content.rows;
  Hdf5Group group = file.create_group("trials");
  group.write_scale("trial", rows.size(), "one method on one point of the grid in one repetition");
  const auto column = [&](const char* name, const auto& values, const char* long_name) {
    group.write_column(name, values, along("trial", attributes_of({.long_name = long_name})));
  };
  column("key_hi", gather(rows, [](const TrialRow& row) { return row.key.hi; }), "upper half of the key");
  column("key_lo", gather(rows, [](const TrialRow& row) { return row.key.lo; }), "lower half of the key");
  column("point", codes_of_points(rows, points), "row of /points");
  const auto method_codes = codes_of_methods(rows, methods);
  const auto method_names = gather(methods, [](const MethodEntry& method) { return method.name; });
  group.write_column("method", method_codes, along("trial", flag_attributes(method_names)));
  write_columns(group, rows, kTrialColumns, "trial");
  write_parameters(group, gather(rows, [](const TrialRow& row) { return &row.parameters; }), columns.parameters,
                   "trial");
  write_metrics(group, rows, columns.metrics, content.notes);
}

void write_points(Hdf5Group& file, const ColumnNames& columns, const std::vector<RowParameters>& points) {
  Hdf5Group group = file.create_group("points");
  group.write_scale("point", points.size(), "distinct tuple of parameters");
  write_parameters(group, gather(points, [](const RowParameters& point) { return &point; }), columns.parameters,
                   "point");
}

template <typename Row, typename Columns>
void write_rows(Hdf5Group group, const char* scale, const char* what, const std::vector<Row>& rows,
                const Columns& columns) {
  group.write_scale(scale, rows.size(), what);
  write_columns(group, rows, columns, scale);
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
  const ColumnNames columns = column_names(content.rows, points);
  write_trials(file, content, columns, points, methods);
  write_points(file, columns, points);
  write_rows(file.create_group("methods"), "code", "value of /trials/method", methods, kMethodColumns);
  write_rows(file.create_group("runs"), "run", "one process that wrote rows", content.runs, kRunColumns);
  if (!content.segments.empty())
    write_rows(file.create_group("segments"), "segment", "file that holds rows of this one", content.segments,
               kSegmentColumns);
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
  files::replace_file(path, [&](const std::filesystem::path& temporary) {
    Hdf5Group file = Hdf5Group::create_file(temporary);
    write_content(file, content);
    file.close();
    append_seal(temporary, kResultsFormat, kResultsVersion);
  });
}

}  // namespace tertium::experiments
