#include "core/methods/oracles.hpp"

namespace tertium::core {

ActiveOracle make_oracle(const Problem& problem, std::int64_t budget) {
  expects(problem.has<PairRanking>(), "a problem that answers questions");
  return ActiveOracle(problem.share<PairRanking>(), problem.cell, problem.questions.eps, budget);
}

ClosestPairOracle make_closest_pair_oracle(const Problem& problem) {
  expects(problem.has<ClosestPairs>(), "a problem that answers questions about three objects");
  const std::int64_t of_all = problem.questions.p >= 1.0 ? ClosestPairOracle::kUnlimited
                                                         : question_budget(problem.objects, problem.questions.p);
  return ClosestPairOracle(problem.share<ClosestPairs>(), problem.cell, problem.questions.eps, problem.questions.noise,
                           problem.questions.most.value_or(of_all));
}

}  // namespace tertium::core
