#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// How a column says which of the objects, or pairs, of its row was chosen.
enum class ChoiceCode {
  kName,         ///< the object as the row writes it
  kFromZero,     ///< its place, 0, 1 or 2
  kFromOne,      ///< its place, 1, 2 or 3
  kSide,         ///< first, second, third; left, right; or the word above its column
  kFirstChosen,  ///< 1 or true for the first of two, 0 or false for the second
  kVotes,        ///< whole numbers: so many answers for the first of two, or below 0 for the second; 0: undecided
  kGiven,        ///< a word that somebody gave a meaning
  kGrade,        ///< a word that somebody gave a weight (grades.hpp)
};

/// In the place of a place: both are as much alike.
inline constexpr std::size_t kTie = 3;

/// What somebody says that a field means: "f" is the first.
struct GivenAnswer {
  std::string word{};
  std::size_t place = 0;
  bool seen = false;
};

/// A column that says which one was chosen.
struct ChoiceColumn {
  std::size_t column = 0;
  std::vector<std::size_t> options{};  ///< columns of the objects that may be chosen; none where they are pairs
  std::vector<std::string> words{};    ///< above those columns
  std::size_t places = 2;              ///< how many may be chosen
  ChoiceCode code = ChoiceCode::kName;
  std::vector<GivenAnswer> given{};
  bool normalize = false;  ///< the object's name may be written otherwise (alike_names.hpp)
};

/// What a row says.
struct Choice {
  std::size_t place = 0;
  std::int32_t times = 1;  ///< 0: that nobody could say
  double weight = 1.0;     ///< of the answer
  bool tie = false;        ///< both are as much alike
};

/// The place, from 0, that a field means by a code other than votes; nothing where it means none.
std::optional<std::size_t> place_of(const CsvReader& rows, const ChoiceColumn& choice, ChoiceCode code,
                                    std::string_view field);

/// The word above a place's column, "left"; "first" where there is none.
std::string place_word(const ChoiceColumn& choice, std::size_t place);

/// What is wrong with a list of CODE=PLACE, for a message; empty where nothing is.
std::string answers_problem(std::span<const std::string> answers);

/// Takes CODE=PLACE, a person's or else the preset's, where a place is left, right, first, second, third, or a word
/// above the objects that may be chosen. Throws UserError.
void take_given(const CsvReader& rows, const ComparisonOptions& options, ChoiceColumn& choice);

/// Finds out how the column is written; `rows` is before the first answer. Throws UserError if its fields fit no code,
/// or fit two that say the opposite. `asked` is the code that the word above the column demands, kGiven where a person
/// gave words, or kName.
void find_code(CsvReader& rows, ChoiceColumn& choice, ChoiceCode asked);

/// Throws UserError where another column, whose word means the same, says something else; `rows` is before the first
/// answer.
void check_same_answers(CsvReader& rows, const ChoiceColumn& choice, std::size_t other);

/// Of the current row. Throws UserError.
Choice choice_of(const CsvReader& rows, const ChoiceColumn& choice);

/// The code in words, for a note.
std::string text_of(const ChoiceColumn& choice);

}  // namespace tertium::files
