#include "experiments/commands/cluster/cluster_input.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/datasets/datasets.hpp"
#include "core/files/answer_adder.hpp"
#include "core/files/comparison_stream.hpp"
#include "core/files/csv.hpp"
#include "core/files/graph_file.hpp"
#include "core/files/text_file.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;
using core::Object;

struct NameTable {
  std::vector<std::string> objects;  // as the statements write them
  std::vector<std::string> names;
};

struct NameColumns {
  std::size_t object = 0;
  std::size_t name = 1;
  bool header = false;
};

/// A header is known by the words "object" (or "id", "item") and "name", which may then stand over any columns.
NameColumns find_name_columns(const core::CsvReader& rows) {
  NameColumns columns;
  std::optional<std::size_t> object;
  std::optional<std::size_t> name;
  for (std::size_t k = rows.fields().size(); k-- > 0;) {
    const std::string word = core::lower_case(rows.fields()[k]);
    if (word == "object" || word == "id" || word == "item") object = k;
    if (word == "name") name = k;
  }
  if (!object && !name) return columns;
  columns.header = true;
  columns.object = object.value_or(name == 0 ? 1 : 0);
  columns.name = name.value_or(columns.object == 1 ? 0 : 1);
  return columns;
}

NameTable read_names(const fs::path& path) {
  core::CsvReader rows(path);
  NameTable table;
  NameColumns columns;
  std::map<std::string, std::int64_t> line_of, line_of_name;
  for (bool first = true; rows.next(); first = false) {
    if (rows.fields().size() <= std::max(columns.object, columns.name))
      rows.fail_here("{} fields (object and name stand in fields {} and {}), correct the row", rows.fields().size(),
                     columns.object + 1, columns.name + 1);
    if (first) columns = find_name_columns(rows);
    if (first && columns.header) continue;
    const std::string object(rows.fields()[columns.object]);
    const std::string name(rows.fields()[columns.name]);
    if (object.empty())
      rows.fail_here("the object is empty (field {}), write it as the comparisons do", columns.object + 1);
    if (name.empty()) rows.fail_here("object '{}' has an empty name (field {}), give it one", object, columns.name + 1);
    const auto [same, is_fresh] = line_of_name.emplace(name, rows.line());
    if (!is_fresh)
      rows.fail_here("the name '{}' is given twice (first in line {}), make the names different", name, same->second);
    const auto [known, is_new] = line_of.emplace(object, rows.line());
    if (!is_new) rows.fail_here("object '{}' is listed twice (first in line {}), remove one", object, known->second);
    table.objects.push_back(object);
    table.names.push_back(name);
  }
  if (table.objects.empty()) rows.fail_file("lists no object (no row object,name), add them");
  if (table.objects.size() > static_cast<std::size_t>(core::kMaxObjects))
    rows.fail_file("lists {} objects (at most {}), leave some out", table.objects.size(), core::kMaxObjects);
  return table;
}

/// Bytes of a row, from the first piece of the text.
double bytes_of_row(const fs::path& path) {
  std::string piece;
  if (!core::TextPieces(path).next(piece)) return 1.0;
  return static_cast<double>(piece.size()) / (1.0 + static_cast<double>(std::count(piece.begin(), piece.end(), '\n')));
}

/// A file that a method keeps in memory, which may be too large for that: told before it is read.
void check_memory(const fs::path& path, const core::Method& method) {
  std::error_code error;
  const double bytes = static_cast<double>(fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0);
  if (error || bytes < 1e8) return;
  const double rows = bytes / bytes_of_row(path), needed = bytes + kBytesPerStatement * rows;
  if (needed > core::available_memory())
    core::fail(
        "{}: some {:.2g} answers need about {} with {}, which keeps them ({} are available), take a method that "
        "adds them up as they are read: AddS-3 or AddS-4 and a step behind it",
        path.string(), rows, bytes_text(needed), method.name, bytes_text(core::available_memory()));
}

/// True if the pieces are all of the text, and no more than `most` bytes.
bool is_kept(core::TextPieces& pieces, std::size_t most, std::vector<std::string>& read) {
  std::string piece;
  for (std::size_t bytes = 0; bytes <= most; bytes += read.back().size()) {
    if (!pieces.next(piece)) return true;
    read.push_back(std::move(piece));
  }
  return false;
}

/// Answers of a text of any size, kept or added up.
core::ComparisonFile read_pieces(const ClusterOptions& options, const core::ComparisonOptions& reading,
                                 ClusterInput& input) {
  core::TextPieces pieces{fs::path(options.input)};
  std::vector<std::string> read;
  if (is_kept(pieces, options.most_kept, read)) {
    std::string text;
    for (const std::string& piece : read) text += piece;
    core::CsvReader rows(input.source, std::move(text), core::CsvReader::BadText::kRowByRow);
    return core::read_comparisons(rows, reading);
  }
  core::AnswerAdder adder(input.source);
  core::ComparisonStream stream{pieces, std::move(read),
                                [&](std::span<const core::StatementBlock> blocks) { adder.add(blocks); }};
  core::ComparisonFile file = core::stream_comparisons(input.source, stream, reading);
  input.sums = std::make_shared<const core::AnswerSums>(adder.sums(file.objects, stream.number));
  return file;
}

core::ComparisonFile read_answers(const ClusterOptions& options, const core::ComparisonOptions& reading,
                                  ClusterInput& input) {
  std::error_code error;
  const fs::path path(options.input);
  const bool adds = options.method.links.front().step->adds_answers;
  const bool small = fs::is_regular_file(path, error) && fs::file_size(path, error) <= options.most_kept;
  if (adds && !small && !fs::is_directory(path, error)) return read_pieces(options, reading, input);
  check_memory(path, options.method);
  return core::read_comparisons(path, reading);
}

core::ComparisonFile read_file(const ClusterOptions& options, ClusterInput& input) {
  if (options.names.empty()) return read_answers(options, options.reading, input);
  NameTable table = read_names(options.names);
  core::ComparisonOptions reading = options.reading;
  reading.known_names = table.objects;
  reading.known_names_from = options.names.string();
  core::ComparisonFile file = read_answers(options, reading, input);
  file.names = std::move(table.names);
  return file;
}

void read_graph(const ClusterOptions& options, ClusterInput& input) {
  const core::HeaderLine header = options.reading.header;
  core::GraphFile file = core::read_graph(options.input, header == core::HeaderLine::kYes  ? core::EdgeHeader::kYes
                                                         : header == core::HeaderLine::kNo ? core::EdgeHeader::kNo
                                                                                           : core::EdgeHeader::kGuess);
  if (!options.names.empty()) {
    NameTable table = read_names(options.names);
    file = core::with_names(file, table.objects, std::move(table.names), options.names.string());
  }
  input.comparisons.objects = file.graph.vertices();
  input.comparisons.names = std::move(file.names);
  input.comparisons.rows = file.rows;
  input.comparisons.remarks = std::move(file.remarks);
  input.graph = std::move(file.graph);
}

ClusterInput read_dataset(const core::Dataset& dataset) {
  if (dataset.kind != core::DatasetKind::kTriplets)
    core::fail("data set {} has features (no comparisons), use it in a sweep: [model] kind = dataset, name = {}",
               dataset.name, dataset.name);
  core::DatasetContent content = dataset.load();
  ClusterInput input;
  input.source = input.stem = dataset.name;
  input.truth = content.truth();
  input.comparisons.kind = core::StatementKind::kTriplets;
  input.comparisons.objects = dataset.objects;
  input.comparisons.statements = content.triplets.quadruplets();
  input.comparisons.rows = std::ssize(input.comparisons.statements);
  input.comparisons.counts = std::move(content.counts);
  input.comparisons.names = std::move(content.names);
  if (!dataset.outlier_class.empty())
    for (const core::Label label : content.labels)
      input.outlier.push_back(content.class_names[label] == dataset.outlier_class);
  return input;
}

std::string known_dataset_names() {
  std::string names;
  for (const core::Dataset& dataset : core::all<core::Dataset>())
    if (dataset.kind == core::DatasetKind::kTriplets) names += (names.empty() ? "" : ", ") + dataset.name;
  return names;
}

/// Objects of which all sums are 0.
std::vector<Object> without_sums(const core::PairTable<std::int64_t>& sums) {
  std::vector<bool> seen(static_cast<std::size_t>(sums.objects()), false);
  core::PairIndex pair = 0;
  for (Object i = 0; i < sums.objects(); ++i)
    for (Object j = i + 1; j < sums.objects(); ++j)
      if (sums[pair++] != 0) seen[i] = seen[j] = true;
  std::vector<Object> silent;
  for (Object i = 0; i < sums.objects(); ++i)
    if (!seen[i]) silent.push_back(i);
  return silent;
}

}  // namespace

ClusterInput read_cluster_input(const ClusterOptions& options) {
  std::error_code error;
  const core::Dataset* dataset = core::find_or_null<core::Dataset>(options.input);
  const bool stream = core::is_stream(options.input);
  const bool exists =
      stream || (dataset != nullptr ? fs::is_regular_file(options.input, error) : fs::exists(options.input, error));
  if (!exists && dataset == nullptr)
    core::fail("{}: no such file (nor a data set; known: {}), check the path", options.input, known_dataset_names());
  if (!exists && (!options.names.empty() || options.reading.objects > 0))
    throw core::UsageError(
        fmt::format("data set {} has its own objects and names, leave out --names and --objects", dataset->name));
  if (!exists) return read_dataset(*dataset);
  if (stream && core::is_stream(options.names) && options.names == options.input)
    throw core::UsageError(
        fmt::format("{} cannot give both the comparisons and the names (it is read once), put one of them into a file",
                    options.input));
  ClusterInput input;
  input.source = options.input == core::kStandardInput ? "standard input" : options.input;
  input.stem = stream ? (options.graph ? "graph" : "answers") : fs::path(options.input).stem().string();
  if (options.graph)
    read_graph(options, input);
  else
    input.comparisons = read_file(options, input);
  if (dataset != nullptr) input.comparisons.remarks.push_back("the file of that name is read, not the data set");
  return input;
}

Coverage coverage(const ClusterInput& input) {
  const core::ComparisonFile& comparisons = input.comparisons;
  const Object n = comparisons.objects;
  Coverage result;
  if (input.graph) {
    for (Object v = 0; v < n; ++v)
      if (input.graph->degree(v) == 0) result.silent_objects.push_back(v);
    return result;
  }
  if (input.sums) {
    result.silent_objects = without_sums(input.sums->table);
    return result;
  }
  if (n > core::kMaxObjects) return result;  // a pair among so many is hardly ever in a statement
  result.pairs = core::pair_count(n);
  std::vector<bool> seen_object(n, false);
  std::vector<bool> seen_pair(static_cast<std::size_t>(result.pairs), false);
  for (const core::Quadruplet& s : comparisons.statements) {
    for (const Object object : {s.i, s.j, s.k, s.l}) seen_object[object] = true;
    seen_pair[core::pair_index(s.i, s.j, n)] = seen_pair[core::pair_index(s.k, s.l, n)] = true;
  }
  for (Object i = 0; i < n; ++i)
    if (!seen_object[i]) result.silent_objects.push_back(i);
  result.silent_pairs = std::count(seen_pair.begin(), seen_pair.end(), false);
  return result;
}

}  // namespace tertium::experiments
