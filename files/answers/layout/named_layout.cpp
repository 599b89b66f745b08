#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/answers/layout/layout.hpp"
#include "files/answers/words/vocabulary.hpp"

namespace tertium::files {

namespace {

using Columns = std::vector<std::size_t>;

/// What a row says by its form: i, j, k, l of each statement, as places among its objects a, b, c. Where c is the odd
/// one, a is more like b than like c, and b more like a than like c; where a is the most central one, b is more like a
/// than like c, and c more like a than like b.
const std::array<std::vector<std::array<std::size_t, 4>>, 4> kStatements{
    {{{0, 1, 2, 3}}, {{0, 1, 0, 2}}, {{0, 1, 0, 2}, {1, 0, 1, 2}}, {{1, 0, 1, 2}, {2, 0, 2, 1}}}};

/// The column that says which one was chosen, as far as the header tells: "chosen", too, where no other one is the
/// rejected one, and before "response", which may be the number of a button.
std::optional<std::pair<std::size_t, ColumnRole>> choice_column(const ComparisonHeader& header) {
  using enum ColumnRole;
  for (const ColumnRole role : {kFirstChosen, kVotes})
    if (const auto column = header.find(role)) return std::pair{*column, role};
  if (const auto column = header.find(kNear); column && !header.has(kFar)) return std::pair{*column, kChoice};
  if (const auto column = header.find(kChoice)) return std::pair{*column, kChoice};
  return std::nullopt;
}

/// Questions with as many columns as there are objects to choose from, which say how often each was.
std::optional<ComparisonLayout> counted_layout(const ComparisonHeader& header, std::size_t fields,
                                               std::optional<AnswerForm> form) {
  const Columns votes = header.all(ColumnRole::kPlaceVotes), others = header.others();
  const auto anchor = header.find(ColumnRole::kAnchor);
  if (votes.empty() || votes.size() != others.size()) return std::nullopt;
  if (anchor && others.size() == 2) {
    ComparisonLayout layout = layout_of(AnswerForm::kTriplet, {*anchor, others[0], others[1]}, fields);
    layout.forms = {{{0, 1, 0, 2}, votes[0]}, {{0, 2, 0, 1}, votes[1]}};
    return layout;
  }
  if (others.size() != 3 || (form && *form != AnswerForm::kOddOneOut && *form != AnswerForm::kMostCentral))
    return std::nullopt;
  ComparisonLayout layout = layout_of(form.value_or(AnswerForm::kOddOneOut), others, fields);
  layout.forms.clear();
  // The chosen one is the last of an odd-one-out, and the first of a most-central.
  const std::size_t chosen = layout.form == AnswerForm::kOddOneOut ? 2 : 0;
  for (std::size_t turn = 0; turn < 3; ++turn)
    for (std::array<std::size_t, 4> at : kStatements[static_cast<std::size_t>(layout.form)]) {
      for (std::size_t& place : at) place = (place + turn) % 3;
      layout.forms.push_back({at, votes[(chosen + turn) % 3]});
    }
  return layout;
}

/// Questions with a column that says which of two objects, pairs, or three objects was chosen.
std::optional<ComparisonLayout> chosen_layout(const ComparisonHeader& header, std::size_t fields,
                                              std::optional<AnswerForm> form, const Columns& quadruplet) {
  using enum ColumnRole;
  const auto count = header.find(kCount);
  const Columns others = header.others();
  auto choice = choice_column(header);
  ComparisonLayout layout;
  if (const auto anchor = header.find(kAnchor); anchor && choice && others.size() == 2) {
    layout = layout_of(AnswerForm::kTriplet, {*anchor, others[0], others[1]}, fields, count);
  } else if (!quadruplet.empty() && choice) {
    layout = layout_of(AnswerForm::kQuadruplet, quadruplet, fields, count);
  } else if (others.size() == 3) {
    const auto odd = header.find(kOdd), central = header.find(kCentral);
    if (odd) form = AnswerForm::kOddOneOut;
    if (central) form = AnswerForm::kMostCentral;
    if (odd || central) choice = std::pair{odd ? *odd : *central, kChoice};
    if (!choice || (form != AnswerForm::kOddOneOut && form != AnswerForm::kMostCentral)) return std::nullopt;
    layout = layout_of(*form, others, fields, count);
  } else {
    return std::nullopt;
  }
  layout.choice = ChoiceColumn{.column = choice->first, .places = others.size() == 3 ? std::size_t{3} : std::size_t{2}};
  if (layout.form != AnswerForm::kQuadruplet) layout.choice->options = others;
  layout.choice->code = choice->second == kFirstChosen ? ChoiceCode::kFirstChosen
                        : choice->second == kVotes     ? ChoiceCode::kVotes
                                                       : ChoiceCode::kName;
  return layout;
}

}  // namespace

ComparisonLayout layout_of(AnswerForm form, std::vector<std::size_t> columns, std::size_t fields,
                           std::optional<std::size_t> count) {
  ComparisonLayout layout{.form = form, .columns = std::move(columns), .forms = {}, .fields = fields};
  for (const auto& at : kStatements[static_cast<std::size_t>(form)]) layout.forms.push_back({at, count});
  return layout;
}

std::optional<ComparisonLayout> named_layout(const ComparisonHeader& header, std::size_t fields,
                                             std::optional<AnswerForm> form) {
  const auto all = [&](std::initializer_list<ColumnRole> roles) {
    Columns columns;
    for (const ColumnRole role : roles)
      if (const auto column = header.find(role)) columns.push_back(*column);
    return columns.size() == roles.size() ? columns : Columns{};
  };
  using enum ColumnRole;
  const auto count = header.find(kCount), near = header.find(kNearCount), far = header.find(kFarCount);
  const Columns others = header.others();
  if (Columns columns = all({kAnchor, kNear, kFar}); !columns.empty()) {
    ComparisonLayout layout = layout_of(AnswerForm::kTriplet, std::move(columns), fields, count);
    const auto asked = near.has_value() != far.has_value() ? header.find(kAsked) : std::nullopt;
    if ((near && far) || asked)
      layout.forms = {{{0, 1, 0, 2}, near ? near : far, near ? std::nullopt : asked},
                      {{0, 2, 0, 1}, far ? far : near, far ? std::nullopt : asked}};
    return layout;
  }
  if (auto layout = counted_layout(header, fields, form)) return layout;
  const Columns quadruplet = all({kFirst, kSecond, kThird, kFourth});
  if (auto layout = chosen_layout(header, fields, form, quadruplet)) return layout;
  if (!quadruplet.empty()) return layout_of(AnswerForm::kQuadruplet, quadruplet, fields, count);
  if (Columns columns = all({kFirst, kSecond, kThird}); !columns.empty())
    return layout_of(form.value_or(AnswerForm::kTriplet), std::move(columns), fields, count);
  if (others.size() != 2) return std::nullopt;
  if (const auto central = header.find(kCentral); central && !header.has(kOdd))
    return layout_of(AnswerForm::kMostCentral, {*central, others[0], others[1]}, fields, count);
  if (const auto odd = header.find(kOdd); odd && !header.has(kCentral))
    return layout_of(AnswerForm::kOddOneOut, {others[0], others[1], *odd}, fields, count);
  return std::nullopt;
}

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
