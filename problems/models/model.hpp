#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/base/registry.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/packed_triplets.hpp"
#include "core/comparisons/triplet_oracle.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/graphs/expected_graph.hpp"
#include "core/graphs/graph.hpp"
#include "core/methods/holdings.hpp"
#include "core/methods/step.hpp"
#include "core/random/random.hpp"

namespace tertium::problems {

/// What a model draws: latent similarities or answers that somebody gave, and, where there is one, the truth from
/// coarse to fine. Objects are in the model's own order: nothing of it is seen by a method before they are renumbered.
struct ModelSample : core::Holdings {
  core::Object objects = 0;
  std::shared_ptr<const core::TripletOracle>
      oracle{};                                    ///< the similarities where there are too many objects for a table
  std::shared_ptr<const core::AnswerSums> sums{};  ///< answers that were added up as they came and not kept
  bool sums_of_triplets = false;
  std::shared_ptr<const core::PackedTriplets> packed{};  ///< answers by anchor, too many to be listed
  std::vector<core::Quadruplet> quadruplets{};           ///< listed answers, repetitions included
  std::vector<core::Triplet> triplets{};  ///< listed answers with an anchor; they say something as quadruplets, too
  std::size_t triplets_of_an_answer = 1;  ///< so many, one behind the other, say what one answer says
  std::vector<std::int32_t> subjects{};   ///< who gave each of them, numbers from 0, -1: nobody known; empty: nobody is
  std::vector<std::int32_t> counts{};     ///< how often each quadruplet, then each triplet, was given; empty: once
};

/// A source of similarities or answers. One file each, which defines
///     void tertium::register_model_NAME(core::Registry<problems::Model>& models)
struct Model {
  std::string name;      ///< as written in a configuration, e.g. "planted-hierarchy"
  std::string sentence;  ///< what it is
  std::string citation;
  std::vector<core::ParameterInfo> parameters;
  std::function<core::Object(const core::Parameters&)> objects;  ///< N without drawing anything
  /// What its samples hold; empty function: similarities and the truth.
  std::function<core::Provisions(const core::Parameters&)> provisions;
  std::function<ModelSample(const core::Parameters&, const core::CellKey&)> sample;
  /// Expected edges of the graph that it draws; empty function: it draws none.
  std::function<double(const core::Parameters&)> edges{};
  /// Bytes of what it reads and keeps beside similarities and graphs, one thing after the other; empty function: none.
  std::function<std::vector<core::Cost>(const core::Parameters&)> memory{};
  /// How many statements its samples list; 0 or an empty function: none.
  std::function<double(const core::Parameters&)> answers{};
  /// How many people, known as such, gave them; 0 or an empty function: nobody is known.
  std::function<std::size_t(const core::Parameters&)> subjects{};
  /// What its objects are called, in its order; empty function: they have no names.
  std::function<std::vector<std::string>(const core::Parameters&)> names{};
  std::string holds{};  ///< what its samples hold, in words, where it depends on the parameters
  /// Values that make an example of it, where the defaults do not; empty function: the defaults.
  std::function<core::Parameters()> example;
  bool real = false;  ///< its objects exist and come out of files: there is no true hierarchy to compare with
  /// What its samples depend on beside the draws, as text that keys and streams are hashed from; empty function: the
  /// values of its parameters. A model that reads files tells their content, so that no row of an older content counts.
  std::function<std::string(const core::Parameters&)> identity;
  /// Throws UserError for combinations that single ranges cannot express; may be empty.
  std::function<void(const core::Parameters&)> check;

  /// Values that make an example of it.
  core::Parameters example_values() const { return example ? example() : core::Parameters(parameters); }
  /// What its samples depend on beside the draws.
  std::string identity_of(const core::Parameters& values) const {
    return identity ? identity(values) : core::canonical_text(values);
  }
  /// What its samples hold.
  core::Provisions provides(const core::Parameters& values) const {
    return provisions ? provisions(values) : core::Provisions{core::Provision::kSimilarities, core::Provision::kTruth};
  }
};

/// Throws UsageError with the known names.
inline const Model& find_model(std::string_view name) {
  return core::find<Model>("model", name);
}

}  // namespace tertium::problems
