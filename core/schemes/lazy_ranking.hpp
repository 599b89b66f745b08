#pragma once

#include "core/problems/problem.hpp"

namespace tertium::core {

/// The order of the problem's similarities, made when it is first asked for.
inline Provided<PairRanking> lazy_ranking(const Problem& problem) {
  return Provided<PairRanking>::later([w = problem.w] { return std::make_shared<const PairRanking>(*w); });
}

}  // namespace tertium::core
