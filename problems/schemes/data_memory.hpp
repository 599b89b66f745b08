#pragma once

#include <vector>

#include "core/methods/step.hpp"
#include "problems/models/model.hpp"

namespace tertium::problems {

struct Scheme;

/// What will be looked at of a problem, before it is there.
struct DataUse {
  core::Object objects = 0;
  core::Provisions asked{};        ///< by methods and scores
  bool lists_draws = false;        ///< some method wants all answers at once, so draws with replacement are listed
  double statements = 0.0;         ///< that the model lists
  core::Provisions of_model{};     ///< what the model provides
  bool tied_similarities = false;  ///< some are equal, as those of real objects are

  bool asks(core::Provision provision) const { return asked.contains(provision); }
  /// Whether anything asks quadruplets, triplets or its own questions.
  bool asks_questions() const {
    return asked.meets({core::Provision::kQuadruplets, core::Provision::kTriplets, core::Provision::kQuestions});
  }
  /// Pairs of objects, if there are tables of them.
  double pairs() const;
};

/// Bytes of things that are made one after the other: at most at once, and of those what stays.
using Memory = std::vector<core::Cost>;
/// The most bytes that are there at once, and all that stays.
core::Cost total(const Memory& memory);

/// Bytes of one of them in a list.
/// @{
inline constexpr double kOfPair = sizeof(core::Pair);
inline constexpr double kOfTriplet = sizeof(core::Triplet);
inline constexpr double kOfQuadruplet = sizeof(core::Quadruplet);
/// @}
/// A list of so many times its bytes is there while it grows, about: the old one beside the new one, twice as large.
inline constexpr double kGrown = 1.5;

/// The order of the similarities.
core::Cost ranking_memory(const DataUse& use);
/// The levels of all objects, as every anchor sees them.
core::Cost anchor_ranking_memory(const DataUse& use);

/// Statements that are listed: how many, about how many questions, and what lies beside them while their votes are
/// counted.
struct Listed {
  double statements = 0.0;
  double questions = 0.0;
  double beside = 0.0;    ///< bytes, freed then
  bool counted = false;   ///< each comes with how often it was made
  bool repeated = false;  ///< so the votes of a question are kept
};
/// Their votes, by anchor.
core::Cost listed_triplets_memory(const Listed& listed);
/// The same by pairs, with the rows of the table.
core::Cost listed_quadruplets_memory(const DataUse& use, const Listed& listed);
/// So many of a number of things, drawn without replacement (random_subset): in all, and of it the numbers drawn.
core::Cost random_subset_memory(double total, double count);

/// The same for different sets of three objects.
core::Cost drawn_triples_memory(double count);
/// How many questions so many draws with replacement are about, of all that there are.
double different_questions(double all, double drawn);

/// Bytes of making a problem's data, and of what is kept of them: the model's, and what the scheme makes of them.
core::Cost data_memory(const Model& model, const core::Parameters& model_values, const Scheme& scheme,
                       const core::Parameters& scheme_values, DataUse use);

}  // namespace tertium::problems
