#include "answers/tables/answer_arrays.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/error.hpp"
#include "core/comparisons/triplets.hpp"
#include "files/answers/words/name_table.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using core::Quadruplet;
using files::AnswerForm;
using Fields = std::span<const std::int64_t>;

void check_row(AnswerForm form, std::size_t row, Fields fields, std::int64_t objects) {
  for (const std::int64_t object : fields)
    if (object < 0)
      core::fail("row {}: object {} does not exist (objects are numbered from 0), correct it", row, object);
    else if (object >= objects)
      core::fail("row {}: object {} is outside 0 to {} (objects are numbered from 0), correct it", row, object,
                 objects - 1);
  const bool same = form == AnswerForm::kQuadruplet
                        ? fields[0] == fields[1] || fields[2] == fields[3] ||
                              std::minmax(fields[0], fields[1]) == std::minmax(fields[2], fields[3])
                        : fields[0] == fields[1] || fields[0] == fields[2] || fields[1] == fields[2];
  if (same)
    core::fail("row {}: {} are not {} (an object, or a pair, is compared with itself), correct it", row,
               fmt::join(fields, ","), form == AnswerForm::kQuadruplet ? "two different pairs" : "three objects");
}

/// What an answer says: of an odd or a central one two statements, as of a row of a file.
void add_statements(AnswerForm form, Fields row, std::vector<Quadruplet>& statements) {
  const auto object = [&](std::size_t place) { return static_cast<Object>(row[place]); };
  const auto triplet = [&](std::size_t anchor, std::size_t near, std::size_t far) {
    statements.push_back({object(anchor), object(near), object(anchor), object(far)});
  };
  switch (form) {
    case AnswerForm::kQuadruplet:
      statements.push_back({object(0), object(1), object(2), object(3)});
      break;
    case AnswerForm::kTriplet:
      triplet(0, 1, 2);
      break;
    case AnswerForm::kOddOneOut:
      triplet(0, 1, 2);
      triplet(1, 0, 2);
      break;
    case AnswerForm::kMostCentral:
      triplet(1, 0, 2);
      triplet(2, 0, 1);
      break;
  }
}

std::int64_t objects_of(const AnswerArrays& arrays) {
  const std::int64_t shown = arrays.rows.empty() ? 0 : *std::max_element(arrays.rows.begin(), arrays.rows.end()) + 1;
  const std::int64_t objects = arrays.objects > 0 ? arrays.objects : shown;
  if (objects > core::kMostObjects)
    core::fail("{} objects are too many (at most {}), number them from 0 without gaps", objects, core::kMostObjects);
  return objects;
}

std::int32_t count_of(std::span<const std::int64_t> counts, std::size_t answer) {
  const std::int64_t count = counts[answer];
  if (count < 1 || count > std::numeric_limits<std::int32_t>::max())
    core::fail("row {}: it cannot have been answered {} times, give counts from 1", answer, count);
  return static_cast<std::int32_t>(count);
}

/// Names of subjects or groups, which are their numbers, up to the largest one.
std::vector<std::string> names_of(const char* what, std::span<const std::int64_t> numbers) {
  std::int64_t most = -1;
  for (const std::int64_t number : numbers) {
    if (number < -1 || number >= core::kMostObjects)
      core::fail("{0} {1} is not a number of a {0} (from 0; -1: unknown), correct it", what, number);
    most = std::max(most, number);
  }
  std::vector<std::string> names;
  for (std::int64_t k = 0; k <= most; ++k) names.push_back(std::to_string(k));
  return names;
}

/// Who gave the answers, and in which group.
void take_origins(const AnswerArrays& arrays, files::ComparisonFile& file) {
  file.metadata.subjects = names_of("subject", arrays.subjects);
  file.metadata.groups = names_of("group", arrays.groups);
  if (arrays.subjects.empty() && arrays.groups.empty()) return;
  const auto repeat = static_cast<std::size_t>(files::statements_of(arrays.form));
  for (std::int64_t k = 0; k < file.rows; ++k) {
    files::AnswerOrigin origin;
    if (!arrays.subjects.empty()) origin.subject = static_cast<std::int32_t>(arrays.subjects[k]);
    if (!arrays.groups.empty()) origin.group = static_cast<std::int32_t>(arrays.groups[k]);
    file.metadata.origins.insert(file.metadata.origins.end(), repeat, origin);
  }
}

}  // namespace

files::ComparisonFile comparisons_of(const AnswerArrays& arrays) {
  const std::size_t width = fields_in(arrays.form), answers = arrays.rows.size() / width;
  const auto repeat = static_cast<std::size_t>(files::statements_of(arrays.form));
  const std::int64_t objects = objects_of(arrays);
  files::ComparisonFile file;
  file.form = arrays.form;
  file.objects = static_cast<Object>(objects);
  file.rows = static_cast<std::int64_t>(answers);
  for (std::size_t k = 0; k < answers; ++k) {
    const Fields row = arrays.rows.subspan(k * width, width);
    check_row(arrays.form, k, row, objects);
    add_statements(arrays.form, row, file.statements);
    if (!arrays.counts.empty()) file.counts.insert(file.counts.end(), repeat, count_of(arrays.counts, k));
  }
  file.names = files::number_names(file.objects);
  take_origins(arrays, file);
  return file;
}

files::ComparisonFile some_answers(const files::ComparisonFile& file, std::span<const std::int64_t> rows,
                                   std::span<const std::int64_t> counts) {
  const auto repeat = static_cast<std::size_t>(files::statements_of(file.form));
  const auto all = static_cast<std::int64_t>(file.statements.size() / repeat);
  if (!counts.empty() && counts.size() != rows.size())
    core::fail("there are {} counts for {} rows, give one for each", counts.size(), rows.size());
  files::ComparisonFile some;
  some.form = file.form;
  some.objects = file.objects;
  some.names = file.names;
  some.rows = std::ssize(rows);
  some.metadata.subjects = file.metadata.subjects;
  some.metadata.sets = file.metadata.sets;
  some.metadata.groups = file.metadata.groups;
  some.metadata.times = file.metadata.times;
  some.metadata.screens = file.metadata.screens;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] < 0 || rows[k] >= all)
      core::fail("there is no row {} (rows are 0 to {}), correct it", rows[k], all - 1);
    const std::size_t begin = static_cast<std::size_t>(rows[k]) * repeat;
    for (std::size_t s = begin; s < begin + repeat; ++s) {
      some.add(file, s);
      if (!counts.empty()) some.counts.resize(some.statements.size(), count_of(counts, k));
      if (!file.metadata.origins.empty()) some.metadata.origins.push_back(file.metadata.origins[s]);
    }
  }
  return some;
}

std::array<Object, 4> fields_of_answer(const files::ComparisonFile& file, std::size_t answer) {
  const Quadruplet& s = file.statements[answer * static_cast<std::size_t>(files::statements_of(file.form))];
  switch (file.form) {
    case AnswerForm::kQuadruplet:
      return {s.i, s.j, s.k, s.l};
    case AnswerForm::kMostCentral:  // of a,central,a,b
      return {s.j, s.i, s.l, -1};
    case AnswerForm::kOddOneOut:  // of a,b,a,odd
      return {s.i, s.j, s.l, -1};
    case AnswerForm::kTriplet:
      break;
  }
  const core::Triplet triplet = core::as_triplet(s);
  return {triplet.anchor, triplet.near, triplet.far, -1};
}

}  // namespace tertium::answers
