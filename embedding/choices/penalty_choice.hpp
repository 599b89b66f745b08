#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "core/random/random.hpp"
#include "embedding/choices/choice_objective.hpp"

namespace tertium::embedding {

/// The penalties that are tried, as factors of the root of the choices of an object, ascending.
inline constexpr std::array kPenalties{0.025, 0.05, 0.1, 0.2, 0.3, 0.5};
inline constexpr int kPenaltyFolds = 5;

/// Places by a penalty.
using PenalizedFit = std::function<std::vector<double>(const ChoiceObjective& objective, double penalty)>;

/// Of kPenalties the one whose places predict choices best that are held out: by the sum of -ln P over kPenaltyFolds
/// folds; of equally good ones the largest. Choices about the same three objects are in one fold, dealt out at random
/// by the cell. With choices about fewer than kPenaltyFolds sets of objects there is nothing to go by: no result.
std::optional<double> held_out_penalty(const Choices& choices, const PenalizedFit& fit, const core::CellKey& cell);

}  // namespace tertium::embedding
