#include "experiments/store/packed_rows.hpp"

#include "experiments/store/results_columns.hpp"

namespace tertium::experiments {
namespace {

enum class ValueType : std::uint8_t { kInteger = 0, kReal = 1, kText = 2 };

void put_value(Packer& out, const core::ParameterValue& value) {
  out.put(static_cast<ValueType>(value.index()));
  if (const auto* text = std::get_if<std::string>(&value)) return out.put_text(*text);
  if (const auto* real = std::get_if<double>(&value)) return out.put(*real);
  out.put(std::get<std::int64_t>(value));
}

core::ParameterValue take_value(Unpacker& in) {
  switch (in.take<ValueType>()) {
    case ValueType::kInteger:
      return in.take<std::int64_t>();
    case ValueType::kReal:
      return in.take<double>();
    case ValueType::kText:
      return in.take_text();
  }
  Unpacker::refuse("a parameter has an unknown type");
}

TrialStatus take_status(Unpacker& in) {
  const auto code = in.take<std::int32_t>();
  if (code < 0 || code >= std::ssize(kTrialStatusNames)) Unpacker::refuse("a row has an unknown status");
  return static_cast<TrialStatus>(code);
}

StoredTree take_tree(Unpacker& in) {
  StoredTree tree;
  tree.initial = in.take<std::int32_t>();
  tree.merges = in.take_list<std::array<std::int32_t, 2>>();
  expect_valid(tree);
  return tree;
}

}  // namespace

void put_row(Packer& out, const TrialRow& row) {
  out.put(row.key);
  out.put_text(row.method);
  out.put(row.repetition);
  out.put(row.seed);
  out.put_size(row.parameters.size());
  for (const auto& [name, value] : row.parameters) {
    out.put_text(name);
    put_value(out, value);
  }
  out.put(row.status);
  out.put_size(row.metrics.size());
  for (const auto& [name, value] : row.metrics) {
    out.put_text(name);
    out.put(value);
  }
  out.put_size(row.scores.size());
  for (const std::string& name : row.scores) out.put_text(name);
  for (const auto& column : kRealColumns) out.put(row.*column.member);
  out.put(row.n_comparisons);
  out.put(row.peak_rss);
  out.put_text(row.message);
  out.put_text(row.host);
  out.put(row.tree.initial);
  out.put_list(row.tree.merges);
  out.put_list(row.labels);
}

TrialRow take_row(Unpacker& in) {
  TrialRow row;
  row.key = in.take<TrialKey>();
  row.method = in.take_text();
  row.repetition = in.take<std::int64_t>();
  row.seed = in.take<std::uint64_t>();
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    const std::string& name = in.take_text();
    row.parameters.emplace_hint(row.parameters.end(), name, take_value(in));
  }
  row.status = take_status(in);
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    const std::string& name = in.take_text();
    row.metrics.emplace_hint(row.metrics.end(), name, in.take<double>());
  }
  for (std::size_t left = in.take_size(1); left > 0; --left) row.scores.push_back(in.take_text());
  for (const auto& column : kRealColumns) row.*column.member = in.take<double>();
  row.n_comparisons = in.take<std::int64_t>();
  row.peak_rss = in.take<std::int64_t>();
  row.message = in.take_text();
  row.host = in.take_text();
  row.tree = take_tree(in);
  row.labels = in.take_list<std::int32_t>();
  return row;
}

void put_rows(Packer& out, std::span<const TrialRow> rows) {
  out.put_size(rows.size());
  for (const TrialRow& row : rows) put_row(out, row);
}

std::vector<TrialRow> take_rows(Unpacker& in) {
  constexpr std::size_t kLeastBytesOfRow = 100;
  std::vector<TrialRow> rows;
  const std::size_t n = in.take_size(kLeastBytesOfRow);
  rows.reserve(n);
  for (std::size_t i = 0; i < n; ++i) rows.push_back(take_row(in));
  return rows;
}

void put_run_record(Packer& out, const RunRecord& run) {
  for (const auto& column : kRunTextColumns) out.put_text(run.*column.member);
  for (const auto& column : kRunIntegerColumns) out.put(run.*column.member);
  out.put(run.pid);
  out.put(std::uint8_t{run.dirty});
}

RunRecord take_run_record(Unpacker& in) {
  RunRecord run;
  for (const auto& column : kRunTextColumns) run.*column.member = in.take_text();
  for (const auto& column : kRunIntegerColumns) run.*column.member = in.take<std::int32_t>();
  run.pid = in.take<std::int64_t>();
  run.dirty = in.take<std::uint8_t>() != 0;
  return run;
}

}  // namespace tertium::experiments
