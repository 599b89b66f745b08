#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// What files of a program of experiments have in common, in the words of the options that a person would give else.
///
/// In names of columns, and in fields, * stands for any text; of all columns of a preset for the same one.
struct Preset {
  std::string_view name;                       ///< as --from takes it
  std::vector<std::string_view> known_by{};    ///< columns that together no other program writes; none: it is told
  std::string_view unless = "-";               ///< a column that only another program writes
  std::vector<std::string_view> columns{};     ///< NAME=ROLE
  std::vector<std::string_view> answers{};     ///< CODE=PLACE, where neither names nor sides are written
  std::vector<std::string_view> missing{};     ///< what stands where nothing was said
  std::vector<std::string_view> rows{};        ///< NAME=FIELD: no others; NAME!=FIELD: not these
  std::optional<AnswerForm> form{};            ///< of files without a header
  FieldMeaning fields = FieldMeaning::kGuess;  ///< likewise
  bool wide = false;                           ///< one row a person, one column a question
};

/// What --from takes.
std::vector<std::string> preset_names();
/// Throws UserError naming those that there are.
const Preset& find_preset(std::string_view name);

/// Whether a program's files have such a header, or are said to.
bool is_export(std::span<const std::string> header, const ComparisonOptions& options);

/// The options with what the preset adds, the one that is asked for or the one that the header tells: what a person
/// says goes before. Rows that are none are passed over. Leaves `rows` rewound; notes say what was done. Throws
/// UserError.
ComparisonOptions with_preset(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes);

}  // namespace tertium::files
