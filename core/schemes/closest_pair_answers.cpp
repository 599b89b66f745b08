#include "core/schemes/closest_pair_answers.hpp"

#include "core/clusterings/tree_closest_pairs.hpp"

namespace tertium::core {

SchemeParameter answer_noise_parameter() {
  return {ParameterInfo::choice("noise", "persistent", {"persistent", "independent"},
                                "of questions about three objects: one that is asked again gets the same answer, or "
                                "one that errs anew"),
          {Axis::kRepeats}};
}

void provide_closest_pairs(Problem& problem, const Parameters& values) {
  problem.noise = values.text("noise") == "persistent" ? AnswerNoise::kPersistent : AnswerNoise::kIndependent;
  if (problem.w)
    problem.closest_pairs = Provided<ClosestPairs>::later([w = problem.w] { return closest_pairs_by(w.share()); });
  else if (problem.true_tree)
    problem.closest_pairs =
        Provided<ClosestPairs>::later([tree = problem.true_tree] { return closest_pairs_by(*tree); });
}

}  // namespace tertium::core
