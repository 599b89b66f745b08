// What a person says of columns, NAME=ROLE.
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {

std::optional<NamedColumn> named_column(std::string_view text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view role = core::trimmed(text.substr(at + 1));
  // Above a column "time" may be that of the day.
  return NamedColumn{core::trimmed(text.substr(0, at)), role == "time" ? "rt" : role};
}

std::vector<std::string> told_words(std::span<const std::string> header, std::span<const std::string> columns) {
  std::vector<std::string> words(header.begin(), header.end());
  for (const std::string& text : columns)
    if (const std::optional<NamedColumn> named = named_column(text))
      if (const auto at = std::ranges::find(header, named->name); at != header.end())
        words[static_cast<std::size_t>(at - header.begin())] = named->role;
  return words;
}

std::string some_words(std::span<const std::string_view> words, std::string_view between) {
  constexpr std::size_t kShown = 8;
  if (words.size() <= kShown) return fmt::format("{}", fmt::join(words, between));
  return fmt::format("{}{}... ({})", fmt::join(words.first(kShown), between), between, words.size());
}

std::string some_words(std::span<const std::string> words, std::string_view between) {
  return some_words(std::vector<std::string_view>(words.begin(), words.end()), between);
}

std::string columns_problem(std::span<const std::string> columns) {
  std::size_t named = 0;
  for (const std::string& text : columns) {
    const std::optional<NamedColumn> column = named_column(text);
    const std::string_view word = column ? column->role : text;
    if (word != "-" && !role_of(word))
      return fmt::format(
          "'{}' is no column of answers ({}; subject, rt, set, check, group, answer; - for columns to be passed "
          "over), correct it",
          word, known_headers());
    named += column ? 1 : 0;
  }
  for (std::size_t k = 0; k < columns.size() && named == columns.size(); ++k)
    for (std::size_t other = 0; other < k; ++other) {
      const NamedColumn one = *named_column(columns[k]), earlier = *named_column(columns[other]);
      const std::optional<ColumnRole> role = role_of(one.role);
      if (one.name == earlier.name) return fmt::format("'{}' is named twice, say once what it is", one.name);
      if (role && (one.role == earlier.role || (*role != ColumnRole::kOther && role == role_of(earlier.role))))
        return fmt::format("'{}' and '{}' are both said to be {}, keep one", earlier.name, one.name, one.role);
    }
  if (named > 0 && named < columns.size())
    return "some columns are named, NAME=ROLE, and some are not, name all that you mean, or give a word for each "
           "column";
  return {};
}

}  // namespace tertium::files
