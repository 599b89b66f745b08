#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "files/statements/answer_sheet.hpp"

namespace tertium::files {

class CsvReader;

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

/// What the fields of a row of comparisons are.
enum class FieldMeaning {
  kGuess,    ///< whole numbers are ids, anything else is a name
  kZeroIds,  ///< ids from 0
  kOneIds,   ///< ids from 1
  kNames,    ///< names, even if they look like numbers
};

enum class HeaderLine {
  kGuess,
  kYes,
  kNo,
  kNamed  ///< of a data frame: it says what the columns are, or is refused
};

struct ComparisonOptions {
  std::optional<AnswerForm> form{};    ///< empty: by the header or the number of fields
  std::vector<std::string> columns{};  ///< what each column is, in the words of a header; - for none; or NAME=ROLE of
                                       ///< some; empty: by the header
  bool named_columns = false;          ///< `columns` are words for all of them, made of NAME=ROLE
  FieldMeaning fields = FieldMeaning::kGuess;
  HeaderLine header = HeaderLine::kGuess;
  bool skip_bad = false;                         ///< leave rows out that cannot be read
  std::vector<std::string>* told_bad = nullptr;  ///< with it, where what is wrong with each of them goes
  core::Object objects = 0;                      ///< number of objects; 0: as many as the statements show
  std::vector<std::string> known_names{};        ///< all objects, as the rows write them; empty: those that occur
  std::string known_names_from{};                ///< where known_names come from, for messages
  SheetOptions sheet{};                          ///< which rows to take
  std::vector<std::string> missing{};            ///< fields that say nothing, beside empty ones, NA, N/A and ?
  std::vector<std::string> answers{};        ///< CODE=PLACE: what fields of the column of answers mean; f=left, 2=third
  std::vector<std::string> usual_answers{};  ///< the same of a preset: where neither names nor sides are written
  std::string preset{};               ///< the program that wrote the file (presets.hpp); empty: as the header tells
  std::filesystem::path questions{};  ///< of a file with a column for each question: the table of them
  bool normalize = false;             ///< join names that look alike (alike_names.hpp)
  bool origins = false;               ///< keep where every answer comes from
  std::filesystem::path responses{};  ///< of a .npy file of questions: the file of their answers
};

/// A person's comparisons. Triplets are kept as the quadruplets that say the same.
struct ComparisonFile {
  AnswerForm form = AnswerForm::kQuadruplet;
  core::Object objects = 0;
  std::vector<std::string> names;  ///< one per object: the name, or the id as the file writes it
  std::vector<core::Quadruplet> statements;
  std::vector<std::int32_t> counts{};  ///< how often each was made; empty: once
  std::int64_t rows = 0;               ///< rows read, bad ones apart
  std::int64_t bad_rows = 0;           ///< left out
  std::vector<std::string> remarks;    ///< what was assumed, one line each
  AnswerSheet sheet{};

  /// Repetitions included.
  std::int64_t answers() const;
};

/// Reads statements, one per row, of four fields (quadruplets) or three (triplets), or two out of a row that names the
/// odd or the most central one of three, or out of questions with a column that says which object was chosen. A header
/// is optional; it may have any of the words of comparison_header.hpp and further columns, which are passed over. Rows
/// in which nobody could say are counted, as are those that check attention. Whole numbers are ids: from 0 if a 0
/// occurs, from 1 if 1 is the smallest. Other fields are names, numbered in natural order (a2 before a10), or in the
/// order of `known_names`. Throws UserError "file:line: problem (why), what to do"; several bad rows are listed in one
/// message. Takes about a second for 10^7 rows of ids. A path may also be an array of numpy (npy_file.hpp).
ComparisonFile read_comparisons(const std::filesystem::path& path, const ComparisonOptions& options = {});
ComparisonFile read_comparisons(CsvReader& rows, const ComparisonOptions& options);

}  // namespace tertium::files
