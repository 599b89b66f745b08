#include <algorithm>

#include "answers/results/results.hpp"

namespace tertium::answers {
namespace {

using files::Json, files::known;

Record of_tree(const ComparedTree& one) {
  return {
      {"source", "where it is from", one.name},
      {"leaves", "how many", one.tree.objects() + std::ssize(one.left_out)},
      {"left_out", "leaves that the other tree lacks", one.left_out},
      {"branches", "how many", inner_branches(one.tree)},
      {"support", "whether branches have one", !one.support.empty()},
  };
}

Record of_sets(const core::TripleCounts& counts) {
  return {
      {"all", "how many there are", counts.all()},
      {"same", "that both trees resolve in the same way", counts.same},
      {"different", "that they resolve in different ways", counts.different},
      {"resolved_by_first_only", "by the first tree", counts.first_only},
      {"resolved_by_second_only", "by the second tree", counts.second_only},
      {"resolved_by_neither", "by none", counts.neither},
  };
}

Json shared(const core::BranchComparison& branches) {
  return {{"both", branches.shared}, {"first_only", branches.first_only}, {"second_only", branches.second_only}};
}

Json of_spread(const Spread& spread) {
  return {{"mean", spread.mean},
          {"median", spread.median},
          {"low", spread.low},
          {"high", spread.high},
          {"largest", spread.largest}};
}

}  // namespace

core::Node inner_branches(const core::RootedTree& tree) {
  return std::max(0, tree.nodes() - tree.objects() - 1);
}

Record record_of(const TreesComparison& found, const TreePair& pair) {
  const bool counted = found.triples.all() > 0;
  const core::BranchComparison& branches = found.branches;
  const double share = static_cast<double>(branches.distance()) / static_cast<double>(branches.all());
  Record record{
      {"first", "the first tree", json_of(of_tree(pair.trees[0]))},
      {"second", "the second tree", json_of(of_tree(pair.trees[1]))},
      {"leaves", "of both", pair.objects()},
      {pair.unrooted ? "quartets" : "triples", "sets of objects, and how many trees resolve in the same way",
       known(json_of(of_sets(found.triples)), counted)},
      {pair.unrooted ? "quartet_distance" : "triplet_distance", "fraction that they do not",
       known(found.triples.distance(), counted)},
      {"branches", "how many are where", shared(branches)},
      {"robinson_foulds", "branches of one tree only", branches.distance()},
      {"robinson_foulds_share", "of all", known(share, branches.all() > 0)},
      {"crossings", "of lines between equal leaves, with the trees face to face", found.tanglegram.crossings},
  };
  if (pair.unrooted) record.insert(record.begin() + 3, {"unrooted", "whether roots are ignored", true});
  return record;
}

Record record_of(const BranchRow& row, const TreePair& pair) {
  const core::BranchMatch match = row.match.value_or(core::BranchMatch());
  return {
      {"tree", "first or second", row.in_first ? "first" : "second"},
      {"size", "objects that it separates from the others", row.size},
      {"support", "from 0 to 1", row.support},
      {"in_both", "whether the other tree has it", row.in_both},
      {"likeness", "similarity of the most similar branch of the other tree, from 0 to 1",
       known(match.likeness, row.match.has_value())},
      {"match_size", "objects of that", known(row.match_size, row.match.has_value())},
      {"match_common", "objects of both", known(match.common, row.match.has_value())},
      {"members", "its objects, unless there are more than 2000", names_of(pair.names, row.members)},
  };
}

Record record_of(const TreeSummary& found, const TreeSet& set) {
  return {
      {"trees", "how many", set.trees.size()},
      {"tree", "that they are compared with, or null: their consensus", set.one ? Json(set.one->name) : Json()},
      {"threshold", "least fraction of the trees with a branch of the consensus, and more than half",
       known(found.threshold, !set.one)},
      {"leaves", "of all", set.objects()},
      {"left_out", "leaves that only some have", set.left_out},
      {"unrooted", "whether roots are ignored", set.unrooted},
      {"branches", "of the tree", found.branches.size()},
      {"mean_support", "of them, from 0 to 1", known(found.mean_support(), !found.branches.empty())},
      {"triplet_distance", "of the trees to it: mean, median, 95 % range, largest; of rooted trees",
       found.triplets ? of_spread(*found.triplets) : Json()},
      {"robinson_foulds", "branches of one only: the same", of_spread(found.robinson_foulds)},
  };
}

Record record_of(const CountedBranch& branch, const TreeSet& set) {
  return {
      {"size", "objects that it separates from the others", branch.size},
      {"trees", "that have it", branch.trees},
      {"support", "fraction of the trees", branch.support},
      {"members", "its objects, unless there are more than 2000", names_of(set.names, branch.members)},
  };
}

Record record_of(const TreeDistance& distance) {
  return {
      {"number", "of the tree", distance.number},
      {"source", "where it is from", distance.source},
      {"triplet_distance", "to the consensus, or to the tree that is given; of rooted trees",
       known(distance.triplet_distance.value_or(0.0), distance.triplet_distance.has_value())},
      {"robinson_foulds", "branches of one of the two only", distance.robinson_foulds},
      {"robinson_foulds_share", "of the branches of both", distance.share},
  };
}

}  // namespace tertium::answers
