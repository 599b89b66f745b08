#include "experiments/commands/cluster/cluster_input.hpp"

#include <algorithm>
#include <filesystem>

#include "answers/files/name_table.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/tables/linked_groups.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/files/answer_adder.hpp"
#include "core/files/comparison_stream.hpp"
#include "core/files/csv.hpp"
#include "core/files/graph_file.hpp"
#include "core/files/npy_file.hpp"
#include "core/files/text_file.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;
using core::Object;

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
  const double rows = bytes / bytes_of_row(path), needed = bytes + answers::kBytesPerStatement * rows;
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
  core::TextPieces pieces{fs::path(options.source.path)};
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
  const fs::path path(options.source.path);
  const bool adds = options.method.links.front().step->adds_answers && !core::is_npy_file(path);
  const bool small = fs::is_regular_file(path, error) && fs::file_size(path, error) <= options.most_kept;
  if (adds && !small && !fs::is_directory(path, error)) return read_pieces(options, reading, input);
  check_memory(path, options.method);
  return core::read_comparisons(path, reading);
}

void read_graph(const ClusterOptions& options, ClusterInput& input) {
  const core::HeaderLine header = options.source.reading.header;
  core::GraphFile file =
      core::read_graph(options.source.path, header == core::HeaderLine::kYes  ? core::EdgeHeader::kYes
                                            : header == core::HeaderLine::kNo ? core::EdgeHeader::kNo
                                                                              : core::EdgeHeader::kGuess);
  if (!options.source.names.empty()) {
    answers::NameTable table = answers::read_name_table(options.source.names);
    file = core::with_names(file, table.objects, std::move(table.names), options.source.names.string());
  }
  input.comparisons.objects = file.graph.vertices();
  input.comparisons.names = std::move(file.names);
  input.comparisons.rows = file.rows;
  input.comparisons.remarks = std::move(file.remarks);
  input.graph = std::move(file.graph);
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
  const core::Dataset* dataset = answers::dataset_of(options.source);
  ClusterInput input;
  if (dataset != nullptr) {
    static_cast<answers::AnswerInput&>(input) = answers::read_dataset(*dataset);
    return input;
  }
  static_cast<answers::AnswerInput&>(input) = answers::begin_input(options.source, options.graph ? "graph" : "answers");
  if (options.graph)
    read_graph(options, input);
  else
    answers::read_answer_file(options.source, input, [&](const core::ComparisonOptions& reading) {
      return read_answers(options, reading, input);
    });
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
  result.groups = answers::linked_groups(comparisons);
  return result;
}

}  // namespace tertium::experiments
