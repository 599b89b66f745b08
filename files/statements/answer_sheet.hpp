#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/text/csv.hpp"

namespace tertium::files {

/// Where an answer comes from, as far as the file tells.
struct AnswerOrigin {
  std::int32_t subject = -1;                               ///< a place in AnswerSheet::subjects; -1: not told
  std::int32_t set = -1;                                   ///< a place in AnswerSheet::sets
  double time = std::numeric_limits<double>::quiet_NaN();  ///< in the file's unit
  std::int32_t group = -1;                                 ///< a place in AnswerSheet::groups
  std::int8_t place = -1;  ///< of the chosen one of three, in the order of the row's columns; -1: not told
};

/// A question that checks whether somebody pays attention: no answer to be clustered.
struct AttentionCheck {
  std::int32_t subject = -1;
  std::optional<bool> passed{};  ///< known where one of the objects is shown twice
  std::string question{};        ///< else: the question and what was answered, as the row writes them
  std::string answer{};
};

/// What a file of answers says beside the answers.
struct AnswerSheet {
  std::vector<std::string> subjects;  ///< in natural order; those left out, too
  std::vector<std::string> sets;
  std::vector<std::string> groups;     ///< of people, or conditions under which they answered
  bool times = false;                  ///< some column tells them
  std::vector<AnswerOrigin> origins;   ///< of every statement, if ComparisonOptions::origins asks for them
  std::vector<AnswerOrigin> unsaid;    ///< of every row in which nobody could say, likewise
  std::vector<AttentionCheck> checks;  ///< likewise
  std::int64_t unsaid_rows = 0;        ///< rows in which nobody could say
  std::int64_t blank_rows = 0;         ///< rows without objects: no questions
  std::int64_t check_rows = 0;         ///< rows that check attention
  std::int64_t dropped_rows = 0;       ///< of subjects left out on request
  std::vector<std::string> dropped{};  ///< these
  std::int64_t other_set_rows = 0;     ///< of sets that were not asked for
};

/// The columns that tell it.
struct SheetColumns {
  std::optional<std::size_t> subject{}, time{}, set{}, check{}, group{};

  bool any() const { return subject || time || set || check || group; }
};

/// Which rows to take.
struct SheetOptions {
  std::vector<std::string> dropped_subjects{};
  std::vector<std::string> sets{};  ///< only these; empty: all. Rows that check attention never
};

/// Subjects and groups in natural order, so that the order of rows means nothing where they are drawn.
void sort_names(AnswerSheet& sheet);

/// Reads the sheet of a file, row by row.
class SheetReader {
 public:
  SheetReader(const CsvReader& rows, const SheetColumns& columns, const SheetOptions& options, AnswerSheet& sheet)
      : rows_(rows), columns_(columns), options_(options), sheet_(sheet) {
    sheet_.times = columns.time.has_value();
    sheet_.dropped = options.dropped_subjects;
  }

  enum class Row { kAnswer, kCheck, kLeftOut };
  /// What to do with the current row, whose origin() is then known.
  Row take();
  const AnswerOrigin& origin() const { return origin_; }
  /// Whether the current row checks attention.
  bool is_check() const;
  /// At the end of the file. Throws UserError if a subject or a set that was named occurs in no row.
  void check_options() const;

 private:
  std::int32_t number(std::optional<std::size_t> column, std::vector<std::string>& names,
                      std::unordered_map<std::string, std::int32_t>& numbers) const;
  double time() const;

  const CsvReader& rows_;
  const SheetColumns& columns_;
  const SheetOptions& options_;
  AnswerSheet& sheet_;
  AnswerOrigin origin_{};
  std::unordered_map<std::string, std::int32_t> subjects_{}, sets_{}, groups_{};
};

}  // namespace tertium::files
