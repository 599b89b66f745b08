#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/methods/problem.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::problems {

/// The order of the problem's similarities, made when it is first asked for.
inline core::Provided<core::PairRanking> lazy_ranking(const core::Problem& problem) {
  return core::Provided<core::PairRanking>::later(
      [w = problem.provided<core::Similarities>()] { return std::make_shared<const core::PairRanking>(*w); });
}

/// Which share so many answers are of all quadruplets, and of all triplets: at most 1.
double share_of_quadruplets(core::Object n, double count);
double share_of_triplets(core::Object n, double count);

/// A random object that is none of those, fewer than n.
core::Object another_object(core::Object n, std::initializer_list<core::Object> taken, core::Stream& draws);

/// The parameter "noise": whether a question about three objects that is asked again is answered anew.
SchemeParameter answer_noise_parameter();

/// Lets a problem answer which two of three objects are closest, by its similarities or else by its true tree, with the
/// noise that the parameters tell. Provides nothing where it has neither.
void provide_closest_pairs(core::Problem& problem, const core::Parameters& values);

/// What add_listed_answers makes of the answers that the model lists, or of a share of them, and holds.
Memory listed_answers_memory(const DataUse& use, double share);

}  // namespace tertium::problems
