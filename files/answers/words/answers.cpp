#include "files/answers/words/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <numeric>

#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

struct FormWords {
  std::string_view name, fields;
};
constexpr std::array<FormWords, 4> kForms{{{"quadruplets", "i,j,k,l"},
                                           {"triplets", "anchor,near,far"},
                                           {"odd-one-outs", "a,b,odd"},
                                           {"most-central", "central,a,b"}}};

/// The objects of an answer in the order of its columns, out of the first of its statements.
std::vector<core::Object> objects_of(AnswerForm form, const core::Quadruplet& first) {
  switch (form) {
    case AnswerForm::kQuadruplet:
      return {first.i, first.j, first.k, first.l};
    case AnswerForm::kTriplet:
    case AnswerForm::kOddOneOut:
      return {first.i, first.j, first.l};
    case AnswerForm::kMostCentral:
      return {first.j, first.i, first.l};
  }
  return {};
}

std::string place_of(const std::vector<std::string>& names, std::int32_t place) {
  return place < 0 ? "" : csv_field(names[static_cast<std::size_t>(place)]);
}

}  // namespace

std::string_view name_of(AnswerForm form) {
  return kForms[static_cast<std::size_t>(form)].name;
}

std::string_view fields_of(AnswerForm form) {
  return kForms[static_cast<std::size_t>(form)].fields;
}

std::int64_t ComparisonFile::answers() const {
  return counts.empty() ? std::ssize(statements) : std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

void ComparisonFile::add(const ComparisonFile& other, std::size_t statement) {
  statements.push_back(other.statements[statement]);
  if (!other.counts.empty()) counts.push_back(other.counts[statement]);
  if (!other.weights.empty()) weights.push_back(other.weights[statement]);
  parts = other.parts;
}

void sort_names(AnswerMetadata& metadata) {
  const std::vector<std::int32_t> subjects = core::sort_naturally(metadata.subjects),
                                  groups = core::sort_naturally(metadata.groups);
  const auto move = [](std::int32_t& number, const std::vector<std::int32_t>& place) {
    if (number >= 0) number = place[number];
  };
  for (std::vector<AnswerOrigin>* const origins : {&metadata.origins, &metadata.missing})
    for (AnswerOrigin& origin : *origins) {
      move(origin.subject, subjects);
      move(origin.group, groups);
    }
  for (AttentionCheck& check : metadata.checks) move(check.subject, subjects);
}

std::vector<std::string> standard_columns(const ComparisonFile& file) {
  std::vector<std::string> columns = core::split_list(fields_of(file.form));
  if (!file.counts.empty()) columns.emplace_back("count");
  if (!file.weights.empty()) columns.emplace_back("weight");
  if (!file.metadata.subjects.empty()) columns.emplace_back("subject");
  if (file.metadata.times) columns.emplace_back("rt");
  if (!file.metadata.sets.empty()) columns.emplace_back("set");
  if (!file.metadata.groups.empty()) columns.emplace_back("group");
  if (file.metadata.screens) columns.emplace_back("screen");
  return columns;
}

std::string standard_rows(const ComparisonFile& file) {
  const AnswerMetadata& metadata = file.metadata;
  std::string text = fmt::format("{}\n", fmt::join(standard_columns(file), ","));
  const auto each = static_cast<std::size_t>(statements_of(file.form));
  for (std::size_t s = 0; s < file.statements.size(); s += each) {
    const AnswerOrigin origin = metadata.origins.empty() ? AnswerOrigin{} : metadata.origins[s];
    std::vector<std::string> fields;
    for (const core::Object object : objects_of(file.form, file.statements[s]))
      fields.push_back(csv_field(file.names[object]));
    if (!file.counts.empty()) fields.push_back(std::to_string(file.counts[s]));
    if (!file.weights.empty()) fields.push_back(fmt::format("{}", file.weights[s] / file.parts));
    if (!metadata.subjects.empty()) fields.push_back(place_of(metadata.subjects, origin.subject));
    if (metadata.times) fields.push_back(std::isnan(origin.time) ? "" : fmt::format("{}", origin.time));
    if (!metadata.sets.empty()) fields.push_back(place_of(metadata.sets, origin.set));
    if (!metadata.groups.empty()) fields.push_back(place_of(metadata.groups, origin.group));
    if (metadata.screens) fields.push_back(origin.screen < 0 ? "" : std::to_string(origin.screen));
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

}  // namespace tertium::files
