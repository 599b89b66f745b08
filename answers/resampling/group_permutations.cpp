#include "answers/resampling/group_permutations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

core::Stream draws_of(std::uint64_t seed, std::uint64_t permutation, GroupDraw draw) {
  return {{.master_seed = seed, .repetition = permutation}, core::Purpose::kGroups, draw};
}

std::vector<std::int32_t> groups_with_answers(const AnswerTable& table) {
  std::set<std::int32_t> groups;
  for (const GivenAnswer& answer : table.answers)
    if (answer.origin.subject >= 0 && answer.origin.group >= 0) groups.insert(answer.origin.group);
  return {groups.begin(), groups.end()};
}

}  // namespace

GroupPermutations::GroupPermutations(const AnswerTable& table) : GroupPermutations(table, groups_with_answers(table)) {}

GroupPermutations::GroupPermutations(const AnswerTable& table, std::vector<std::int32_t> groups)
    : groups_(std::move(groups)) {
  std::map<std::int32_t, std::int32_t> place;  // of a group
  for (const std::int32_t group : groups_) place.emplace(group, static_cast<std::int32_t>(place.size()));
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;  // of a part, by subject and group
  for (const GivenAnswer& answer : table.answers)
    if (answer.origin.subject >= 0 && place.contains(answer.origin.group))
      number.try_emplace({answer.origin.subject, answer.origin.group}, 0);
  for (auto& [of, part] : number) {
    part = static_cast<std::int32_t>(parts_.size());
    if (parts_.empty() || parts_.back().subject != of.first) of_person_.emplace_back();
    parts_.push_back({of.first, place.at(of.second)});
    of_person_.back().push_back(part);
  }
  std::vector<std::int32_t> of_one_group;
  for (const std::vector<std::int32_t>& parts : of_person_)
    if (parts.size() == 1)
      of_one_group.push_back(parts.front());
    else
      exchanged_.push_back(parts);
  if (!of_one_group.empty()) exchanged_.push_back(std::move(of_one_group));
  for (const GivenAnswer& answer : table.answers) {
    const auto found = number.find({answer.origin.subject, answer.origin.group});
    part_of_answer_.push_back(found == number.end() ? kNowhere : found->second);
  }
  for (const std::vector<std::int32_t>& places : exchanged_) arrangements_ *= ways(places);
}

std::vector<std::int32_t> GroupPermutations::as_they_are() const {
  std::vector<std::int32_t> groups;
  for (const GroupPart& part : parts_) groups.push_back(part.group);
  return groups;
}

std::vector<std::int32_t> GroupPermutations::permuted(std::uint64_t seed, std::uint64_t permutation) const {
  std::vector<std::int32_t> groups = as_they_are();
  if (permutation == 0) return groups;
  core::Stream draws = draws_of(seed, permutation, kDrawsGroups);
  for (const std::vector<std::int32_t>& places : exchanged_) {
    std::vector<std::int32_t> among;
    for (const std::int32_t place : places) among.push_back(groups[place]);
    draws.shuffle(std::span(among));
    for (std::size_t k = 0; k < places.size(); ++k) groups[places[k]] = among[k];
  }
  return groups;
}

std::vector<std::int32_t> GroupPermutations::folds(const std::vector<std::int32_t>& group, std::int32_t folds,
                                                   std::uint64_t seed, std::uint64_t permutation) const {
  std::vector<std::pair<std::set<std::int32_t>, std::size_t>> people;  // with their groups, which in several stay
  for (std::size_t person = 0; person < of_person_.size(); ++person) {
    std::set<std::int32_t> in;
    for (const std::int32_t part : of_person_[person]) in.insert(group[part]);
    people.emplace_back(std::move(in), person);
  }
  draws_of(seed, permutation, kDrawsFolds).shuffle(std::span(people));
  std::stable_sort(people.begin(), people.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::int32_t> fold(parts_.size());
  for (std::size_t k = 0; k < people.size(); ++k)
    for (const std::int32_t part : of_person_[people[k].second]) fold[part] = static_cast<std::int32_t>(k) % folds;
  return fold;
}

/// To deal out the groups of these parts among them.
double GroupPermutations::ways(const std::vector<std::int32_t>& places) const {
  std::map<std::int32_t, int> times;
  for (const std::int32_t place : places) ++times[parts_[place].group];
  double logarithm = std::lgamma(static_cast<double>(places.size()) + 1.0);
  for (const auto& [group, count] : times) logarithm -= std::lgamma(count + 1.0);
  return std::round(std::exp(logarithm));
}

std::vector<std::int32_t> GroupPermutations::arrangement(std::uint64_t number) const {
  std::vector<std::int32_t> groups = as_they_are();
  for (const std::vector<std::int32_t>& places : exchanged_) {
    std::vector<std::int32_t> among;
    for (const std::int32_t place : places) among.push_back(groups[place]);
    const auto all = static_cast<std::uint64_t>(ways(places));
    for (std::uint64_t k = 0; k < number % all; ++k) std::next_permutation(among.begin(), among.end());
    number /= all;
    for (std::size_t k = 0; k < places.size(); ++k) groups[places[k]] = among[k];
  }
  return groups;
}

std::int64_t GroupPermutations::permutations(std::int64_t wanted) const {
  return are_all(wanted) ? static_cast<std::int64_t>(arrangements_) - 1 : wanted;
}

std::vector<std::int32_t> GroupPermutations::dealt(std::uint64_t seed, std::uint64_t permutation,
                                                   std::int64_t wanted) const {
  return are_all(wanted) ? arrangement(permutation) : permuted(seed, permutation);
}

std::int32_t GroupPermutations::in_several() const {
  return static_cast<std::int32_t>(
      std::count_if(of_person_.begin(), of_person_.end(), [](const auto& parts) { return parts.size() > 1; }));
}

}  // namespace tertium::answers
