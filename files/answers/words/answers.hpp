#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::files {

/// What the answers of a file are about.
enum class AnswerForm {
  kQuadruplet,   ///< i,j,k,l: i and j are more alike than k and l
  kTriplet,      ///< anchor,near,far: anchor is more like near than like far
  kOddOneOut,    ///< a,b,odd: a is more like b than like odd, and so is b
  kMostCentral,  ///< central,a,b: b is more like central than like a, and a more like central than like b
};

/// "triplets" and so on, as --kind takes them.
std::string_view name_of(AnswerForm form);
/// What three fields of such a row are called.
std::string_view fields_of(AnswerForm form);

/// How many statements an answer makes, one behind the other.
constexpr int statements_of(AnswerForm form) {
  return form == AnswerForm::kOddOneOut || form == AnswerForm::kMostCentral ? 2 : 1;
}

/// Where an answer comes from, as far as the file tells.
struct AnswerOrigin {
  std::int32_t subject = -1;                               ///< a place in AnswerMetadata::subjects; -1: not told
  std::int32_t set = -1;                                   ///< a place in AnswerMetadata::sets
  double time = std::numeric_limits<double>::quiet_NaN();  ///< in the file's unit
  std::int32_t group = -1;                                 ///< a place in AnswerMetadata::groups
  std::int32_t screen = -1;  ///< the answers of a subject that have the same one were given at once; -1: not told
  std::int8_t place = -1;    ///< of the chosen one of three, in the order of the row's columns; -1: not told
};

/// A question that checks whether somebody pays attention: no answer to be clustered.
struct AttentionCheck {
  std::int32_t subject = -1;
  std::optional<bool> passed{};  ///< known where one of the objects is shown twice
  std::string question{};        ///< else: the question and what was answered, as the row writes them
  std::string answer{};
};

/// What a file of answers says beside the answers.
struct AnswerMetadata {
  std::vector<std::string> subjects;  ///< in natural order; those left out, too
  std::vector<std::string> sets;
  std::vector<std::string> groups;     ///< of people, or conditions under which they answered
  bool times = false;                  ///< some column tells them
  bool screens = false;                ///< likewise, AnswerOrigin::screen
  std::vector<AnswerOrigin> origins;   ///< of every statement, if ComparisonOptions::origins asks for them
  std::vector<AnswerOrigin> missing;   ///< of every row in which nobody could say, likewise
  std::vector<AttentionCheck> checks;  ///< likewise
  std::int64_t missing_rows = 0;       ///< rows in which nobody could say
  std::int64_t tie_rows = 0;           ///< rows that say that both are as much alike
  std::int64_t blank_rows = 0;         ///< rows without objects: no questions
  std::int64_t check_rows = 0;         ///< rows that check attention
  std::int64_t practice_rows = 0;      ///< rows of practice, left out
  std::int64_t bad_times = 0;          ///< fields of the column of times that are no time
  std::string bad_time{};              ///< the first of them
  std::int64_t odd_checks = 0;         ///< fields of a column of checks that say neither yes nor no
  std::string odd_check{};             ///< the first of them
  std::int64_t dropped_rows = 0;       ///< of subjects left out on request
  std::vector<std::string> dropped{};  ///< these
  std::int64_t other_set_rows = 0;     ///< of sets that were not asked for
};

/// Which rows to take.
struct MetadataOptions {
  std::vector<std::string> dropped_subjects{};
  std::vector<std::string> sets{};   ///< only these; empty: all. Rows that check attention never
  std::vector<std::string> where{};  ///< NAME=FIELD or NAME!=FIELD, * for any text: only rows of which all are true
};

/// What the fields of a row of comparisons are.
enum class FieldMeaning {
  kGuess,    ///< whole numbers are ids, anything else is a name
  kZeroIds,  ///< ids from 0
  kOneIds,   ///< ids from 1
  kNames,    ///< names, even if they look like numbers
};

/// Whether the first row is a header.
enum class HeaderLine {
  kGuess,
  kYes,
  kNo,
  kNamed  ///< of a data frame: it says what the columns are, or is refused
};

/// How a file of answers is read. The defaults go by its header and its fields.
struct ComparisonOptions {
  std::optional<AnswerForm> form{};    ///< empty: by the header or the number of fields
  std::vector<std::string> columns{};  ///< what each column is, in the words of a header; - for none; or NAME=ROLE of
                                       ///< some; empty: by the header
  bool named_columns = false;          ///< `columns` are words for all of them, made of NAME=ROLE
  std::vector<std::string> passed_over{};  ///< names of those that a person passes over, NAME=-
  bool columns_of_export = false;          ///< they are what a program's files have (exports.hpp), and nobody said them
  FieldMeaning fields = FieldMeaning::kGuess;
  HeaderLine header = HeaderLine::kGuess;
  bool skip_bad = false;                         ///< leave rows out that cannot be read
  std::vector<std::string>* told_bad = nullptr;  ///< with it, where what is wrong with each of them goes
  core::Object objects = 0;                      ///< number of objects; 0: as many as the statements show
  std::vector<std::string> known_names{};        ///< all objects, as the rows write them; empty: those that occur
  std::string known_names_from{};                ///< where known_names come from, for messages
  MetadataOptions metadata{};                    ///< which rows to take
  std::vector<std::string> missing{};            ///< fields that say nothing, beside empty ones, NA, N/A and ?
  std::vector<std::string> answers{};        ///< CODE=PLACE: what fields of the column of answers mean; f=left, 2=third
  std::vector<std::string> grades{};         ///< WORD=WEIGHT: how sure an answer is, below 0 that it is the other one
  bool ties = false;                         ///< a tie is two opposite answers of half its weight; else it is left out
  std::vector<std::string> usual_answers{};  ///< the same of a preset: where neither names nor sides are written
  std::string preset{};               ///< the program that wrote the file (presets.hpp); empty: as the header tells
  std::filesystem::path questions{};  ///< of a file with a column for each question: the table of them
  bool normalize = false;             ///< join names that look alike (alike_names.hpp)
  bool origins = false;               ///< keep where every answer comes from
  std::function<void(const std::string&)> notice{};  ///< is told, before that is done, what takes long
  std::filesystem::path responses{};                 ///< of a .npy file of questions: the file of their answers
};

/// A person's comparisons. Triplets are kept as the quadruplets that say the same.
struct ComparisonFile {
  AnswerForm form = AnswerForm::kQuadruplet;
  core::Object objects = 0;
  std::vector<std::string> names;  ///< one per object: the name, or the id as the file writes it
  std::vector<core::Quadruplet> statements;
  std::vector<std::int32_t> counts{};  ///< how often each was made; empty: once
  /// What each statement weighs, in parts of an answer; empty: all the same.
  std::vector<std::int32_t> weights{};
  double parts = 1.0;              ///< so many make an answer
  std::int64_t rows = 0;           ///< rows read, bad ones apart
  std::int64_t bad_rows = 0;       ///< left out
  std::vector<std::string> notes;  ///< what was assumed, one line each
  AnswerMetadata metadata{};

  /// Repetitions included.
  std::int64_t answers() const;
  /// How often a statement was made.
  std::int64_t count(std::size_t statement) const { return counts.empty() ? 1 : counts[statement]; }
  /// What it weighs, as often as it was made, in parts of an answer.
  std::int64_t weight(std::size_t statement) const {
    return count(statement) * (weights.empty() ? 1 : weights[statement]);
  }
  /// Adds a statement of another file as often as it was made there, with its weight; its origin is not told.
  void add(const ComparisonFile& other, std::size_t statement);
};

/// What is wrong with MetadataOptions::where, for a message; empty where nothing is.
std::string where_problem(const std::vector<std::string>& where);

/// Subjects and groups in natural order, so that the order of rows means nothing where they are drawn.
void sort_names(AnswerMetadata& metadata);

/// The columns that the answers of a file have in the standard's form (docs/answers-standard.md): those of its objects,
/// and of count, subject, rt, set and group those that it knows.
std::vector<std::string> standard_columns(const ComparisonFile& file);

/// The answers in the standard's form: a header, then a row for each answer, in their order. Who gave them is known
/// where `file` was read with its origins. What is no answer, such as checks of attention, has no row.
std::string standard_rows(const ComparisonFile& file);

}  // namespace tertium::files
