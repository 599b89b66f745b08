#include "files/answers/reshape/exports.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/error.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

constexpr std::int64_t kRowsToLookAt = 1000;
constexpr std::string_view kNoPreset = "none";  // whatever the header looks like

const std::vector<Preset>& all_presets() {
  static const std::vector<Preset> all{
      {.name = "jspsych",
       .known_by = {"trial_type", "trial_index", "time_elapsed"},
       .unless = "psychopyVersion",
       .answers = {"0=first", "1=second", "2=third", "arrowleft=first", "arrowright=second"},
       .missing = {"null"}},
      {.name = "psychopy",
       .known_by = {"psychopyVersion"},
       .columns = {"*.keys=answer", "*.rt=rt"},
       .missing = {"None"},
       .rows = {"event!=stimulus_presentation"}},
      {.name = "gorilla",
       .known_by = {"Event Index", "Participant Private ID"},
       .columns = {"Participant Private ID=subject", "Response=answer", "Reaction Time=rt"},
       .rows = {"Event Index!=END OF FILE", "Zone Type=response_*"}},
      {.name = "qualtrics",
       .known_by = {"StartDate", "EndDate", "ResponseId"},
       .columns = {"ResponseId=subject"},
       .rows = {"ResponseId=R_*", "DistributionChannel!=preview", "Status!=Survey Preview"},
       .wide = true},
      {.name = "salmon",
       .known_by = {"head_filename", "winner_filename", "loser_filename"},
       .columns = {"head_filename=anchor", "winner_filename=near", "loser_filename=far"}},
      // An older version: the loser is the other one of the two.
      {.name = "salmon",
       .known_by = {"head_filename", "left_filename", "right_filename", "winner_filename"},
       .columns = {"head_filename=anchor", "left_filename=left", "right_filename=right", "winner_filename=answer"}},
      {.name = "meadows",
       .known_by = {"participation", "stim1_name", "stim2_name", "stim3_name", "label"},
       .columns = {"participation=subject", "stim1_name=first", "stim2_name=second", "stim3_name=third", "label=odd"}},
      {.name = "next",
       .known_by = {"target_center", "target_left", "target_right", "target_winner"},
       .columns = {"participant_uid=subject", "target_center=anchor", "target_left=left", "target_right=right",
                   "target_winner=answer"}},
      // The same in JSON, by numbers: the winner has no other name there.
      {.name = "next",
       .known_by = {"center_target_id", "left_target_id", "right_target_id", "target_winner"},
       .columns = {"participant_uid=subject", "center_target_id=anchor", "left_target_id=left", "right_target_id=right",
                   "target_winner=answer"},
       .fields = FieldMeaning::kZeroIds},
      {.name = "things", .form = AnswerForm::kOddOneOut, .fields = FieldMeaning::kZeroIds},
      {.name = "tripletTools",
       .known_by = {"head", "winner", "loser", "Center", "Left", "Right", "Answer"},
       .columns = {"Center=anchor", "Left=left", "Right=right", "Answer=answer"}},
      {.name = kNoPreset},
  };
  return all;
}

/// The text that the * of a pattern stands for, empty without one; nothing where it does not fit.
std::optional<std::string_view> fit(std::string_view text, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return text == pattern ? std::optional(std::string_view()) : std::nullopt;
  const std::string_view head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  if (text.size() < head.size() + tail.size() || !text.starts_with(head) || !text.ends_with(tail)) return std::nullopt;
  return text.substr(head.size(), text.size() - head.size() - tail.size());
}

std::string with_star(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return std::string(pattern);
  return fmt::format("{}{}{}", pattern.substr(0, star), text, pattern.substr(star + 1));
}

std::optional<std::size_t> column_called(std::span<const std::string_view> header, std::string_view name) {
  const auto found = std::find(header.begin(), header.end(), name);
  return found == header.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - header.begin()));
}

const Preset* preset_of(std::span<const std::string_view> header, const ComparisonOptions& options) {
  const auto has = [&](std::string_view name) { return column_called(header, name).has_value(); };
  for (const Preset& preset : all_presets())
    if (!preset.known_by.empty() && (options.preset.empty() ? !has(preset.unless) : options.preset == preset.name) &&
        std::ranges::all_of(preset.known_by, has))
      return &preset;
  return options.preset.empty() ? nullptr : &find_preset(options.preset);
}

/// What a rule NAME=FIELD or NAME!=FIELD says, about a column of the file.
struct RowRule {
  std::size_t column;
  std::string_view field;
  bool wanted;

  bool passes_over(std::span<const std::string_view> row) const {
    return column < row.size() && fit(row[column], field).has_value() != wanted;
  }
};

/// A rule in its parts: the column's name, and what stands there or not.
struct RuleText {
  std::string_view name, field;
  bool wanted;
};

RuleText parts_of(std::string_view text) {
  const std::size_t at = text.find('=');
  const bool wanted = at == 0 || text[at - 1] != '!';
  return {text.substr(0, wanted ? at : at - 1), text.substr(at + 1), wanted};
}

std::vector<RowRule> rules_of(const Preset& preset, std::span<const std::string_view> header) {
  std::vector<RowRule> rules;
  for (const std::string_view text : preset.rows) {
    const RuleText rule = parts_of(text);
    if (const auto column = column_called(header, rule.name)) rules.push_back({*column, rule.field, rule.wanted});
  }
  return rules;
}

/// What a person says of the rows. Throws UserError.
std::vector<RowRule> asked_rules(const CsvReader& rows, const ComparisonOptions& options,
                                 std::span<const std::string_view> header) {
  std::vector<RowRule> rules;
  for (const std::string& text : options.metadata.where) {
    const RuleText rule = parts_of(text);
    const auto column = column_called(header, rule.name);
    if (!column || options.header == HeaderLine::kNo)
      rows.fail_here(
          "no column is called '{}' ({}), correct --where", rule.name,
          options.header == HeaderLine::kNo ? "there is no header" : "there are " + some_words(header, ", "));
    rules.push_back({*column, rule.field, rule.wanted});
  }
  return rules;
}

/// Of the columns that fit a pattern with a *, the text for it of the one that most rows fill: keys are pressed more
/// often in questions than to leave instructions.
std::string star_of(CsvReader& rows, const Preset& preset) {
  const auto pattern = std::ranges::find_if(preset.columns, [](auto text) { return text.starts_with('*'); });
  if (pattern == preset.columns.end()) return {};
  to_first_row(rows);
  std::vector<std::pair<std::int64_t, std::string>> filled;  // by column
  for (const std::string_view name : rows.fields()) {
    const auto star = fit(name, named_column(*pattern)->name);
    filled.emplace_back(star ? 0 : -kRowsToLookAt - 1, star.value_or(""));
  }
  for (std::int64_t row = 0; row < kRowsToLookAt && next_readable(rows); ++row)
    for (std::size_t k = 0; k < std::min(filled.size(), rows.fields().size()); ++k)
      filled[k].first += is_missing(rows.fields()[k]) ? 0 : 1;
  to_first_row(rows);
  return std::ranges::max_element(filled, {}, &std::pair<std::int64_t, std::string>::first)->second;
}

/// Whether it says which columns the objects stand in, and the answers with them: the others of its files hold the same
/// in numbers.
bool names_objects(const Preset& preset) {
  return std::ranges::any_of(
      preset.columns, [](std::string_view text) { return *role_of(named_column(text)->role) < ColumnRole::kChoice; });
}

/// The preset's columns that the file has and whose roles neither the person nor the header gives to others: an answer
/// goes where the header tells none.
std::vector<std::string> columns_of(CsvReader& rows, const Preset& preset, const ComparisonOptions& options) {
  std::vector<std::string> columns;
  // Names of some objects do not go with the numbers of others.
  const auto is_there = [&](std::string_view text) {
    return column_called(rows.fields(), named_column(text)->name).has_value();
  };
  if (names_objects(preset) && !std::ranges::all_of(preset.columns, is_there)) return columns;
  const std::string star = star_of(rows, preset);
  const std::vector<std::string> renamed =
      told_words(std::vector<std::string>(rows.fields().begin(), rows.fields().end()), options.columns);
  const std::vector<std::string_view> words(renamed.begin(), renamed.end());
  const ComparisonHeader header(words);
  const bool tells_answers = named_layout(header, words.size(), options.form).has_value();
  for (const std::string_view text : preset.columns) {
    const std::string column = with_star(text, star);
    const NamedColumn named = *named_column(column);
    const bool told = std::ranges::any_of(options.columns, [&](const std::string& other) {
      return named_column(other)->name == named.name || role_of(named_column(other)->role) == role_of(named.role);
    });
    const ColumnRole role = *role_of(named.role);
    const bool known = !names_objects(preset) && (header.has(role) || (role == ColumnRole::kChoice && tells_answers));
    if (!told && !known && column_called(rows.fields(), named.name)) columns.push_back(column);
  }
  return columns;
}

/// Whether a person says what objects are, which are those of other columns then.
bool tells_objects(const ComparisonOptions& options) {
  return !options.known_names.empty() || options.objects > 0 || options.fields == FieldMeaning::kZeroIds ||
         options.fields == FieldMeaning::kOneIds;
}

/// Whether they can be added by name: a person's list of words names all of them.
bool takes_columns(const ComparisonOptions& options) {
  if (!options.columns.empty()) return named_column(options.columns.front()).has_value();
  return options.header != HeaderLine::kNo;
}

/// "ResponseId is R_*".
std::string text_of(const RowRule& rule, std::span<const std::string_view> header) {
  return fmt::format("{} {} {}", header[rule.column], rule.wanted ? "is" : "is not", rule.field);
}

/// "stage is main and status is not rejected".
std::string text_of(std::span<const RowRule> rules, std::span<const std::string_view> header) {
  std::vector<std::string> texts;
  for (const RowRule& rule : rules) texts.push_back(text_of(rule, header));
  return fmt::format("{}", fmt::join(texts, " and "));
}

/// Passes over the rows that are none, by the first `of_person` rules of a person and others of a program. Throws
/// UserError if that leaves nothing.
void take_rules(CsvReader& rows, std::string_view preset, const std::vector<RowRule>& rules, std::size_t of_person,
                std::span<const std::string_view> header) {
  if (rules.empty()) return;
  // The fields of rules lie in the options, which are gone when rows are read.
  std::vector<std::string> fields;
  for (const RowRule& rule : rules) fields.emplace_back(rule.field);
  rows.pass_over([rules, fields](std::span<const std::string_view> row) {
    for (std::size_t k = 0; k < rules.size(); ++k)
      if (RowRule{rules[k].column, fields[k], rules[k].wanted}.passes_over(row)) return true;
    return false;
  });
  to_first_row(rows);
  if (next_readable(rows) || rows.passed_over() == 0) return;
  if (of_person > 0)
    rows.fail_file("none of its {} rows is one where {}, correct --where", rows.passed_over(), text_of(rules, header));
  rows.fail_file(
      "all {} rows below the header are passed over (in files of {} answers are where {}), export the answers, too, or "
      "if something else wrote the file: --from {}",
      rows.passed_over(), preset, text_of(rules, header), kNoPreset);
}

std::string note_of(const Preset& preset, bool asked, std::span<const std::string> columns,
                    std::span<const RowRule> rules, std::span<const std::string_view> header) {
  std::vector<std::string> parts;
  if (!columns.empty()) parts.push_back(fmt::format("--columns '{}'", fmt::join(columns, ",")));
  if (!preset.missing.empty()) parts.push_back(fmt::format("--missing {}", fmt::join(preset.missing, ",")));
  if (preset.form) parts.push_back(fmt::format("--kind {} --base 0", name_of(*preset.form)));
  for (const RowRule& rule : rules) parts.push_back(text_of(rule, header));
  return fmt::format("{} {}: {}", asked ? "as" : "this is a file of", preset.name,
                     parts.empty() ? "nothing is to be added" : fmt::format("{}", fmt::join(parts, "; ")));
}

}  // namespace

std::string where_problem(const std::vector<std::string>& where) {
  for (const std::string& text : where)
    if (text.find('=') == std::string::npos || parts_of(text).name.empty())
      return fmt::format("'{}' is not NAME=FIELD or NAME!=FIELD", text);
  return "";
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : all_presets())
    if (std::ranges::find(names, preset.name) == names.end()) names.emplace_back(preset.name);
  return names;
}

const Preset& find_preset(std::string_view name) {
  for (const Preset& preset : all_presets())
    if (lower_case(preset.name) == lower_case(name)) return preset;
  core::fail_unknown("program of experiments", name, preset_names());
}

bool is_export(std::span<const std::string> header, const ComparisonOptions& options) {
  const Preset* preset = preset_of(std::vector<std::string_view>(header.begin(), header.end()), options);
  return preset != nullptr && !preset->known_by.empty();
}

ComparisonOptions with_preset(CsvReader& rows, const ComparisonOptions& options, std::vector<std::string>& notes) {
  rows.rewind();
  if (!next_readable(rows)) return options;
  const Preset* preset = preset_of(rows.fields(), options);
  if (preset != nullptr && preset->name == kNoPreset) preset = nullptr;
  const std::vector<std::string> header(rows.fields().begin(), rows.fields().end());
  const std::vector<std::string_view> names(header.begin(), header.end());
  std::vector<RowRule> all = asked_rules(rows, options, names);
  const std::size_t of_person = all.size();
  if (of_person > 0) notes.push_back(fmt::format("only rows where {}", text_of(all, names)));
  const std::vector<RowRule> rules = preset == nullptr ? std::vector<RowRule>{} : rules_of(*preset, names);
  all.insert(all.end(), rules.begin(), rules.end());
  take_rules(rows, preset == nullptr ? "" : preset->name, all, of_person, names);
  to_first_row(rows);
  if (preset == nullptr) return options;
  ComparisonOptions added = options;
  added.missing.insert(added.missing.end(), preset->missing.begin(), preset->missing.end());
  const bool asked = !options.preset.empty();
  std::vector<std::string> columns;
  const bool ids = !asked && names_objects(*preset) && tells_objects(options);
  if (takes_columns(options) && !ids) columns = columns_of(rows, *preset, options);
  added.columns_of_export = options.columns.empty();
  added.columns.insert(added.columns.end(), columns.begin(), columns.end());
  if (preset->wide && options.questions.empty() && options.columns.empty() &&
      !named_layout(ComparisonHeader(names), names.size(), options.form))
    rows.fail_here(
        "this is a file of {}, with a column for each question (the last ones are {}), describe them: --questions "
        "TABLE, a CSV file with rows question,anchor,left,right, such as {},owl,cat,mixer",
        preset->name, fmt::join(std::span(header).last(std::min<std::size_t>(3, header.size())), ", "), header.back());
  added.usual_answers.assign(preset->answers.begin(), preset->answers.end());
  if (preset->form && !options.form) added.form = preset->form;
  if (preset->form && options.fields == FieldMeaning::kGuess) added.fields = preset->fields;
  notes.push_back(note_of(*preset, asked, columns, rules, names));
  rows.rewind();
  return added;
}

}  // namespace tertium::files
