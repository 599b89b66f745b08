#include "answers/resampling/group_shuffles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

enum GroupDraw : std::uint64_t { kDrawsGroups, kDrawsFolds };

core::Stream draws_of(std::uint64_t seed, std::uint64_t shuffle, GroupDraw draw) {
  return {{.master_seed = seed, .repetition = shuffle}, core::Purpose::kGroups, draw};
}

}  // namespace

GroupShuffles::GroupShuffles(const AnswerTable& table) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers;  // by subject and group
  for (const GivenAnswer& answer : table.answers)
    if (answer.origin.subject >= 0 && answer.origin.group >= 0)
      numbers.try_emplace({answer.origin.subject, answer.origin.group}, 0);
  std::map<std::int32_t, std::vector<std::int32_t>> of_subject;
  for (auto& [place, number] : numbers) {
    number = static_cast<std::int32_t>(parts_.size());
    parts_.push_back({place.first, place.second});
    of_subject[place.first].push_back(number);
  }
  std::vector<std::int32_t> of_one_group;
  for (const auto& [subject, parts] : of_subject)
    if (parts.size() == 1)
      of_one_group.push_back(parts.front());
    else
      exchanged_.push_back(parts);
  if (!of_one_group.empty()) exchanged_.push_back(std::move(of_one_group));
  for (const GivenAnswer& answer : table.answers) {
    const auto found = numbers.find({answer.origin.subject, answer.origin.group});
    part_of_answer_.push_back(found == numbers.end() ? kNowhere : found->second);
  }
}

std::vector<std::int32_t> GroupShuffles::groups(std::uint64_t seed, std::uint64_t shuffle) const {
  std::vector<std::int32_t> groups;
  for (const GroupPart& part : parts_) groups.push_back(part.group);
  if (shuffle == 0) return groups;
  core::Stream draws = draws_of(seed, shuffle, kDrawsGroups);
  for (const std::vector<std::int32_t>& places : exchanged_) {
    std::vector<std::int32_t> among;
    for (const std::int32_t place : places) among.push_back(groups[place]);
    draws.shuffle(std::span(among));
    for (std::size_t k = 0; k < places.size(); ++k) groups[places[k]] = among[k];
  }
  return groups;
}

double GroupShuffles::arrangements() const {
  double logarithm = 0.0;
  for (const std::vector<std::int32_t>& places : exchanged_) {
    std::map<std::int32_t, int> times;
    for (const std::int32_t place : places) ++times[parts_[place].group];
    logarithm += std::lgamma(static_cast<double>(places.size()) + 1.0);
    for (const auto& [group, count] : times) logarithm -= std::lgamma(count + 1.0);
  }
  return std::round(std::exp(logarithm));
}

std::int32_t GroupShuffles::in_several() const {
  return static_cast<std::int32_t>(std::count_if(exchanged_.begin(), exchanged_.end(), [&](const auto& places) {
    return places.size() > 1 && parts_[places[0]].subject == parts_[places[1]].subject;
  }));
}

std::vector<std::int32_t> folds_of_parts(const std::vector<GroupPart>& parts, const std::vector<std::int32_t>& groups,
                                         std::int32_t folds, std::uint64_t seed, std::uint64_t shuffle) {
  std::map<std::int32_t, std::int32_t> group_of;  // the subject's, or one of them
  for (std::size_t k = 0; k < parts.size(); ++k) group_of.try_emplace(parts[k].subject, groups[k]);
  std::vector<std::pair<std::int32_t, std::int32_t>> people(group_of.begin(), group_of.end());
  draws_of(seed, shuffle, kDrawsFolds).shuffle(std::span(people));
  std::stable_sort(people.begin(), people.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::map<std::int32_t, std::int32_t> fold_of;
  for (std::size_t k = 0; k < people.size(); ++k) fold_of[people[k].first] = static_cast<std::int32_t>(k) % folds;
  std::vector<std::int32_t> fold;
  for (const GroupPart& part : parts) fold.push_back(fold_of.at(part.subject));
  return fold;
}

}  // namespace tertium::answers
