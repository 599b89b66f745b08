// The words above columns, as a person says what they are.
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/layout/layout.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {

std::vector<std::string_view> listed_words(const CsvReader& rows, const ComparisonOptions& options) {
  std::vector<std::string_view> words(options.columns.begin(), options.columns.end());
  if (words.size() != rows.fields().size())
    rows.fail_here("{} fields (--columns names {}), name every column, - for those to be passed over",
                   rows.fields().size(), words.size());
  return words;
}

std::vector<std::string> words_by_name(const CsvReader& rows, const ComparisonOptions& options) {
  using enum ColumnRole;
  std::vector<std::string> words;
  std::set<ColumnRole> taken;
  for (const std::string& text : options.columns)
    if (const auto role = role_of(named_column(text)->role)) taken.insert(*role);
  // All of these say which one was chosen; near does beside no far.
  const std::set<ColumnRole> choices{kChoice, kFirstChosen, kVotes};
  if (std::any_of(taken.begin(), taken.end(), [&](ColumnRole role) { return choices.contains(role); })) {
    taken.insert(choices.begin(), choices.end());
    if (!taken.contains(kFar)) taken.insert(kNear);
  }
  for (const std::string_view field : rows.fields()) {
    const auto role = role_of(field);
    words.emplace_back(role && !taken.contains(*role) ? field : "-");
  }
  for (const std::string& text : options.columns) {
    const NamedColumn column = *named_column(text);
    const auto at = std::find(rows.fields().begin(), rows.fields().end(), column.name);
    if (at == rows.fields().end())
      rows.fail_here("no column is called '{}' (there are {}), correct --columns", column.name,
                     some_words(rows.fields(), ", "));
    if (std::count(at, rows.fields().end(), column.name) > 1)
      rows.fail_here("two columns are called '{}', rename one, or give --columns a word for each column", column.name);
    words[static_cast<std::size_t>(at - rows.fields().begin())] = column.role;
  }
  return words;
}

std::vector<std::string_view> not_passed_over(ColumnWords words, ColumnWords names, const ComparisonOptions& options) {
  std::vector<std::string_view> all(words.begin(), words.end());
  for (std::size_t k = 0; k < all.size() && options.named_columns; ++k)
    if (all[k] == "-" && std::ranges::find(options.passed_over, names[k]) == options.passed_over.end())
      all[k] = names[k];
  return all;
}

}  // namespace tertium::files
