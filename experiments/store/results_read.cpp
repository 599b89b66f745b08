#include <cmath>
#include <span>
#include <string_view>
#include <unordered_map>

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

template <typename Text>
std::vector<std::uint32_t> codes_of_texts(const std::vector<std::string>& texts, const Text& code_of) {
  std::unordered_map<std::string_view, std::uint32_t> codes;
  std::vector<std::uint32_t> of_rows;
  of_rows.reserve(texts.size());
  for (const std::string& text : texts) {
    const auto [at, is_new] = codes.try_emplace(text, 0);
    if (is_new) at->second = code_of(text);
    of_rows.push_back(at->second);
  }
  return of_rows;
}

template <typename Coded>
void push_codes(Coded& column, const std::vector<std::uint32_t>& codes) {
  for (const std::uint32_t code : codes) column.push_code(code);
}

/// Adds the rows of /trials to a table, column by column.
class ResultColumns {
 public:
  ResultColumns(const Hdf5Group& file, RowTable& table)
      : file_(file), trials_(file.open_group("trials")), table_(table) {
    hi_ = trials_.read_column<std::uint64_t>("key_hi");
  }

  void add() {
    for_each_trial_column([&](const auto& column, auto k) {
      if (table_.choice().has(k)) add_column<k>(column);
    });
  }

 private:
  std::size_t size() const { return hi_.size(); }

  template <std::size_t K, typename T>
  void add_column(const Column<TrialRow, T>& column) {
    if constexpr (StoredAsOneColumn<T>) {
      if (column.facts.since > 1 && !trials_.has(column.name)) return add_defaults<K, T>();
      add_values<K>(column);
    } else {
      add_own<K>(column);
    }
  }

  template <std::size_t K, typename T>
  void add_defaults() {
    for (std::size_t i = 0; i < size(); ++i) table_.column_at<K>().push_back(T());
  }

  template <std::size_t K, typename T>
  void add_values(const Column<TrialRow, T>& column) {
    for (auto& value : read_exactly<decltype(stored_form(T()))>(trials_, column.name, size()))
      table_.column_at<K>().push_back(of_stored_form<T>(value));
  }

  // Texts of variable length are slow to read, and there are few different ones.

  template <std::size_t K>
  void add_values(const Column<TrialRow, std::string>& column) {
    auto& texts = table_.column_at<K>();
    if (K == column_index<&TrialRow::method>()) return add_methods();
    push_codes(texts, codes_of_texts(read_exactly<std::string>(trials_, column.name, size()),
                                     [&](const std::string& text) { return texts.code_of(text); }));
  }

  template <std::size_t K>
  void add_values(const Column<TrialRow, std::vector<std::string>>& column) {
    auto& lists = table_.column_at<K>();
    push_codes(lists,
               codes_of_texts(read_exactly<std::string>(trials_, column.name, size()), [&](const std::string& text) {
                 return lists.code_of(of_stored_form<std::vector<std::string>>(text));
               }));
  }

  void add_methods() {
    auto& column = table_.column<&TrialRow::method>();
    std::vector<std::uint32_t> codes;
    for (const std::string& name : file_.open_group("methods").read_column<std::string>("name"))
      codes.push_back(column.code_of(name));
    for (const std::int32_t method : read_exactly<std::int32_t>(trials_, "method", size())) {
      if (method < 0 || method >= std::ssize(codes))
        core::fail("{}: a method is missing, merge again", trials_.label());
      column.push_code(codes[static_cast<std::size_t>(method)]);
    }
  }

  template <std::size_t K>
  void add_own(const Column<TrialRow, TrialKey>& /*column*/) {
    const auto lo = read_exactly<std::uint64_t>(trials_, "key_lo", size());
    for (std::size_t i = 0; i < size(); ++i) table_.column_at<K>().push_back({hi_[i], lo[i]});
  }

  /// Rows of one point of /points have the same parameters.
  template <std::size_t K>
  void add_own(const Column<TrialRow, RowParameters>& /*column*/) {
    auto& column = table_.column_at<K>();
    const auto points = read_exactly<std::int32_t>(trials_, "point", size());
    std::vector<std::size_t> firsts;
    std::unordered_map<std::int32_t, std::size_t> numbers;
    for (std::size_t i = 0; i < size(); ++i)
      if (numbers.try_emplace(points[i], firsts.size()).second) firsts.push_back(i);
    std::vector<std::uint32_t> codes;
    for (const RowParameters& parameters : read_parameters(trials_, size(), firsts))
      codes.push_back(column.code_of(parameters));
    for (const std::int32_t point : points) column.push_code(codes[numbers.at(point)]);
  }

  template <std::size_t K>
  void add_own(const Column<TrialRow, std::map<std::string, double>>& /*column*/) {
    MetricColumns& metrics = table_.column_at<K>();
    metrics.push_rows(size());
    for (const std::string& member : columns_of_role(trials_, "metric")) {
      const auto values = read_exactly<double>(trials_, member, size());
      metrics.put_last(trials_.text_attribute(member, "name"), values);
    }
  }

  template <std::size_t K>
  void add_own(const Column<TrialRow, StoredTree>& /*column*/) {
    add_presence(table_.column_at<K>(), "trees", "row_offsets");
  }

  template <std::size_t K>
  void add_own(const Column<TrialRow, std::vector<std::int32_t>>& /*column*/) {
    add_presence(table_.column_at<K>(), "labels", "offsets");
  }

  void add_presence(PresenceColumn& column, const char* group, const char* name) {
    if (!file_.has(group)) return column.present.resize(column.size() + size(), 0);
    const auto offsets = read_exactly<std::int64_t>(file_.open_group(group), name, size() + 1);
    for (std::size_t i = 0; i < size(); ++i) column.present.push_back(offsets[i] < offsets[i + 1] ? 1 : 0);
  }

  const Hdf5Group& file_;
  Hdf5Group trials_;
  RowTable& table_;
  std::vector<std::uint64_t> hi_;
};

}  // namespace

std::vector<SegmentName> read_segment_names(const std::filesystem::path& path) {
  expect_whole(path);
  const Hdf5Group file = Hdf5Group::open_file(path);
  if (!file.has("segments")) return {};
  return read_rows<SegmentName>(file.open_group("segments"), "segment", kSegmentColumns);
}

std::vector<RunRecord> read_results(const std::filesystem::path& path, RowTable& table) {
  expect_whole(path);
  const Hdf5Group file = Hdf5Group::open_file(path);
  ResultColumns(file, table).add();
  return read_rows<RunRecord>(file.open_group("runs"), "run", kRunColumns);
}

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
  if (file.has("segments"))
    content.segments = read_rows<SegmentName>(file.open_group("segments"), "segment", kSegmentColumns);
  const Hdf5Group config = file.open_group("config");
  content.config_source = config.read_text("source");
  content.config_resolved = config.read_text("resolved");
  return content;
}

}  // namespace tertium::experiments
