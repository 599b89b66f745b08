#pragma once

#include "core/models/model.hpp"
#include "core/problems/problem.hpp"
#include "core/schemes/scheme.hpp"

namespace tertium::core {

/// The order of the problem's similarities, made when it is first asked for.
inline Provided<PairRanking> lazy_ranking(const Problem& problem) {
  return Provided<PairRanking>::later(
      [w = problem.provided<Similarities>()] { return std::make_shared<const PairRanking>(*w); });
}

/// The parameter "noise": whether a question about three objects that is asked again is answered anew.
SchemeParameter answer_noise_parameter();

/// Lets a problem answer which two of three objects are closest, by its similarities or else by its true tree, with the
/// noise that the parameters tell. Provides nothing where it has neither.
void provide_closest_pairs(Problem& problem, const Parameters& values);

/// Puts the answers that a sample lists into a problem: all as quadruplets, triplets also as such. Sets p to the share
/// of all questions that they answer.
void add_listed_answers(Problem& problem, const ModelSample& sample);

/// What a scheme of listed answers adds to a model: the kinds that the model lists.
Provisions listed_answers(Provisions of_model);

}  // namespace tertium::core
