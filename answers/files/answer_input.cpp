#include "answers/files/answer_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "answers/files/name_table.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/quantity_text.hpp"
#include "core/base/registry.hpp"
#include "core/datasets/datasets.hpp"
#include "core/files/comparison_stream.hpp"
#include "core/files/csv.hpp"
#include "core/files/graph_file.hpp"
#include "core/files/npy_file.hpp"
#include "core/files/text_file.hpp"

namespace tertium::answers {
namespace {

namespace fs = std::filesystem;

/// Reads a file of answers as the options say; may add answers up beside it.
using FileReader = std::function<core::ComparisonFile(const core::ComparisonOptions&, AnswerInput&)>;

std::string known_dataset_names() {
  std::string names;
  for (const core::Dataset& dataset : core::all<core::Dataset>())
    if (dataset.kind == core::DatasetKind::kTriplets) names += (names.empty() ? "" : ", ") + dataset.name;
  return names;
}

/// The data set of that name; null if there is a file or stream of it, which goes before. Throws UserError if there is
/// neither.
const core::Dataset* dataset_of(const AnswerSource& source) {
  std::error_code error;
  const core::Dataset* dataset = core::find_or_null<core::Dataset>(source.path);
  const bool stream = core::is_stream(source.path);
  const bool exists =
      stream || (dataset != nullptr ? fs::is_regular_file(source.path, error) : fs::exists(source.path, error));
  if (!exists && dataset == nullptr)
    core::fail("{}: no such file (nor a data set; known: {}), check the path", source.path, known_dataset_names());
  if (!exists && !source.file_option.empty())
    throw core::UsageError(fmt::format("data set {} has its own objects, names and columns, leave out {}",
                                       dataset->name, source.file_option));
  if (stream && core::is_stream(source.names) && source.names == source.path)
    throw core::UsageError(
        fmt::format("{} cannot give both the comparisons and the names (it is read once), put one of them into a file",
                    source.path));
  return exists ? nullptr : dataset;
}

/// Throws UserError if it holds no answers.
AnswerInput read_dataset(const core::Dataset& dataset) {
  if (dataset.kind != core::DatasetKind::kTriplets)
    core::fail("data set {} has features (no comparisons), use it in a sweep: [model] kind = dataset, name = {}",
               dataset.name, dataset.name);
  core::DatasetContent content = dataset.load();
  AnswerInput input;
  input.source = input.stem = dataset.name;
  input.truth = content.truth();
  input.comparisons.form = core::AnswerForm::kTriplet;
  input.comparisons.objects = dataset.objects;
  input.comparisons.statements = content.triplets.quadruplets();
  input.comparisons.rows = std::ssize(input.comparisons.statements);
  input.comparisons.counts = std::move(content.counts);
  input.comparisons.names = std::move(content.names);
  input.comparisons.sheet = std::move(content.sheet);
  if (!dataset.outlier_class.empty())
    for (const core::Label label : content.labels)
      input.outlier.push_back(content.class_names[label] == dataset.outlier_class);
  return input;
}

void read_graph(const AnswerSource& source, AnswerInput& input) {
  const core::HeaderLine header = source.reading.header;
  core::GraphFile file = core::read_graph(source.path, header == core::HeaderLine::kYes  ? core::EdgeHeader::kYes
                                                       : header == core::HeaderLine::kNo ? core::EdgeHeader::kNo
                                                                                         : core::EdgeHeader::kGuess);
  if (!source.names.empty()) {
    NameTable table = read_name_table(source.names);
    file = core::with_names(file, table.objects, std::move(table.names), source.names.string());
  }
  input.comparisons.objects = file.graph.vertices();
  input.comparisons.names = std::move(file.names);
  input.comparisons.rows = file.rows;
  input.comparisons.remarks = std::move(file.remarks);
  input.graph = std::move(file.graph);
}

/// The comparisons with the names of the objects.
void read_file(const AnswerSource& source, const FileReader& read, AnswerInput& input) {
  if (source.names.empty()) {
    input.comparisons = read(source.reading, input);
  } else {
    NameTable table = read_name_table(source.names);
    core::ComparisonOptions reading = source.reading;
    reading.known_names = table.objects;
    reading.known_names_from = source.names.string();
    input.comparisons = read(reading, input);
    input.comparisons.names = std::move(table.names);
  }
  if (core::find_or_null<core::Dataset>(source.path) != nullptr)
    input.comparisons.remarks.emplace_back("the file of that name is read, not the data set");
}

AnswerInput read_by(const AnswerSource& source, const FileReader& read) {
  if (const core::Dataset* dataset = dataset_of(source)) return read_dataset(*dataset);
  AnswerInput input;
  input.source = source.path == core::kStandardInput ? "standard input" : source.path;
  input.stem = !core::is_stream(source.path) ? fs::path(source.path).stem().string()
               : source.graph                ? "graph"
                                             : "answers";
  if (source.graph)
    read_graph(source, input);
  else
    read_file(source, read, input);
  return input;
}

/// Bytes of a row, from the first piece of the text.
double bytes_of_row(const fs::path& path) {
  std::string piece;
  if (!core::TextPieces(path).next(piece)) return 1.0;
  return static_cast<double>(piece.size()) / (1.0 + static_cast<double>(std::count(piece.begin(), piece.end(), '\n')));
}

/// A file that a method keeps in memory, which may be too large for that: told before it is read.
void check_file_size(const fs::path& path, const core::Method& method) {
  std::error_code error;
  const double bytes = static_cast<double>(fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0);
  if (error || bytes < 1e8) return;
  const double rows = bytes / bytes_of_row(path), needed = bytes + kBytesPerStatement * rows;
  if (needed > core::available_memory())
    core::fail(
        "{}: some {:.2g} answers need about {} with {}, which keeps them ({} are available), take a method that "
        "adds them up as they are read: AddS-3 or AddS-4 and a step behind it",
        path.string(), rows, core::bytes_text(needed), method.name, core::bytes_text(core::available_memory()));
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
core::ComparisonFile read_pieces(const fs::path& path, const core::ComparisonOptions& reading, std::size_t most_kept,
                                 AnswerInput& input) {
  core::TextPieces pieces{path};
  std::vector<std::string> read;
  if (is_kept(pieces, most_kept, read)) {
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

}  // namespace

AnswerInput read_answer_input(const AnswerSource& source) {
  return read_by(source, [&](const core::ComparisonOptions& reading, AnswerInput&) {
    return core::read_comparisons(source.path, reading);
  });
}

AnswerInput read_answer_input(const AnswerSource& source, const core::Method& method, std::size_t most_kept) {
  return read_by(source, [&](const core::ComparisonOptions& reading, AnswerInput& input) {
    std::error_code error;
    const fs::path path(source.path);
    const bool adds = method.links.front().step->adds_answers && !core::is_npy_file(path);
    const bool small = fs::is_regular_file(path, error) && fs::file_size(path, error) <= most_kept;
    if (adds && !small && !fs::is_directory(path, error)) return read_pieces(path, reading, most_kept, input);
    check_file_size(path, method);
    return core::read_comparisons(path, reading);
  });
}

}  // namespace tertium::answers
