#pragma once

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/enum_set.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::core {

class ClosestPairs;
class Dendrogram;
class Graph;
class OddOneOutList;
class PairRanking;
class Partition;
class Quadruplets;
class Triplets;
struct Coordinates;
struct ExpectedGraph;
struct Quadruplet;

/// True partitions, coarsest first.
using Truth = std::vector<Partition>;
/// Answers that only scores look at, repetitions included.
using HeldOut = std::vector<Quadruplet>;

/// What a problem may hold beside its objects. Models and comparison schemes provide, methods and scores need.
enum class Provision {
  kSimilarities,   ///< the latent w_ij themselves
  kQuadruplets,    ///< passive answers "i and j are more alike than k and l"
  kTriplets,       ///< passive answers "i is more like j than like k"
  kQuestions,      ///< an oracle that answers whichever quadruplets it is asked, from the order of w
  kClosestPairs,   ///< an oracle that answers which two of three objects are closest
  kTrueTree,       ///< the true tree of all objects
  kTruth,          ///< true partitions, coarse to fine
  kFeatures,       ///< the objects as places
  kGraph,          ///< a graph of the objects; of similarities the complete one
  kExpectedGraph,  ///< the probabilities of the graph's edges
  kOddOneOuts,     ///< passive answers "of these three, this is the odd one out"
  kHeldOut,        ///< passive answers that no method may see, only scores
};
/// Several of them.
using Provisions = EnumSet<Provision>;

/// A provision, and the type of what is provided.
template <typename T, Provision kOf>
struct ProvisionKind {
  /// The type of what is provided.
  using Type = T;
  static constexpr Provision kProvision = kOf;
  const char* name;   ///< "passive quadruplets", as messages and pages say it
  bool ahead = true;  ///< made before a method runs; else by whoever asks first
};

/// All provisions, in the order in which messages name them. A new one is an enumerator and a line here: what problems
/// and models' samples hold (Holdings) follows.
///
/// A drawn graph is there already. The complete one of similarities is left to the steps that walk its rows: most that
/// need a graph, average linkage and Dasgupta's cost among them, read the table of similarities itself.
inline constexpr std::tuple kProvisionKinds{
    ProvisionKind<Similarities, Provision::kSimilarities>{"similarities"},
    ProvisionKind<Quadruplets, Provision::kQuadruplets>{"passive quadruplets"},
    ProvisionKind<Triplets, Provision::kTriplets>{"passive triplets"},
    ProvisionKind<PairRanking, Provision::kQuestions>{"answers to its own questions"},
    ProvisionKind<ClosestPairs, Provision::kClosestPairs>{"answers to its own questions about three objects"},
    ProvisionKind<Dendrogram, Provision::kTrueTree>{"the true tree"},
    ProvisionKind<Truth, Provision::kTruth>{"the true clusters"},
    ProvisionKind<Coordinates, Provision::kFeatures>{"features"},
    ProvisionKind<Graph, Provision::kGraph>{"a graph", false},
    ProvisionKind<ExpectedGraph, Provision::kExpectedGraph>{"the expected graph"},
    ProvisionKind<OddOneOutList, Provision::kOddOneOuts>{"odd-one-outs"},
    ProvisionKind<HeldOut, Provision::kHeldOut>{"answers held out"},
};

/// Calls visit(kind) for each of them.
template <typename Visit>
constexpr void for_each_provision(Visit&& visit) {
  std::apply([&](const auto&... kind) { (visit(kind), ...); }, kProvisionKinds);
}

/// All provisions, in the order of kProvisionKinds.
inline constexpr auto kAllProvisions =
    std::apply([](const auto&... kind) { return std::array{kind.kProvision...}; }, kProvisionKinds);

/// "passive quadruplets", ...
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
/// Several of them.
using Axes = EnumSet<Axis>;

/// All axes, in their order.
inline constexpr Axis kAllAxes[] = {Axis::kSample, Axis::kNoise, Axis::kBudget, Axis::kRepeats};

/// "the sample of comparisons", ...
const char* name_of(Axis axis);
/// "the sample and the noise"; "nothing" for the empty set.
std::string text_of(Axes axes);

}  // namespace tertium::core
