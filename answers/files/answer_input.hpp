#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/files/answer_source.hpp"
#include "core/clusterings/partition.hpp"
#include "core/datasets/datasets.hpp"
#include "core/files/comparison_file.hpp"

namespace tertium::answers {

/// Answers of a file or a data set.
struct AnswerInput {
  std::string source;  ///< as given: a path or the name of a data set
  std::string stem;    ///< the source without folder and extension
  core::ComparisonFile comparisons{};
  std::optional<core::Partition> truth{};  ///< known classes of a data set
  std::vector<bool> outlier{};             ///< objects that belong to no class; empty if there are none
};

/// The data set of that name; null if there is a file or stream of it, which goes before. Throws UserError if there is
/// neither.
const core::Dataset* dataset_of(const AnswerSource& source);
/// Throws UserError if it holds no answers.
AnswerInput read_dataset(const core::Dataset& dataset);

/// Source and stem of a file; a stream has `stem`.
AnswerInput begin_input(const AnswerSource& source, const std::string& stem);
/// Fills in the comparisons, which `read` reads, with their names. Throws UserError.
void read_answer_file(const AnswerSource& source, AnswerInput& input,
                      const std::function<core::ComparisonFile(const core::ComparisonOptions&)>& read);

/// All of it, kept in memory.
AnswerInput read_answer_input(const AnswerSource& source);

}  // namespace tertium::answers
