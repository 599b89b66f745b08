#include "answers/files/answer_input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "answers/files/name_table.hpp"
#include "core/base/error.hpp"
#include "core/base/registry.hpp"
#include "core/files/text_file.hpp"

namespace tertium::answers {
namespace {

namespace fs = std::filesystem;

std::string known_dataset_names() {
  std::string names;
  for (const core::Dataset& dataset : core::all<core::Dataset>())
    if (dataset.kind == core::DatasetKind::kTriplets) names += (names.empty() ? "" : ", ") + dataset.name;
  return names;
}

}  // namespace

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

AnswerInput begin_input(const AnswerSource& source, const std::string& stem) {
  AnswerInput input;
  input.source = source.path == core::kStandardInput ? "standard input" : source.path;
  input.stem = core::is_stream(source.path) ? stem : fs::path(source.path).stem().string();
  return input;
}

void read_answer_file(const AnswerSource& source, AnswerInput& input,
                      const std::function<core::ComparisonFile(const core::ComparisonOptions&)>& read) {
  if (source.names.empty()) {
    input.comparisons = read(source.reading);
  } else {
    NameTable table = read_name_table(source.names);
    core::ComparisonOptions reading = source.reading;
    reading.known_names = table.objects;
    reading.known_names_from = source.names.string();
    input.comparisons = read(reading);
    input.comparisons.names = std::move(table.names);
  }
  if (core::find_or_null<core::Dataset>(source.path) != nullptr)
    input.comparisons.remarks.emplace_back("the file of that name is read, not the data set");
}

AnswerInput read_answer_input(const AnswerSource& source) {
  if (const core::Dataset* dataset = dataset_of(source)) return read_dataset(*dataset);
  AnswerInput input = begin_input(source, "answers");
  read_answer_file(source, input, [&](const core::ComparisonOptions& reading) {
    return core::read_comparisons(source.path, reading);
  });
  return input;
}

}  // namespace tertium::answers
