#include "embedding/choices/penalty_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

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

/// The fold of each set of three objects that some choice is about.
class SetFolds {
 public:
  SetFolds(const Choices& choices, const core::CellKey& cell) {
    for (const auto& choice : choices.of_three) sets_.push_back(objects_of(choice));
    for (const auto& choice : choices.of_two) sets_.push_back(objects_of(choice));
    std::ranges::sort(sets_);
    sets_.erase(std::unique(sets_.begin(), sets_.end()), sets_.end());
    for (std::size_t k = 0; k < sets_.size(); ++k) fold_.push_back(static_cast<int>(k % kPenaltyFolds));
    core::Stream(cell, core::Purpose::kFolds).shuffle(std::span(fold_));
  }

  std::size_t sets() const { return sets_.size(); }
  template <typename Choice>
  int operator()(const Choice& choice) const {
    return fold_[static_cast<std::size_t>(std::ranges::lower_bound(sets_, objects_of(choice)) - sets_.begin())];
  }

 private:
  std::vector<ThreeObjects> sets_;  // ascending
  std::vector<int> fold_;
};

/// The choices of one fold, or of all others.
Choices part_of(const Choices& choices, const SetFolds& folds, int fold, bool held_out) {
  Choices part{.objects = choices.objects};
  for (const auto& choice : choices.of_three)
    if ((folds(choice) == fold) == held_out) part.of_three.push_back(choice);
  for (const auto& choice : choices.of_two)
    if ((folds(choice) == fold) == held_out) part.of_two.push_back(choice);
  return part;
}

}  // namespace

std::optional<double> held_out_penalty(const Choices& choices, const PenalizedFit& fit, const core::CellKey& cell) {
  const SetFolds folds(choices, cell);
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
