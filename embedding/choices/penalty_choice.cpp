#include "embedding/choices/penalty_choice.hpp"

#include <algorithm>
#include <utility>

#include "embedding/terms/set_folds.hpp"

namespace tertium::embedding {
namespace {

using ThreeObjects = std::array<Object, 3>;

ThreeObjects three_of(Object a, Object b, Object c) {
  ThreeObjects objects{a, b, c};
  std::ranges::sort(objects);
  return objects;
}

ThreeObjects objects_of(const core::OddOneOut& choice) {
  return three_of(choice.a, choice.b, choice.odd);
}

ThreeObjects objects_of(const core::Triplet& choice) {
  return three_of(choice.anchor, choice.near, choice.far);
}

using Folds = SetFolds<3>;

Folds folds_of(const Choices& choices, const core::CellKey& cell) {
  std::vector<ThreeObjects> sets;
  for (const auto& choice : choices.of_three) sets.push_back(objects_of(choice));
  for (const auto& choice : choices.of_two) sets.push_back(objects_of(choice));
  return {std::move(sets), kPenaltyFolds, cell};
}

/// The choices of one fold, or of all others.
Choices part_of(const Choices& choices, const Folds& folds, int fold, bool held_out) {
  Choices part{.objects = choices.objects};
  for (const auto& choice : choices.of_three)
    if ((folds(objects_of(choice)) == fold) == held_out) part.of_three.push_back(choice);
  for (const auto& choice : choices.of_two)
    if ((folds(objects_of(choice)) == fold) == held_out) part.of_two.push_back(choice);
  return part;
}

}  // namespace

std::optional<double> held_out_penalty(const Choices& choices, const PenalizedFit& fit, const core::CellKey& cell) {
  const Folds folds = folds_of(choices, cell);
  if (folds.sets() < kPenaltyFolds) return std::nullopt;
  std::array<double, kPenalties.size()> loss{};
  for (int fold = 0; fold < kPenaltyFolds; ++fold) {
    const ChoiceObjective seen(part_of(choices, folds, fold, false)), held_out(part_of(choices, folds, fold, true));
    for (std::size_t k = 0; k < kPenalties.size(); ++k) {
      const std::vector<double> places = fit(seen, kPenalties[k]);
      std::vector<double> slopes(places.size());
      loss[k] += held_out(places, slopes);
    }
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < loss.size(); ++k)
    if (loss[k] <= loss[best]) best = k;
  return kPenalties[best];
}

}  // namespace tertium::embedding
