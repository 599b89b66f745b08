#include "metrics/measures/answer_sets.hpp"

#include <algorithm>

#include "core/comparisons/quadruplet_visits.hpp"
#include "metrics/measures/branch_counts.hpp"

namespace tertium::metrics {

AnswerSets::AnswerSets(const core::Problem& problem, core::Provisions needs) {
  const bool triplets = needs.contains(core::Provision::kTriplets),
             quadruplets = needs.contains(core::Provision::kQuadruplets);
  const auto* people = problem.has<core::Triplets>()
                           ? dynamic_cast<const core::PeoplesTriplets*>(&problem.get<core::Triplets>())
                           : nullptr;
  if (people != nullptr && (triplets || quadruplets))
    take_people(*people);
  else if (triplets)
    take_triplets(problem.get<core::Triplets>());
  else if (quadruplets)
    take_quadruplets(problem.get<core::Quadruplets>());
}

problems::ModelSample AnswerSets::sample(core::Stream& draws) const {
  const std::vector<std::int32_t> drawn = drawn_again(static_cast<std::int32_t>(sets_.size()), draws);
  problems::ModelSample sample;
  for (std::size_t k = 0; k < sets_.size(); ++k)
    for (std::int32_t times = 0; times < drawn[k]; ++times) {
      const auto& [triplets, quadruplets] = *sets_[k];
      sample.triplets.insert(sample.triplets.end(), triplets.begin(), triplets.end());
      sample.quadruplets.insert(sample.quadruplets.end(), quadruplets.begin(), quadruplets.end());
    }
  return sample;
}

AnswerSets::Answers& AnswerSets::at(Objects objects) {
  std::sort(objects.begin(), objects.end());
  const auto [place, is_new] = by_objects_.try_emplace(objects);
  if (is_new) sets_.push_back(&place->second);
  return place->second;
}

/// Triplets are quadruplets, too, for methods that need those.
void AnswerSets::take_people(const core::PeoplesTriplets& triplets) {
  const auto people = triplets.by_person();
  for (std::size_t person = 0; person < people.size(); ++person)
    at({static_cast<core::Object>(person), -1, -1, -1}).triplets = people[person];
}

void AnswerSets::take_triplets(const core::Triplets& triplets) {
  std::vector<core::NearFar> answers;
  for (core::Object anchor = 0; anchor < triplets.objects(); ++anchor) {
    answers.clear();
    triplets.answers_of(anchor, answers);
    for (const core::NearFar& answer : answers)
      at({-1, anchor, answer.near, answer.far}).triplets.push_back({anchor, answer.near, answer.far});
  }
}

void AnswerSets::take_quadruplets(const core::Quadruplets& quadruplets) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  const auto take = [&](core::Rank more, core::Rank less, std::int64_t times) {
    const core::Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
    auto& answers = at({a.i, a.j, b.i, b.j}).quadruplets;
    answers.insert(answers.end(), static_cast<std::size_t>(times), core::Quadruplet{a.i, a.j, b.i, b.j});
  };
  if (quadruplets.votes().empty())
    return core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) { take(more, less, 1); });
  for (const core::PairVotes& question : quadruplets.votes()) {
    take(question.row, question.column, question.votes.more);
    take(question.column, question.row, question.votes.less);
  }
}

}  // namespace tertium::metrics
