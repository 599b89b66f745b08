#pragma once

// What is told of results, wherever it is told: each field once.

#include <cstddef>
#include <string>
#include <vector>

#include "answers/conclusions/against_table.hpp"
#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/conclusions/groups.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/resampling/place_spread.hpp"
#include "answers/trees/tree_set.hpp"
#include "answers/trees/trees_comparison.hpp"
#include "files/text/records.hpp"

namespace tertium::answers {

using files::Record;

// Of answers before anything is made of them.
Record record_of(const Overview& found, const AnswerInput& input);
Record record_of(const Subject& subject);
Record record_of(const Repetition& found);
/// The names of some objects.
files::Json names_of(const std::vector<std::string>& names, const std::vector<core::Object>& objects);
/// What tables of objects begin with.
Record object_of(core::Object object, const std::vector<std::string>& names);
Record object_of(core::Object object, const AnswerInput& input, const Overview& found);

// Of methods that were compared; of all, by shares of the answers, and by folds.
Record record_of(const Comparison& found);
Record record_of(const ComparisonRow& row, const Comparison& found);
/// What one method predicts of one fold, from one share of the answers.
struct FoldRow {
  std::string fold, method;
  double train_fraction = 1.0;
  Predicted tally;
};
std::vector<FoldRow> fold_rows(const Comparison& found);
Record record_of(const FoldRow& row);

// Of groups. `name`: what its name is called.
Record record_of(const GroupComparison& found);
Record record_of(const AnsweringGroup& group, const char* name);
Record record_of(const GroupPair& pair, const GroupComparison& found);
/// Of a permutation, or of the groups as they are: 0.
Record permutation_of(const GroupComparison& found, std::size_t permutation);
/// Of permutations, the share that is no larger than what is told of most of them.
inline constexpr double kMostOfChance = 0.95;

// Of clusters: the answers that they are made of, how large they are, how well they agree with answers and known
// classes.
Record answers_of(const Clustering& found, const AnswerInput& input);
Record sizes_of(const Clustering& found);
Record agreement_of(const Clustering& found, const AnswerInput& input);
Record truth_of(const Clustering& found);
/// As -k says it: "held-out", "auto".
const char* name_of(NumberRule rule);
Record record_of(const ClusterNumber& number, NumberRule rule);
Record record_of(const TriedMethod& tried);
Record record_of(const CountedPerson& person);
Record record_of(const BranchSupport& support);
/// Of the k-th branch that is cut.
Record cut_of(const Clustering& found, std::size_t k);
Record record_of(const ClusterMembership& membership);
Record record_of(const OtherSeeds& others);
/// What is proved of a class.
Record record_of(const ProvedBound& bound);
Record record_of(const ProvedRevenue& proved);

// Of places: how sure they are, and what a table of vectors has in common with them.
Record record_of(const PlaceSpread& spread);
Record record_of(const AgainstTable& against);

// Of two trees, and of each branch of either. Of unrooted trees quartets stand in the place of triples.
Record record_of(const TreesComparison& found, const TreePair& pair);
Record record_of(const BranchRow& row, const TreePair& pair);
core::Node inner_branches(const core::RootedTree& tree);

// Of many trees, of each branch of their consensus or of the tree that they are held against, and of each of them.
Record record_of(const TreeSummary& found, const TreeSet& set);
Record record_of(const CountedBranch& branch, const TreeSet& set);
Record record_of(const TreeDistance& distance);

}  // namespace tertium::answers
