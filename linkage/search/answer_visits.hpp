#pragma once

#include <cstdint>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::linkage {

/// Calls take(statement, times) for all answers, repetitions and contradictions included, `times` possibly 0.
template <typename Take>
void for_each_answer(const core::Triplets& triplets, Take&& take) {
  const auto take_triplet = [&](core::Object anchor, core::Object near, core::Object far, std::int32_t times) {
    take(core::Quadruplet{anchor, near, anchor, far}, times);
  };
  if (const auto votes = triplets.votes(); !votes.empty()) {
    for (const core::TripletVotes& question : votes) {
      take_triplet(question.anchor, question.row, question.column, question.votes.more);
      take_triplet(question.anchor, question.column, question.row, question.votes.less);
    }
  } else if (triplets.made_by_anchor()) {
    std::vector<core::NearFar> answers;
    for (core::Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      triplets.answers_of(anchor, answers);
      for (const auto& [near, far] : answers) take_triplet(anchor, near, far, 1);
    }
  } else {
    core::for_each_triplet(triplets, [&](const core::Triplet& t) { take_triplet(t.anchor, t.near, t.far, 1); });
  }
}

template <typename Take>
void for_each_answer(const core::Quadruplets& quadruplets, Take&& take) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  const auto take_pairs = [&](core::Rank more, core::Rank less, std::int32_t times) {
    const core::Pair near = pairs[quadruplets.pair_at(more)], far = pairs[quadruplets.pair_at(less)];
    take(core::Quadruplet{near.i, near.j, far.i, far.j}, times);
  };
  if (const auto votes = quadruplets.votes(); !votes.empty()) {
    for (const core::PairVotes& question : votes) {
      take_pairs(question.row, question.column, question.votes.more);
      take_pairs(question.column, question.row, question.votes.less);
    }
  } else {
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) { take_pairs(more, less, 1); });
  }
}

}  // namespace tertium::linkage
