#include "problems/schemes/scheme_parts.hpp"

#include <algorithm>

#include "core/clusterings/ancestor_sizes.hpp"

namespace tertium::problems {

double share_of_quadruplets(core::Object n, double count) {
  const double pairs = 0.5 * n * (n - 1.0);
  return std::min(1.0, count / std::max(1.0, 0.5 * pairs * (pairs - 1.0)));
}

double share_of_triplets(core::Object n, double count) {
  return std::min(1.0, count / std::max(1.0, 0.5 * n * (n - 1.0) * (n - 2.0)));
}

core::Object another_object(core::Object n, std::initializer_list<core::Object> taken, core::Stream& draws) {
  for (;;) {
    const auto object = static_cast<core::Object>(draws.below(static_cast<std::uint64_t>(n)));
    if (std::find(taken.begin(), taken.end(), object) == taken.end()) return object;
  }
}

SchemeParameter answer_noise_parameter() {
  return {core::ParameterInfo::choice("noise", "persistent", {"persistent", "independent"},
                                      "for a question about three objects that is asked again: the same answer, or a "
                                      "new one with an independent error"),
          {core::Axis::kRepeats}};
}

void provide_closest_pairs(core::Problem& problem, const core::Parameters& values) {
  problem.questions.noise =
      values.text("noise") == "persistent" ? core::AnswerNoise::kPersistent : core::AnswerNoise::kIndependent;
  if (problem.has<core::Similarities>())
    problem.provide_later<core::ClosestPairs>(
        [w = problem.provided<core::Similarities>()] { return core::closest_pairs_by(w.share()); });
  else if (problem.has<core::Dendrogram>())
    problem.provide_later<core::ClosestPairs>(
        [tree = problem.provided<core::Dendrogram>()] { return core::closest_pairs_by(*tree); });
}

Memory listed_answers_memory(const DataUse& use, double share) {
  constexpr double kCount = sizeof(std::int32_t);
  const double statements = share * use.statements;
  const bool triplets = use.of_model.contains(core::Provision::kTriplets);
  const auto listed = [&](double each) {
    return Listed{statements, statements, (each + kCount) * statements, false, true};
  };
  // Quadruplets are made of a copy of the model's.
  if (!triplets) return {listed_quadruplets_memory(use, listed(2.0 * kOfQuadruplet))};
  Memory memory{listed_triplets_memory(listed(kOfTriplet))};
  if (use.asks(core::Provision::kQuadruplets))
    memory.push_back(listed_quadruplets_memory(use, listed(kOfTriplet + kOfQuadruplet)));
  return memory;
}

}  // namespace tertium::problems
