#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/team.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/closest_pairs.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/graphs/expected_graph.hpp"
#include "core/graphs/graph.hpp"
#include "core/problems/products.hpp"
#include "core/problems/provisions.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// Something that a problem may hold, made when it is first asked for, by any of the copies. Used like a pointer; null:
/// not provided.
template <typename T>
class Provided {
 public:
  Provided() = default;
  Provided(std::nullptr_t) {}
  template <typename U>
  Provided(std::shared_ptr<U> value) : state_(std::make_shared<State>(State{std::move(value), {}})) {
    if (state_->value == nullptr) state_.reset();
  }
  /// `make` is called until it has made something, so once unless it throws.
  static Provided later(std::function<std::shared_ptr<const T>()> make) {
    Provided provided;
    provided.state_ = std::make_shared<State>(State{nullptr, std::move(make)});
    return provided;
  }

  explicit operator bool() const { return state_ != nullptr; }
  const T& operator*() const { return *share(); }
  const T* operator->() const { return share().get(); }
  const std::shared_ptr<const T>& share() const {
    expects(state_ != nullptr, "the problem provides what is asked for");
    if (state_->value == nullptr) {
      state_->value = state_->make();
      state_->make = {};
    }
    return state_->value;
  }
  void reset() { state_.reset(); }

 private:
  struct State {
    std::shared_ptr<const T> value;
    std::function<std::shared_ptr<const T>()> make;
  };
  std::shared_ptr<State> state_;
};

/// One clustering problem as methods and scores see it: the objects carry random numbers, so nothing can be read off
/// their order. What is not known (no similarities behind a person's file, no truth) is empty.
struct Problem {
  CellKey cell;  ///< names the random draws
  Object objects = 0;
  Provided<Similarities> w;              ///< latent
  Provided<PairRanking> ranking;         ///< order of w, which questions are answered from
  Provided<Quadruplets> quadruplets;     ///< passive comparisons
  Provided<Triplets> triplets;           ///< passive comparisons with an anchor
  Provided<OddOneOutList> odd_one_outs;  ///< passive answers about three objects
  double p = 1.0;                        ///< proportion of quadruplets given; budget of questions
  Provided<ClosestPairs> closest_pairs;  ///< which two of three objects are, which such questions are answered from
  double eps = 1.0;                      ///< a question is answered right with probability (1 + eps)/2
  AnswerNoise noise = AnswerNoise::kPersistent;                 ///< of answers about three objects
  std::int64_t most_questions = ClosestPairOracle::kUnlimited;  ///< about three objects, whatever p says
  Provided<Dendrogram> true_tree;
  std::vector<Partition> truth;            ///< true partitions, coarsest first
  Provided<Coordinates> features;          ///< of objects that have some
  Provided<Graph> graph;                   ///< what is known of the similarities; where they are given, all of them
  Provided<ExpectedGraph> expected_graph;  ///< which the graph was drawn from
  std::vector<Quadruplet> held_out;        ///< answers that only scores look at, repetitions included
  Team* team = &Team::alone();             ///< those who compute this cell together
  mutable Products products;               ///< shared between the methods of the cell

  Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  Problem(Problem&&) = default;
  Problem& operator=(Problem&&) = default;

  Provisions provides() const;
  /// Makes what is not made yet of these.
  void prepare(Provisions provisions) const;
};

/// Initial clusters of about m objects (HC19 section 4, "4-AL-I3"): every cluster of the finest true partition is split
/// at random into floor(size/m) groups whose sizes differ by at most one (exactly m where m divides the size). m = 1:
/// singletons, no truth needed. Throws UserError if m > 1 and no truth is known.
Partition initial_clusters(const Problem& problem, Object m);

/// A uniformly random renumbering of n objects: new_id[i].
std::vector<Object> random_relabelling(const CellKey& cell, Object n);

/// The observed comparisons in both directions; of a team, every member has those of its share of the columns.
const SparseQuadruplets& sparse_quadruplets(const Problem& problem);
inline constexpr const char* kSparseQuadruplets = "sparse quadruplets";  ///< product of that

/// Number of observed comparisons; of a list, of answers, repetitions included.
std::int64_t comparisons_given(const Problem& problem);
/// Who has counted them on the way saves others the trouble.
void remember_comparisons_given(const Problem& problem, std::int64_t count);

/// Number of observed triplets; of a list, of answers, repetitions included.
std::int64_t triplets_given(const Problem& problem);

/// The oracle that a problem's active methods ask.
ActiveOracle make_oracle(const Problem& problem, std::int64_t budget = ActiveOracle::kUnlimited);

/// The oracle of questions about three objects. Its budget is as many questions as other active methods may ask.
ClosestPairOracle make_closest_pair_oracle(const Problem& problem);

}  // namespace tertium::core
