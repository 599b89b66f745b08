#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/memo.hpp"
#include "core/base/team.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// One clustering problem as the methods see it: the objects carry random numbers, so nothing can be read off their
/// order. What is not known (no similarities behind a person's file, no truth) is empty.
struct Instance {
  CellKey cell;  ///< names the random draws
  Object objects = 0;
  std::optional<Similarities> w;                   ///< latent; only for "AL on the true w" and for scores
  std::shared_ptr<const PairRanking> ranking;      ///< order of w, which active queries ask
  std::shared_ptr<const Quadruplets> quadruplets;  ///< passive comparisons
  std::shared_ptr<const Triplets> triplets;        ///< passive comparisons with an anchor
  double p = 1.0;                                  ///< proportion of quadruplets given; budget of active methods
  double eps = 1.0;                                ///< an answer is right with probability (1 + eps)/2
  std::vector<Partition> truth;                    ///< planted partitions, coarsest first
  Team* team = &Team::alone();                     ///< those who compute this cell together
  mutable Memo memo;

  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  Instance(Instance&&) = default;
  Instance& operator=(Instance&&) = default;
};

/// Initial clusters of about m objects (HC19 section 4, "4-AL-I3"): every cluster of the finest true partition is split
/// at random into floor(size/m) groups whose sizes differ by at most one (exactly m where m divides the size). m = 1:
/// singletons, no truth needed. Throws UserError if m > 1 and no truth is known.
Partition initial_clusters(const Instance& instance, Object m);

/// A uniformly random renumbering of n objects: new_id[i].
std::vector<Object> random_relabelling(const CellKey& cell, Object n);

/// The observed comparisons in both directions; of a team, every member has those of its share of the columns.
const SparseQuadruplets& sparse_quadruplets(const Instance& instance, KernelTime* time);

/// Number of observed comparisons.
std::int64_t comparisons_given(const Instance& instance);
/// Who has counted them on the way saves others the trouble.
void remember_comparisons_given(const Instance& instance, std::int64_t count);

/// Number of observed triplets.
std::int64_t triplets_given(const Instance& instance);

/// The oracle that an instance's active methods ask.
ActiveOracle make_oracle(const Instance& instance, std::int64_t budget = ActiveOracle::kUnlimited);

}  // namespace tertium::core
