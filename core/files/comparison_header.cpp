#include "core/files/comparison_header.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/files/csv.hpp"

namespace tertium::core {
namespace {

struct Words {
  ColumnRole role;
  std::vector<std::string_view> words;
};

const std::vector<Words>& vocabulary() {
  static const std::vector<Words> all{
      {ColumnRole::kAnchor, {"anchor", "reference", "head", "probe", "query", "standard", "target", "pivot", "ref"}},
      {ColumnRole::kNear,
       {"near", "closer", "winner", "positive", "chosen", "nearer", "close", "selected", "similar", "more_similar"}},
      {ColumnRole::kFar,
       {"far", "farther", "loser", "negative", "rejected", "further", "unchosen", "not_chosen", "dissimilar",
        "less_similar"}},
      {ColumnRole::kFirst, {"i"}},
      {ColumnRole::kSecond, {"j"}},
      {ColumnRole::kThird, {"k"}},
      {ColumnRole::kFourth, {"l"}},
      {ColumnRole::kCentral, {"central", "most_central"}},
      {ColumnRole::kOdd, {"odd", "outlier", "odd_one_out", "odd_one"}},
      {ColumnRole::kOther,
       {"a", "b", "c", "x", "y", "other1", "other2", "other_1", "other_2", "first", "second", "object1", "object2"}},
      {ColumnRole::kCount, {"count", "votes", "weight", "frequency", "counts", "weights", "freq", "multiplicity"}},
      {ColumnRole::kNearCount, {"votes_near", "near_votes", "count_near", "near_count"}},
      {ColumnRole::kFarCount, {"votes_far", "far_votes", "count_far", "far_count"}},
      {ColumnRole::kSubject,
       {"subject", "worker", "participant", "person", "rater", "user", "subject_id", "worker_id", "participant_id",
        "annotator", "respondent", "judge"}},
  };
  return all;
}

std::string plain(std::string_view field) {
  std::string word = lower_case(field);
  if (word.starts_with('#')) word.erase(0, 1);
  for (char& c : word)
    if (c == ' ' || c == '.' || c == '-') c = '_';
  return word;
}

std::optional<ColumnRole> role_of(const std::string& word) {
  for (const Words& entry : vocabulary())
    if (std::find(entry.words.begin(), entry.words.end(), word) != entry.words.end()) return entry.role;
  return std::nullopt;
}

}  // namespace

std::span<const std::string_view> words_for(ColumnRole role) {
  for (const Words& entry : vocabulary())
    if (entry.role == role) return entry.words;
  return {};
}

ComparisonHeader::ComparisonHeader(std::span<const std::string_view> fields) {
  for (const std::string_view field : fields) {
    std::optional<ColumnRole> role = role_of(plain(field));
    if (role && *role != ColumnRole::kOther && *role != ColumnRole::kSubject && conflict_.empty())
      if (const auto earlier = find(*role))
        conflict_ = fmt::format("'{}' and '{}' both mean {}", fields[*earlier], field, words_for(*role).front());
    roles_.push_back(role);
  }
  if ((!has(ColumnRole::kCentral) && !has(ColumnRole::kOdd)) || others().size() == 2) return;
  const auto unknown = [](const auto& role) {
    return !role || *role < ColumnRole::kCentral || *role == ColumnRole::kOther;
  };
  if (std::count_if(roles_.begin(), roles_.end(), unknown) != 2) return;
  for (auto& role : roles_)
    if (unknown(role)) role = ColumnRole::kOther;
}

std::optional<std::size_t> ComparisonHeader::find(ColumnRole role) const {
  const auto found = std::find(roles_.begin(), roles_.end(), std::optional(role));
  if (found == roles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - roles_.begin());
}

std::vector<std::size_t> ComparisonHeader::others() const {
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < roles_.size(); ++k)
    if (roles_[k] == ColumnRole::kOther) columns.push_back(k);
  return columns.size() == 2 ? columns : std::vector<std::size_t>{};
}

bool ComparisonHeader::is_telling() const {
  constexpr std::array kTelling{ColumnRole::kAnchor,  ColumnRole::kNear,      ColumnRole::kFar,
                                ColumnRole::kCentral, ColumnRole::kOdd,       ColumnRole::kCount,
                                ColumnRole::kSubject, ColumnRole::kNearCount, ColumnRole::kFarCount};
  return std::any_of(kTelling.begin(), kTelling.end(), [&](ColumnRole role) { return has(role); });
}

std::string known_headers() {
  const auto listed = [](ColumnRole role) { return fmt::format("{}", fmt::join(words_for(role).first(4), "/")); };
  const auto all = [](ColumnRole role) { return fmt::format("{}", fmt::join(words_for(role), "/")); };
  return fmt::format(
      "triplets are {},{},{}; quadruplets i,j,k,l; the odd one out of three {} with a,b; the most central one {} with "
      "a,b; a column {} is how often the row was answered",
      listed(ColumnRole::kAnchor), listed(ColumnRole::kNear), listed(ColumnRole::kFar), all(ColumnRole::kOdd),
      all(ColumnRole::kCentral), listed(ColumnRole::kCount));
}

}  // namespace tertium::core
