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

/// What is known of answers before anything is made of them.
Record record_of(const Overview& found, const AnswerInput& input);
/// A subject.
Record record_of(const Subject& subject);
/// What repeated questions tell.
Record record_of(const Repetition& found);
/// The names of some objects.
files::Json names_of(const std::vector<std::string>& names, const std::vector<core::Object>& objects);
/// What tables of objects begin with.
Record object_of(core::Object object, const std::vector<std::string>& names);
/// An object, and how often it was asked about.
Record object_of(core::Object object, const AnswerInput& input, const Overview& found);

/// Methods that were compared.
Record record_of(const Comparison& found);
/// What one of them predicts from one share of the answers.
Record record_of(const ComparisonRow& row, const Comparison& found);
/// What one method predicts of one fold, from one share of the answers.
struct FoldRow {
  std::string fold, method;
  double train_fraction = 1.0;
  Predicted tally;
};
/// By method, best first, share and fold.
std::vector<FoldRow> fold_rows(const Comparison& found);
/// One of these.
Record record_of(const FoldRow& row);

/// Groups that were compared.
Record record_of(const GroupComparison& found);
/// A group. `name`: what its name is called.
Record record_of(const AnsweringGroup& group, const char* name);
/// Two of the groups.
Record record_of(const GroupPair& pair, const GroupComparison& found);
/// Of a permutation, or of the groups as they are: 0.
Record permutation_of(const GroupComparison& found, std::size_t permutation);
/// Of permutations, the share that is no larger than what is told of most of them.
inline constexpr double kMostOfChance = 0.95;

/// The answers that clusters are made of.
Record answers_of(const Clustering& found, const AnswerInput& input);
/// How large clusters are.
Record sizes_of(const Clustering& found);
/// How well they agree with the answers.
Record agreement_of(const Clustering& found, const AnswerInput& input);
/// How well they agree with known classes.
Record truth_of(const Clustering& found);
/// As -k says it: "held-out", "auto".
const char* name_of(NumberRule rule);
/// What speaks for a number of clusters.
Record record_of(const ClusterNumber& number, NumberRule rule);
/// One of the methods that the default was chosen from.
Record record_of(const TriedMethod& tried);
/// Somebody whose answers count more or less.
Record record_of(const CountedPerson& person);
/// How sure branches are, by samples.
Record record_of(const BranchSupport& support);
/// Of the k-th branch that is cut.
Record cut_of(const Clustering& found, std::size_t k);
/// How sure objects are in their clusters, by samples.
Record record_of(const ClusterMembership& membership);
/// Trees of other seeds.
Record record_of(const OtherSeeds& others);
/// What is proved of a class.
Record record_of(const ProvedBound& bound);
/// What is proved of the revenue of a tree.
Record record_of(const ProvedRevenue& proved);

/// How sure places are.
Record record_of(const PlaceSpread& spread);
/// What a table of vectors has in common with places.
Record record_of(const AgainstTable& against);

/// Two trees. Of unrooted ones quartets stand in the place of triples.
Record record_of(const TreesComparison& found, const TreePair& pair);
/// A branch of either.
Record record_of(const BranchRow& row, const TreePair& pair);
/// How many inner nodes a tree has beside the root.
core::Node inner_branches(const core::RootedTree& tree);

/// Many trees, beside their consensus or the tree that they are held against.
Record record_of(const TreeSummary& found, const TreeSet& set);
/// A branch of that.
Record record_of(const CountedBranch& branch, const TreeSet& set);
/// How far one of them is from that.
Record record_of(const TreeDistance& distance);

}  // namespace tertium::answers
