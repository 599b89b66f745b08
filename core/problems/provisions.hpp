#pragma once

#include <string>
#include <vector>

#include "core/base/enum_set.hpp"

namespace tertium::core {

/// What a problem may hold beside its objects. Models and comparison schemes provide, methods and scores need.
enum class Provision {
  kSimilarities,   ///< the latent w_ij themselves
  kQuadruplets,    ///< passive answers "i and j are more alike than k and l"
  kTriplets,       ///< passive answers "i is more like j than like k"
  kQuestions,      ///< an oracle that answers whichever quadruplets it is asked
  kClosestPairs,   ///< an oracle that answers which two of three objects are closest
  kTrueTree,       ///< the true tree of all objects
  kTruth,          ///< true partitions, coarse to fine
  kFeatures,       ///< the objects as points
  kGraph,          ///< a graph of the objects; of similarities the complete one
  kExpectedGraph,  ///< the probabilities of the graph's edges
  kOddOneOuts,     ///< passive answers "of these three, this is the odd one out"
  kHeldOut,        ///< passive answers that no method may see, only scores
};
using Provisions = EnumSet<Provision>;

inline constexpr Provision kAllProvisions[] = {
    Provision::kSimilarities, Provision::kQuadruplets,   Provision::kTriplets,   Provision::kQuestions,
    Provision::kClosestPairs, Provision::kTrueTree,      Provision::kTruth,      Provision::kFeatures,
    Provision::kGraph,        Provision::kExpectedGraph, Provision::kOddOneOuts, Provision::kHeldOut};

/// "passive quadruplets", as messages and pages say it.
const char* name_of(Provision provision);
/// "a, b and c"; "nothing" for the empty set.
std::string text_of(Provisions provisions);

/// What a result may depend on beside the model's parameters: every parameter of a comparison scheme moves along one or
/// more of these axes, and every step says along which its result changes.
enum class Axis {
  kSample,   ///< which comparisons are given
  kNoise,    ///< which answers are wrong
  kBudget,   ///< how many questions may be asked
  kRepeats,  ///< whether a question that is asked again is answered anew
};
using Axes = EnumSet<Axis>;

inline constexpr Axis kAllAxes[] = {Axis::kSample, Axis::kNoise, Axis::kBudget, Axis::kRepeats};

const char* name_of(Axis axis);
/// "the sample and the noise"; "nothing" for the empty set.
std::string text_of(Axes axes);

}  // namespace tertium::core
