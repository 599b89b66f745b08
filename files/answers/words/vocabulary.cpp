#include "files/answers/words/vocabulary.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

namespace {

struct Words {
  ColumnRole role;
  std::vector<std::string_view> words;
};

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> all;
  for (std::size_t begin = 0, end = 0; end != words.npos; begin = end + 1)
    all.push_back(words.substr(begin, (end = words.find(' ', begin)) - begin));
  return all;
}

const std::vector<Words>& vocabulary() {
  static const std::vector<Words> all{
      {ColumnRole::kAnchor, split("anchor reference head probe query standard target pivot ref")},
      {ColumnRole::kNear, split("near closer winner positive chosen nearer close selected similar more_similar")},
      {ColumnRole::kFar,
       split("far farther loser negative rejected further unchosen not_chosen dissimilar less_similar")},
      {ColumnRole::kFirst, split("i")},
      {ColumnRole::kSecond, split("j")},
      {ColumnRole::kThird, split("k")},
      {ColumnRole::kFourth, split("l")},
      {ColumnRole::kCentral, split("central most_central")},
      {ColumnRole::kOdd, split("odd outlier odd_one_out odd_one")},
      {ColumnRole::kOther, split("a b c x y z first second third left right")},
      {ColumnRole::kChoice, split("answer choice response place place_chosen")},
      {ColumnRole::kFirstChosen, split("first_chosen left_chosen first_is_nearer")},
      {ColumnRole::kVotes, split("votes_first")},
      {ColumnRole::kCount, split("count votes frequency counts freq multiplicity")},
      {ColumnRole::kWeight, split("weight weights")},
      {ColumnRole::kGrade, split("grade certainty confidence sureness")},
      {ColumnRole::kNearCount, split("votes_near near_votes count_near near_count")},
      {ColumnRole::kFarCount, split("votes_far far_votes count_far far_count")},
      {ColumnRole::kAsked, split("asked times_asked out_of")},
      {ColumnRole::kShown, split("shown choices options candidates alternatives")},
      {ColumnRole::kRest, split("others rest")},
      {ColumnRole::kRanking, split("ranking ranked")},
      {ColumnRole::kSame, split("same same_cluster same_class same_category same_group together belong_together")},
      {ColumnRole::kSubject,
       split("subject worker participant person rater user subject_id worker_id participant_id annotator respondent "
             "judge puid workerid participantid subj prolific_pid prolific_id prolificid participant_private_id "
             "participant_public_id responseid subjectid session_id run_id")},
      {ColumnRole::kTime, split("rt response_time reaction_time seconds response_time_s response_time_ms rt_ms "
                                "reaction_time_ms duration latency")},
      {ColumnRole::kSet, split("set split sample_set sampleset fold alg_label")},
      {ColumnRole::kCheck,
       split("check is_check catch is_catch attention_check catch_trial trial_type sample_alg samplealg")},
      {ColumnRole::kGroup, split("group condition cohort")},
      {ColumnRole::kScreen, split("screen screen_id")},
  };
  return all;
}

std::string plain(std::string_view field) {
  std::string word;
  for (const char c : lower_case(field.starts_with('#') ? field.substr(1) : field)) {
    const bool divides = std::string_view(" .-()[]_").find(c) != std::string_view::npos;
    if (!divides || !word.ends_with('_')) word += divides ? '_' : c;
  }
  while (word.ends_with('_')) word.pop_back();
  return word;
}

/// "image_1", "item2", "option_b": one of those that a question is about.
bool is_numbered_thing(std::string_view word) {
  constexpr std::array<std::string_view, 10> kThings{"image",   "img",   "item",   "stimulus", "stim",
                                                     "picture", "photo", "object", "option",   "other"};
  if (word.empty() || std::string_view("123abc").find(word.back()) == std::string_view::npos) return false;
  word.remove_suffix(1);
  if (word.ends_with('_')) word.remove_suffix(1);
  return std::find(kThings.begin(), kThings.end(), word) != kThings.end();
}

/// "votes_a", "odd_2": how often one of those that a question is about was chosen.
bool is_place_votes(std::string_view word) {
  constexpr std::array<std::string_view, 4> kCounts{"votes_", "count_", "odd_", "chosen_"};
  if (word.empty() || std::string_view("123abc").find(word.back()) == std::string_view::npos) return false;
  word.remove_suffix(1);
  return std::find(kCounts.begin(), kCounts.end(), word) != kCounts.end();
}

/// Beside head,winner,loser some programs write the same objects once more, as they stood on the screen.
bool is_second_anchor(std::string_view field) {
  const std::string word = plain(field);
  return word == "center" || word == "centre";
}

/// Beside others these do not tell people apart: public ids are often hidden, the same for all, and a person may have
/// several runs.
bool is_second_subject(std::string_view field) {
  const std::string word = plain(field);
  return word == "participant_public_id" || word == "run_id";
}

}  // namespace

std::span<const std::string_view> words_for(ColumnRole role) {
  for (const Words& entry : vocabulary())
    if (entry.role == role) return entry.words;
  return {};
}

std::optional<ColumnRole> role_of(std::string_view word) {
  if (is_second_anchor(word)) return ColumnRole::kAnchor;
  const std::string known = plain(word);
  for (const Words& entry : vocabulary())
    if (std::find(entry.words.begin(), entry.words.end(), known) != entry.words.end()) return entry.role;
  if (is_place_votes(known)) return ColumnRole::kPlaceVotes;
  return is_numbered_thing(known) ? std::optional(ColumnRole::kOther) : std::nullopt;
}

bool says_whether_check(std::string_view word) {
  constexpr std::array<std::string_view, 3> kSorts{"trial_type", "sample_alg", "samplealg"};
  return std::ranges::find(kSorts, plain(word)) == kSorts.end();
}

bool tells_a_rating(std::string_view word) {
  constexpr std::array<std::string_view, 9> kWords{"similarity", "rating",   "score",     "distance",   "dist",
                                                   "likert",     "judgment", "judgement", "relatedness"};
  const std::string lower = lower_case(word);
  return std::ranges::any_of(kWords, [&](std::string_view part) { return lower.find(part) != std::string::npos; }) ||
         lower.ends_with("similarity");
}

bool is_missing(std::string_view field) {
  // No others: Na is a metal, and nan is bread.
  return field.empty() || field == "NA" || field == "N/A" || field == "?";
}

std::optional<bool> yes_or_no(std::string_view field, std::span<const std::string_view> yes,
                              std::span<const std::string_view> no) {
  std::string word = lower_case(field);
  if (std::int64_t value = 0; parse_whole(word, value)) word = std::to_string(value);
  if (std::ranges::find(yes, word) != yes.end()) return true;
  return std::ranges::find(no, word) != no.end() ? std::optional(false) : std::nullopt;
}

bool may_tell_people(std::string_view word) {
  const std::string known = '_' + plain(word) + '_';
  return std::ranges::any_of(
      std::array{"_id_", "participant", "subject", "worker", "user", "person", "respondent", "_pid_", "_uid_", "_vp_"},
      [&](const char* part) { return known.find(part) != std::string::npos; });
}

ComparisonHeader::ComparisonHeader(std::span<const std::string_view> fields) {
  const bool anchored = std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
    return role_of(field) == ColumnRole::kAnchor && !is_second_anchor(field);
  });
  const bool told_apart = std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
    return role_of(field) == ColumnRole::kSubject && !is_second_subject(field);
  });
  for (const std::string_view field : fields) {
    std::optional<ColumnRole> role = role_of(field);
    if ((anchored && is_second_anchor(field)) || (told_apart && is_second_subject(field))) role.reset();
    const bool once =
        role && *role < ColumnRole::kSubject && (*role < ColumnRole::kOther || *role > ColumnRole::kVotes);
    if (once && conflict_.empty())
      if (const auto earlier = find(*role))
        conflict_ = fmt::format("'{}' and '{}' both mean {}", fields[*earlier], field, words_for(*role).front());
    roles_.push_back(role);
    passed_over_.push_back(field == "-");
  }
  take_others();
}

void ComparisonHeader::take_others() {
  const bool of_three = has(ColumnRole::kCentral) || has(ColumnRole::kOdd);
  const bool asked = has(ColumnRole::kAnchor) || has(ColumnRole::kSame);
  const bool of_two = asked && !has(ColumnRole::kNear) && !has(ColumnRole::kFar);
  const std::size_t known = others().size();
  const bool many = has(ColumnRole::kRest) || has(ColumnRole::kRanking);
  if ((!of_three && !of_two) || known == 2 || known == 3 || many) return;
  const auto unknown = [&](const auto& role) {
    return !role || *role == ColumnRole::kOther ||
           (*role < ColumnRole::kCentral && (of_three || *role != ColumnRole::kAnchor));
  };
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < roles_.size(); ++k)
    if (unknown(roles_[k]) && !passed_over_[k]) free.push_back(k);
  if (free.size() != 2 && (free.size() != 3 || !of_three)) return;
  for (const std::size_t k : free) roles_[k] = ColumnRole::kOther;
}

std::optional<std::size_t> ComparisonHeader::find(ColumnRole role) const {
  const auto found = std::find(roles_.begin(), roles_.end(), std::optional(role));
  if (found == roles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - roles_.begin());
}

std::vector<std::size_t> ComparisonHeader::all(ColumnRole role) const {
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < roles_.size(); ++k)
    if (roles_[k] == role) columns.push_back(k);
  return columns;
}

std::vector<std::string> ComparisonHeader::lacking(std::size_t least) const {
  using enum ColumnRole;
  const std::size_t objects = others().size();
  const bool anchor = has(kAnchor);
  const bool choice = has(kChoice) || has(kFirstChosen) || has(kVotes) || (has(kNear) && objects == 2);
  const bool other_form = has(kOdd) || has(kCentral) || has(kFar) || has(kFirst) || objects > 2;
  if (other_form || (anchor ? 1U : 0U) + (choice ? 1U : 0U) + objects < least) return {};
  std::vector<std::string> roles;
  if (!anchor) roles.emplace_back("anchor");
  if (objects == 0) roles.emplace_back("left");
  if (objects < 2) roles.emplace_back("right");
  if (!choice) roles.emplace_back("answer");
  return roles;
}

bool ComparisonHeader::is_telling() const {
  constexpr std::array kTelling{ColumnRole::kAnchor,   ColumnRole::kNear,  ColumnRole::kFar,     ColumnRole::kCentral,
                                ColumnRole::kOdd,      ColumnRole::kCount, ColumnRole::kSubject, ColumnRole::kNearCount,
                                ColumnRole::kFarCount, ColumnRole::kTime,  ColumnRole::kCheck,   ColumnRole::kGroup,
                                ColumnRole::kWeight};
  return std::any_of(kTelling.begin(), kTelling.end(), [&](ColumnRole role) { return has(role); });
}

std::string known_headers() {
  const auto listed = [](ColumnRole role) { return fmt::format("{}", fmt::join(words_for(role).first(4), "/")); };
  const auto all = [](ColumnRole role) { return fmt::format("{}", fmt::join(words_for(role), "/")); };
  return fmt::format(
      "triplets are {},{},{}, or {},a,b and {}; quadruplets i,j,k,l; the odd one out of three {} with a,b; the most "
      "central one {} with a,b; whether two belong together a,b and {}; a column {} is how often the row was answered",
      listed(ColumnRole::kAnchor), listed(ColumnRole::kNear), listed(ColumnRole::kFar),
      words_for(ColumnRole::kAnchor).front(), words_for(ColumnRole::kChoice).front(), all(ColumnRole::kOdd),
      all(ColumnRole::kCentral), listed(ColumnRole::kSame), listed(ColumnRole::kCount));
}

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
          "'{}' is not a column of answers ({}; subject, rt, set, check, group, answer; - for columns to be passed "
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
    return "some columns are named, NAME=ROLE, and some are not, name all of them, or give a word for each column";
  return {};
}

}  // namespace tertium::files
