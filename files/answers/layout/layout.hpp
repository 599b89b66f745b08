#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/layout/chosen.hpp"
#include "files/answers/layout/grades.hpp"
#include "files/answers/words/answers.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// The columns that tell it.
struct MetadataColumns {
  std::optional<std::size_t> subject{}, time{}, set{}, check{}, group{}, screen{};
  bool says_whether = false;  ///< the column of checks says yes or no, and not what sort of question it was

  bool any() const { return subject || time || set || check || group || screen; }
};

/// A statement that every row makes about its objects.
struct StatementForm {
  std::array<std::size_t, 4> at{0, 1, 2, 3};  ///< i, j, k, l, as places in ComparisonLayout::columns
  std::optional<std::size_t> count{};         ///< the column that says how often it was made
  std::optional<std::size_t> of{};            ///< it says how often it was not, of as many as this one says
};

/// A column of grades, which may be that of the answers.
struct GradeColumn {
  std::size_t column = 0;
  Grades grades;
};

/// How to read the rows of a file.
struct ComparisonLayout {
  AnswerForm form = AnswerForm::kQuadruplet;
  std::vector<std::size_t> columns{0, 1, 2, 3};  ///< of the objects: four different pairs, or three objects
  std::vector<StatementForm> forms{{}};          ///< an odd or a central one says two things
  std::optional<ChoiceColumn> choice{};          ///< says which of the columns' objects was chosen
  std::optional<GradeColumn> grade{};
  std::optional<std::size_t> weight{};  ///< the column that says what a row weighs
  MetadataColumns metadata{};
  std::size_t fields = 4;     ///< in every row
  bool header = false;        ///< the first row is one
  bool maybe_header = false;  ///< names in the first row, which could still be one
  bool telling = false;       ///< and some of them are words of headers
  bool ids = false;           ///< the statements are all whole numbers

  /// The answer itself is a grade, "maybe left".
  bool is_graded_choice() const { return grade && choice && grade->column == choice->column; }
};

/// Places, in ComparisonLayout::columns, of the objects that are the answer: empty fields there mean that nobody could
/// say. None where a column says which object was chosen, and of quadruplets.
std::vector<std::size_t> answer_places(const ComparisonLayout& layout);

/// All columns that are read.
std::set<std::size_t> columns_in_use(const ComparisonLayout& layout);

/// Looks at the first rows of `rows` and leaves it rewound. Remarks say what was assumed.
/// Throws UserError if there is no row, if rows of that shape are no statements, or if a header is not understood.
ComparisonLayout find_layout(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes);

/// The words above the columns, or in their place what --columns calls them; none where columns go by their place.
using ColumnWords = std::span<const std::string_view>;

/// Throws UserError where the rows are printed tuples, matrices, ratings of pairs, or have objects in lists. The reader
/// is at the first row, and stays there.
void refuse_other_tables(CsvReader& rows);
/// The same of printed tuples alone.
void refuse_printed_rows(CsvReader& rows);
/// The same where the first field counts the rows.
void refuse_row_numbers(CsvReader& rows, const ComparisonLayout& layout);

/// Throws UserError: the current row is a header whose words are not known.
[[noreturn]] void fail_header(const CsvReader& rows);
/// The same: some columns of a question are there, and these roles are played by none.
[[noreturn]] void fail_lacking(const CsvReader& rows, std::span<const std::string> roles, ColumnWords words);
/// Throws UserError: no statement has so many fields as the current row.
[[noreturn]] void fail_number_of_fields(const CsvReader& rows);

/// The columns as --columns names all of them. Throws UserError if there are others.
std::vector<std::string_view> listed_words(const CsvReader& rows, const ComparisonOptions& options);
/// Words for all columns of a header of which a person says what some are. The others are what they are called, unless
/// somebody said NAME=ROLE of that role. Throws UserError.
std::vector<std::string> words_by_name(const CsvReader& rows, const ComparisonOptions& options);
/// The words, with the names of the columns that nobody said to pass over in the place of their dashes.
std::vector<std::string_view> not_passed_over(ColumnWords words, ColumnWords names, const ComparisonOptions& options);

/// Rows of so many fields whose objects stand in these columns, in the order of fields_of(form).
ComparisonLayout layout_of(AnswerForm form, std::vector<std::size_t> columns, std::size_t fields,
                           std::optional<std::size_t> count = std::nullopt);

/// The layout that a header of known words tells, whatever stands between them; `form` decides where the words leave it
/// open. Nothing if they tell none.
std::optional<ComparisonLayout> named_layout(const ComparisonHeader& header, std::size_t fields,
                                             std::optional<AnswerForm> form);

// Is the first row of a file a header?

/// Whether the objects of at least half of the next rows are whole numbers, an answer that nobody could give apart.
bool statements_are_ids(CsvReader& rows, const ComparisonLayout& layout);

/// Whether all words of the first row are objects of other rows: then it is a statement that looks like a header.
bool is_statement_after_all(CsvReader& rows, const ComparisonLayout& layout);

/// Whether no object of the first row occurs below, where there are enough rows to tell.
bool is_header_by_its_objects(CsvReader& rows, const ComparisonLayout& layout);

/// The same of all fields, none of them a number; of few rows where in each of them something occurs again.
bool is_header_by_its_fields(CsvReader& rows);

/// Finds out of a first row of no known words whether it is a header all the same. The reader is at it. Throws
/// UserError if it is one that is not understood.
void guess_header(CsvReader& rows, const ComparisonOptions& options, ComparisonLayout& layout);

/// In one line, what the file is taken for. `by` says what told it.
void note_form(const CsvReader& rows, const ComparisonLayout& layout, ColumnWords words, const char* by,
               std::vector<std::string>& notes);
/// Columns that are passed over, and those that count.
void note_columns(const ComparisonLayout& layout, ColumnWords words, bool named, std::vector<std::string>& notes);
/// What a row about the central or the odd one of three is taken to say.
void note_statements(const ComparisonLayout& layout, std::vector<std::string>& notes);

}  // namespace tertium::files
