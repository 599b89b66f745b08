#include "answers/files/answer_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/registry.hpp"
#include "core/base/text.hpp"
#include "files/answers/read.hpp"
#include "files/answers/rows/sinks.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/structures/graph_file.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"
#include "files/text/text_file.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::answers {
namespace {

namespace fs = std::filesystem;

/// Reads a file of answers as the options say; may add answers up beside it.
using FileReader = std::function<files::ComparisonFile(const files::ComparisonOptions&, AnswerInput&)>;

std::string known_dataset_names() {
  std::string names;
  for (const problems::Dataset& dataset : core::all<problems::Dataset>())
    if (dataset.kind == problems::DatasetKind::kTriplets) names += (names.empty() ? "" : ", ") + dataset.name;
  return names;
}

/// The data set of that name; null if it is a file or a stream. Throws UserError if there is neither.
const problems::Dataset* dataset_of(const AnswerSource& source) {
  std::error_code error;
  const problems::Dataset* dataset = core::find_or_null<problems::Dataset>(source.path);
  const bool stream = files::is_stream(source.path);
  const bool exists = stream || (dataset == nullptr && fs::exists(source.path, error));
  if (!exists && dataset == nullptr)
    core::fail("{}: no such file or data set (known data sets: {}), check the path", source.path,
               known_dataset_names());
  if (!exists && !source.file_option.empty())
    throw core::UsageError(fmt::format("data set {} has its own objects, names and columns, leave out {}",
                                       dataset->name, source.file_option));
  if (stream && files::is_stream(source.names) && source.names == source.path)
    throw core::UsageError(
        fmt::format("{} cannot give both the comparisons and the names (it is read once), put one of them into a file",
                    source.path));
  if (dataset != nullptr && !source.others.empty())
    core::fail("{}: is a data set (with its own columns), read it alone; a file of that name is ./{}", source.path,
               source.path);
  return dataset;
}

/// Those of a folder, by name.
std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const fs::directory_entry& item : fs::directory_iterator(folder, error)) {
    const std::string ending = files::lower_case(item.path().extension().string());
    if (item.is_regular_file(error) && (ending == ".csv" || ending == ".tsv" || ending == ".txt"))
      paths.push_back(item.path());
  }
  if (paths.empty())
    core::fail("{}: contains no .csv, .tsv or .txt (its subfolders are not searched), name files of answers", folder);
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The files that are named, or lie in folders that are.
std::vector<fs::path> files_of(const AnswerSource& source) {
  std::vector<fs::path> paths;
  std::error_code error;
  const auto add = [&](const std::string& path) {
    const std::vector<fs::path> some =
        fs::is_directory(path, error) ? files_in(path) : std::vector<fs::path>{fs::path(path)};
    paths.insert(paths.end(), some.begin(), some.end());
  };
  add(source.path);
  for (const std::string& other : source.others) add(other);
  return paths;
}

/// The words that name them, for messages.
std::string text_of(const AnswerSource& source) {
  constexpr std::size_t kShown = 3;
  if (source.path == files::kStandardInput) return "standard input";
  std::string text = source.path;
  for (std::size_t k = 0; k < std::min(kShown, source.others.size()); ++k) text += ' ' + source.others[k];
  return source.others.size() > kShown ? text + " ..." : text;
}

/// Throws UserError if it holds no answers.
AnswerInput read_dataset(const problems::Dataset& dataset) {
  if (dataset.kind != problems::DatasetKind::kTriplets)
    core::fail("data set {} has features (no comparisons), use it in a sweep: [model] kind = dataset, name = {}",
               dataset.name, dataset.name);
  problems::DatasetContent content = dataset.load();
  AnswerInput input;
  input.source = input.stem = dataset.name;
  input.truth = content.truth();
  for (const core::Label label : content.labels) input.classes.push_back(content.class_names[label]);
  input.comparisons.form = files::AnswerForm::kTriplet;
  input.comparisons.objects = dataset.objects;
  input.comparisons.statements = content.triplets.quadruplets();
  input.comparisons.rows = std::ssize(input.comparisons.statements);
  input.comparisons.counts = std::move(content.counts);
  input.comparisons.names = std::move(content.names);
  input.comparisons.metadata = std::move(content.metadata);
  if (!dataset.outlier_class.empty())
    for (const core::Label label : content.labels)
      input.outlier.push_back(content.class_names[label] == dataset.outlier_class);
  return input;
}

void read_graph(const AnswerSource& source, AnswerInput& input) {
  const files::HeaderLine header = source.reading.header;
  files::GraphFile file =
      source.ratings ? files::read_ratings(source.path, *source.ratings)
                     : files::read_graph(source.path, header == files::HeaderLine::kYes  ? files::EdgeHeader::kYes
                                                      : header == files::HeaderLine::kNo ? files::EdgeHeader::kNo
                                                                                         : files::EdgeHeader::kGuess);
  if (!source.names.empty()) {
    files::NameTable table = files::read_name_table(source.names);
    file = files::with_names(file, table.objects, std::move(table.names), source.names.string());
  }
  take_graph(std::move(file), input);
}

/// The comparisons with the names of the objects.
void read_file(const AnswerSource& source, const FileReader& read, AnswerInput& input) {
  input.comparisons = files::read_named(source.names, source.reading,
                                        [&](const files::ComparisonOptions& reading) { return read(reading, input); });
  const std::vector<std::string>& names = input.comparisons.names;
  const core::Object announced = source.reading.objects;
  if (!source.names.empty() && announced > 0 && announced != input.comparisons.objects)
    fail_names(source, input.comparisons.objects);
  const std::vector<std::string> labels = input.labels();
  if (const auto [name, label] = std::ranges::mismatch(names, labels); name != names.end())
    input.comparisons.notes.push_back(fmt::format("pictures and lists show short names: {} is {}", *name, *label));
}

AnswerInput read_by(const AnswerSource& source, const FileReader& read) {
  if (const problems::Dataset* dataset = dataset_of(source)) return read_dataset(*dataset);
  AnswerInput input;
  input.source = text_of(source);
  input.stem = stem_of(source);
  if (source.graph && !source.others.empty())
    core::fail("{}: is a graph (one file), leave out the further files ({})", source.path, source.others.front());
  if (source.graph)
    read_graph(source, input);
  else
    read_file(source, read, input);
  return input;
}

/// How the answers are kept: as the method uses them, where they are many and a text.
core::AnswerUse use_of(const AnswerSource& source, const core::Method& method, std::size_t most_kept) {
  std::error_code error;
  const fs::path path(source.path);
  const bool text = !files::is_npy_file(path) && source.reading.questions.empty() && !fs::is_directory(path, error);
  const bool small = fs::is_regular_file(path, error) && files::text_size(path) <= static_cast<double>(most_kept);
  return text && !small ? method.answer_use() : core::AnswerUse::kAll;
}

/// A file that may be too large to be read for the method: told before that.
void check_file_size(const AnswerSource& source, const core::Method& method, std::size_t most_kept) {
  const std::optional<ReadingSize> size = size_of_reading(source, method, most_kept);
  if (!size || size->bytes <= core::available_memory()) return;
  // Of an array no method takes anything but all of it.
  const bool part = use_of(source, method, most_kept) == core::AnswerUse::kByAnchor || files::is_npy_file(source.path);
  core::fail(
      "{}: about {:.2g} rows need about {} with {}, which keeps them ({} are available), use {}", source.path,
      size->rows, core::bytes_text(size->bytes), method.name, core::bytes_text(core::available_memory()),
      part ? "a part of them" : "a method that adds them up while reading: AddS-3 or AddS-4 and a step behind it");
}

/// True if the pieces are all of the text, and no more than `most` bytes.
bool is_kept(files::TextPieces& pieces, std::size_t most, std::vector<std::string>& read) {
  std::string piece;
  for (std::size_t bytes = 0; bytes <= most; bytes += read.back().size()) {
    if (!pieces.next(piece)) return true;
    read.push_back(std::move(piece));
  }
  return false;
}

/// A text of any size, which is not kept.
struct LongText {
  files::TextPieces& pieces;
  std::vector<std::string> read{};
};

files::ComparisonFile add_up(LongText text, const AnswerSource& source, const files::ComparisonOptions& reading,
                             AnswerInput& input) {
  using files::AnswerAdder;
  AnswerAdder adder(input.source);
  AnswerAdder statements(input.source, AnswerAdder::Less::kAdd);
  files::ComparisonStream stream{text.pieces, std::move(text.read), [&](std::span<const files::StatementBlock> blocks) {
                                   adder.add(blocks);
                                   if (source.statement_counts) statements.add(blocks);
                                 }};
  files::ComparisonFile file = files::stream_comparisons(input.source, stream, reading);
  core::AnswerSums sums = adder.sums(file.objects, stream.number);
  if (source.statement_counts) sums.statement_counts = std::move(statements.sums(file.objects, stream.number).table);
  input.sums = std::make_shared<const core::AnswerSums>(std::move(sums));
  return file;
}

files::ComparisonFile pack(LongText text, const files::ComparisonOptions& reading, AnswerInput& input) {
  files::TripletPacker packer(input.source);
  files::ComparisonStream stream{text.pieces, std::move(text.read),
                                 [&](std::span<const files::StatementBlock> blocks) { packer.add(blocks); }};
  files::ComparisonFile file = files::stream_comparisons(input.source, stream, reading);
  input.packed = packer.triplets(file.objects, stream.number);
  return file;
}

/// Answers of a text of any size: listed where it is short, else as the method uses them.
files::ComparisonFile read_pieces(const AnswerSource& source, const files::ComparisonOptions& reading,
                                  std::size_t most_kept, core::AnswerUse use, AnswerInput& input) {
  files::TextPieces pieces{source.path};
  LongText long_text{pieces};
  if (is_kept(long_text.pieces, most_kept, long_text.read)) {
    std::string text;
    for (const std::string& piece : long_text.read) text += piece;
    files::CsvReader rows(input.source, std::move(text), files::CsvReader::BadText::kRowByRow);
    return files::read_comparisons(rows, reading);
  }
  return use == core::AnswerUse::kSums ? add_up(std::move(long_text), source, reading, input)
                                       : pack(std::move(long_text), reading, input);
}

}  // namespace

std::vector<std::string> AnswerInput::labels() const {
  return files::short_names(comparisons.names);
}

void take_graph(files::GraphFile file, AnswerInput& input) {
  input.comparisons.objects = file.graph.vertices();
  input.comparisons.names = std::move(file.names);
  input.comparisons.rows = file.rows;
  input.comparisons.notes = std::move(file.notes);
  input.graph = std::move(file.graph);
}

std::string stem_of(const AnswerSource& source) {
  std::error_code error;
  if (files::is_stream(source.path)) return source.graph ? "graph" : "answers";
  const fs::path path(source.path);
  if (!fs::is_directory(path, error)) return files::unpacked_name(path).stem().string();
  return fs::weakly_canonical(path, error).filename().string();
}

AnswerInput read_answer_input(const AnswerSource& source) {
  return read_by(source, [&](const files::ComparisonOptions& reading, AnswerInput&) {
    const std::vector<fs::path> paths = files_of(source);
    return paths.size() == 1 ? files::read_comparisons(paths.front(), reading)
                             : files::read_comparisons(text_of(source), paths, reading);
  });
}

AnswerInput read_answer_input(const AnswerSource& source, const core::Method& method, std::size_t most_kept) {
  if (std::error_code error; !source.others.empty() || fs::is_directory(source.path, error))
    return read_answer_input(source);
  return read_by(source, [&](const files::ComparisonOptions& reading, AnswerInput& input) {
    const core::AnswerUse use = use_of(source, method, most_kept);
    check_file_size(source, method, most_kept);
    return use == core::AnswerUse::kAll ? files::read_comparisons(source.path, reading)
                                        : read_pieces(source, reading, most_kept, use, input);
  });
}

std::optional<ReadingSize> size_of_reading(const AnswerSource& source, const core::Method& method,
                                           std::size_t most_kept) {
  constexpr double kPacked = sizeof(core::Triplet) + sizeof(core::NearFar);
  if (source.graph) return {};
  const std::optional<files::ReadingSize> size = files::size_of_reading(source.path, source.reading);
  if (!size) return {};
  switch (use_of(source, method, most_kept)) {
    case core::AnswerUse::kSums:
      return ReadingSize{size->rows, 0.0};
    case core::AnswerUse::kByAnchor:
      return ReadingSize{size->rows, kPacked * size->statements};
    case core::AnswerUse::kAll:
      break;
  }
  return ReadingSize{size->rows, std::max(size->listed(source.reading.origins), kBytesPerStatement * size->statements)};
}

void fail_names(const AnswerSource& source, core::Object names) {
  core::fail("{} names {} objects (--objects says {}), correct one of them", source.names.string(), names,
             source.reading.objects);
}

}  // namespace tertium::answers
