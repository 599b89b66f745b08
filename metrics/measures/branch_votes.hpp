#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/range_maxima.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::metrics {

/// What answers say of one branch, beside the two trees that differ from the tree around it alone.
struct VotesOnBranch {
  /// Answers for the branch and against it, of those between it and either rival.
  std::array<std::int64_t, 2> in_favour{}, against{};
  /// Of units that are not even between it and a rival: how many, and the sum of their squared majorities.
  std::array<std::int64_t, 2> units{}, squares{};

  /// Of the answers that decide, the share that agree with the branch; NaN of none. By chance it is a half.
  double concordance() const;
  /// In [0, 1], 0 where no answer decides.
  double support() const;
};

/// How sure the branches of a tree are by the answers alone, none of them drawn again: local support.
///
/// A branch joins two parts A and B, beside which a third one, C, is joined above. The tree has two neighbours that
/// differ from it there alone, its nearest-neighbour interchanges: they join A and C first, or B and C. The branch says
/// that a pair of A x B is more alike than one of A x C or of B x C; the first rival says that a pair of A x C is more
/// alike than one of A x B. So an answer about two such pairs is for the branch and against one rival, or the other way
/// round, and on all other answers branch and rival agree. As the likelihood ratio tests of branches do (Anisimova and
/// Gascuel, Approximate likelihood-ratio test for branches, Systematic Biology 2006), and as SPRTA does for pathogens
/// (De Maio and others, Nature 2025), only these neighbours are compared, so a branch may be sure though its own
/// objects are not sure to be together with others far away.
///
/// Answers of one person go together, and so do those about the same objects: they are added up by *units*, and a unit
/// counts by its majority x. The sum of the majorities S = sum x over its standard error, the root of sum x^2 (Kishino
/// and Hasegawa 1989 for sites), is nearly normal where branch and rival are equally good; one unit more, of the mean
/// square and on neither side, keeps few units from being sure. A rival is beaten with probability
/// Phi(S / sqrt(sum x^2 (1 + 1 / units))), a half where nothing decides. Both rivals are beaten with probability 1 - (1
/// - Phi1) - (1 - Phi2) or more, which is the support (not below 0).
/// It takes the tree as given: that the method chose the branch for being good makes it look better than it is, and
/// what is wrong with it may not lie in the neighbourhood.
///
/// O(1) time for an answer, O(depth) where it decides, O(N log N) memory. Sums are integers: the same whatever the
/// order in a unit, and of units.
class BranchVotes {
 public:
  /// No answer yet. The tree must be complete.
  explicit BranchVotes(const core::Dendrogram& tree);

  /// Adds a statement, made so many times, to the unit that is open.
  void add(const core::Quadruplet& statement, std::int64_t times);
  /// What is added next belongs to another unit.
  void end_unit();
  /// Adds the units of another one, about the same tree, all of which are ended.
  void add(const BranchVotes& other);

  /// By the rows of scipy_linkage(tree); nothing is said of the last one, which holds all objects. The last unit has to
  /// be ended.
  const std::vector<VotesOnBranch>& by_row() const { return votes_; }

 private:
  struct Joined;
  core::Node meeting(core::Object i, core::Object j) const;
  Joined joined(core::Object i, core::Object j) const;
  void decide(core::Node branch, const Joined& outside, std::int64_t times);

  core::RootedTree rows_;
  core::RangeMaxima partings_;  // of neighbours in leaf_order(): less the node where they part
  std::vector<VotesOnBranch> votes_;
  std::vector<std::array<std::int64_t, 2>> majority_;  // in the open unit, by row
  std::vector<std::size_t> touched_;                   // rows that it decides
};

}  // namespace tertium::metrics
