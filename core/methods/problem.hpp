#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/team.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/closest_pairs.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/graphs/expected_graph.hpp"
#include "core/graphs/graph.hpp"
#include "core/methods/holdings.hpp"
#include "core/methods/products.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

struct SparseQuadruplets;

/// What a scheme says about comparisons and answers, in numbers.
struct QuestionRules {
  double p = 1.0;                                ///< proportion of quadruplets given; budget of questions
  double eps = 1.0;                              ///< a question is answered right with probability (1 + eps)/2
  AnswerNoise noise = AnswerNoise::kPersistent;  ///< of answers about three objects
  std::optional<std::int64_t> most{};  ///< questions about three objects; empty: as many as p of all quadruplets
};

/// One clustering problem as methods and scores see it: the objects carry random numbers, so nothing can be read off
/// their order. What is not known (no similarities behind a person's file, no truth) is not held.
struct Problem : Holdings {
  CellKey cell;  ///< names the random draws
  Object objects = 0;
  QuestionRules questions;
  Team* team = &Team::alone();  ///< those who compute this cell together

  /// What the methods of the cell share; it grows while they look at the problem.
  Products& products() const { return *products_; }

 private:
  std::unique_ptr<Products> products_ = std::make_unique<Products>();
};

/// Initial clusters of about m objects (HC19 section 4, "4-AL-I3"): every cluster of the finest true partition is split
/// at random into floor(size/m) groups whose sizes differ by at most one (exactly m where m divides the size). m = 1:
/// singletons, no truth needed. Throws UserError if m > 1 and no truth is known.
Partition initial_clusters(const Problem& problem, Object m);

/// A uniformly random renumbering of n objects: new_id[i].
std::vector<Object> random_relabelling(const CellKey& cell, Object n);

/// The observed comparisons in both directions; of a team, every member has those of its share of the columns.
const SparseQuadruplets& sparse_quadruplets(const Problem& problem);
/// What these are shared by.
inline const ProductKey<SparseQuadruplets> kSparseQuadruplets{"sparse quadruplets"};

/// Number of observed comparisons; of a list, of answers, repetitions included.
std::int64_t comparisons_given(const Problem& problem);
/// Who has counted them on the way saves others the trouble.
void remember_comparisons_given(const Problem& problem, std::int64_t count);

/// Number of observed triplets; of a list, of answers, repetitions included.
std::int64_t triplets_given(const Problem& problem);

}  // namespace tertium::core
