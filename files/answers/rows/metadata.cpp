#include "files/answers/rows/metadata.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {
namespace {

bool holds(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Words for a check of attention.
bool is_check_word(std::string_view field) {
  const std::string word = lower_case(field);
  for (const std::string_view known : {"check", "catch", "attention"})
    if (word.starts_with(known)) return true;
  return false;
}

/// Words for a check in a column of its own; nothing where a word says neither.
std::optional<bool> check_of(std::string_view field) {
  constexpr std::array<std::string_view, 6> kYes{"1", "true", "yes", "y", "t", "x"};
  constexpr std::array<std::string_view, 10> kNo{"0", "false", "no", "n", "f", "none", "null", "test", "main", "trial"};
  if (is_check_word(field)) return true;
  return is_missing(field) ? false : yes_or_no(field, kYes, kNo);
}

/// "1,25" is 1.25; where commas divide fields, three digits behind one may be thousands.
std::optional<double> time_of(std::string field, char delimiter) {
  if (const std::size_t comma = field.find(',');
      comma != std::string::npos && comma == field.rfind(',') && (delimiter != ',' || field.size() - comma != 4))
    field[comma] = '.';
  return core::parse_number<double>(field);
}

void check_names(const CsvReader& rows, const char* what, std::span<const std::string> asked,
                 std::span<const std::string> known) {
  constexpr std::size_t kShown = 10;
  for (const std::string& name : asked)
    if (!holds(known, name))
      rows.fail_file("has no {} '{}' (there are {}{}), correct the name", what, name,
                     fmt::join(known.first(std::min(kShown, known.size())), ", "),
                     known.size() > kShown ? ", ..." : "");
}

}  // namespace

std::int32_t MetadataReader::number(std::optional<std::size_t> column, std::vector<std::string>& names,
                                    std::unordered_map<std::string, std::int32_t>& numbers) const {
  if (!column || is_missing(rows_.fields()[*column])) return -1;
  const auto [found, is_new] =
      numbers.try_emplace(std::string(rows_.fields()[*column]), static_cast<std::int32_t>(names.size()));
  if (is_new) names.push_back(found->first);
  return found->second;
}

/// A time that is missing, or none, damages no answer.
double MetadataReader::time() {
  if (!columns_.time) return std::numeric_limits<double>::quiet_NaN();
  const std::string_view field = rows_.fields()[*columns_.time];
  const std::optional<double> value = time_of(std::string(field), rows_.delimiter());
  if (value && *value >= 0) return *value;
  if (!value && !is_missing(field) && metadata_.bad_times++ == 0) metadata_.bad_time = field;
  return std::numeric_limits<double>::quiet_NaN();
}

bool MetadataReader::is_check() const {
  if (columns_.set && is_check_word(rows_.fields()[*columns_.set])) return true;
  if (!columns_.check) return false;
  return check_of(rows_.fields()[*columns_.check]).value_or(false);
}

bool MetadataReader::is_practice() const {
  if (!columns_.check) return false;
  const std::string word = lower_case(rows_.fields()[*columns_.check]);
  return word.starts_with("practice") || word.starts_with("practise");
}

MetadataReader::Row MetadataReader::take() {
  if (!columns_.any()) return Row::kAnswer;
  if (is_practice()) {
    ++metadata_.practice_rows;
    return Row::kLeftOut;
  }
  const bool check = is_check();
  if (columns_.says_whether && !check_of(rows_.fields()[*columns_.check]) && metadata_.odd_checks++ == 0)
    metadata_.odd_check = rows_.fields()[*columns_.check];
  origin_.subject = number(columns_.subject, metadata_.subjects, subjects_);
  origin_.set = check ? -1 : number(columns_.set, metadata_.sets, sets_);
  origin_.group = number(columns_.group, metadata_.groups, groups_);
  origin_.screen = number(columns_.screen, screen_names_, screens_);
  origin_.time = time();
  if (origin_.subject >= 0 && holds(options_.dropped_subjects, metadata_.subjects[origin_.subject])) {
    ++metadata_.dropped_rows;
    return Row::kLeftOut;
  }
  if (check) return Row::kCheck;
  if (!options_.sets.empty() && (origin_.set < 0 || !holds(options_.sets, metadata_.sets[origin_.set]))) {
    ++metadata_.other_set_rows;
    return Row::kLeftOut;
  }
  return Row::kAnswer;
}

void MetadataReader::check_options() const {
  if (!options_.dropped_subjects.empty() && !columns_.subject)
    rows_.fail_file("has no column of subjects (for --drop-subjects), name it subject, or with --columns");
  if (!options_.sets.empty() && !columns_.set)
    rows_.fail_file("has no column of sets (for --sets), name it set, or with --columns");
  check_names(rows_, "subject", options_.dropped_subjects, metadata_.subjects);
  check_names(rows_, "set", options_.sets, metadata_.sets);
}

}  // namespace tertium::files
