// Is the support of branches worth what it says? Branches are sorted by support, and of each class is told how many are
// in the true tree, and how many contradict it.
//
// support, transfer_support: of the people who answered as many are drawn as there are, with replacement, each with all
// his or her answers, as `tertium cluster --support` does; of the sets of objects that were asked about, where nobody
// is known who answered. kReplicates times the method makes a tree of them. The support of a branch of the trial's own
// tree is the share of these trees that have it (Felsenstein, Confidence limits on phylogenies, 1985), its transfer
// support 1 less the mean share of its objects that have to be moved until they do (Lemoine and others, Renewing
// Felsenstein's phylogenetic bootstrap in the era of big data, 2018). Both see the same trees.
// local_support: of the answers themselves (metrics/measures/branch_votes.hpp).
//
// A branch is right if the true tree has exactly its objects below a node, wrong if it overlaps with one of the true
// tree's clusters. What is neither resolves a node of the true tree that has more than two children, about which there
// is no truth: it counts as a branch, and as nothing else. The root, which every tree has, does not count. Transfer
// support says how much of a branch is there, not whether all of it is: so of a branch right or wrong is told, too,
// whether it is as near to the true tree as its class says.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/clusterings/transfer_distance.hpp"
#include "core/clusterings/tree_comparison.hpp"
#include "metrics/measures/answer_sets.hpp"
#include "metrics/measures/branch_counts.hpp"
#include "metrics/measures/branch_votes.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

using Columns = std::map<std::string, double>;

constexpr int kReplicates = 200;
constexpr std::array kClasses{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95};  // percent, where each begins

/// The last class that begins at or below a support: `reaches` says of a percentage whether it does.
template <typename Reaches>
int class_of(Reaches&& reaches) {
  int begin = 0;
  for (const int candidate : kClasses)
    if (candidate > 0 && reaches(candidate)) begin = candidate;
  return begin;
}

/// How well trees of drawn answers have each row of scipy_linkage(tree).
BranchCounts counts_again(const core::Dendrogram& tree, const core::Problem& problem, const MethodAgain& again,
                          const AnswerSets& sets) {
  BranchCounts counts(tree);
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    core::Stream draws(problem.cell, core::Purpose::kBootstrap, static_cast<std::uint64_t>(replicate));
    problems::ModelSample sample = sets.sample(draws);
    sample.objects = problem.objects;
    sample.provide(problem.provided<core::Truth>());  // which initial clusters are drawn from
    const core::CellKey cell{problem.cell.master_seed, draws.bits(), static_cast<std::uint64_t>(replicate)};
    counts.add(core::RootedTree(std::get<core::Dendrogram>(product_of_sample(std::move(sample), cell, again.run))));
  }
  return counts;
}

/// A branch beside the truth.
struct Judged {
  std::size_t row = 0;  ///< of scipy_linkage
  bool right = false, wrong = false;
  std::int64_t moved = 0, most = 1;  ///< objects, until the true tree has it
};

/// All branches of the tree but the root and what is given, initial clusters.
std::vector<Judged> judged(const core::Dendrogram& tree, const core::RootedTree& truth) {
  const core::RootedTree rooted(tree);
  const std::vector<core::Node> shared = core::shared_nodes(rooted, truth);
  const std::vector<core::Object> moved = core::transfer_distances(rooted, truth);
  const std::size_t given = static_cast<std::size_t>(tree.objects()) - 1 - tree.merges().size();  // rows
  std::vector<Judged> branches;
  for (core::Node v = 1; v < rooted.nodes(); ++v) {
    if (rooted.is_leaf(v) || rooted.given(v) < tree.leaf_count()) continue;
    const bool right = shared[v] >= 0;
    branches.push_back({.row = given + static_cast<std::size_t>(rooted.given(v) - tree.leaf_count()),
                        .right = right,
                        .wrong = !right && !core::fits(rooted, v, truth),
                        .moved = moved[v],
                        .most = core::most_moved(rooted.size(v), rooted.objects())});
  }
  return branches;
}

/// Counts of one kind of support, by class.
class ClassColumns {
 public:
  /// All of them, 0 or NaN. `near`: with those that are near the true tree.
  ClassColumns(std::string prefix, bool near, double value, Columns& columns)
      : prefix_(std::move(prefix)), near_(near), columns_(columns) {
    for (const int begin : kClasses) {
      for (const char* what : {"branches", "right", "wrong"}) at(what, begin) = value;
      if (near_) at("near", begin) = value;
    }
  }

  void add(const Judged& branch, int begin) {
    at("branches", begin) += 1.0;
    at("right", begin) += branch.right ? 1.0 : 0.0;
    at("wrong", begin) += branch.wrong ? 1.0 : 0.0;
    const bool near = 100 * (branch.most - branch.moved) >= begin * branch.most;
    if (near_ && near && (branch.right || branch.wrong)) at("near", begin) += 1.0;
  }

 private:
  double& at(const char* what, int begin) { return columns_[fmt::format("{}_{}_{}", prefix_, what, begin)]; }

  std::string prefix_;
  bool near_;
  Columns& columns_;
};

enum class Kind { kFelsenstein, kTransfer };

/// Of the rows that such counts are of.
std::function<int(std::size_t)> classes_of(const BranchCounts& counts, Kind kind) {
  return [&counts, kind](std::size_t row) {
    const bool transfer = kind == Kind::kTransfer;
    const std::int64_t all = std::int64_t{kReplicates} * (transfer ? counts.most()[row] : 1);
    const std::int64_t part = transfer ? all - counts.moved()[row] : counts.found()[row];
    return class_of([&](int percent) { return 100 * part >= percent * all; });
  };
}

template <Kind kind>
void compute_again(const core::Product& product, const core::Problem& problem, const MethodAgain& again,
                   Columns& columns) {
  constexpr bool kTransfer = kind == Kind::kTransfer;
  const auto& tree = std::get<core::Dendrogram>(product);
  const std::optional<core::RootedTree> truth = core::tree_of(problem.get<core::Truth>());
  const AnswerSets sets(problem, again.needs);
  const bool known = truth && !sets.empty();
  const double nothing = known ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  ClassColumns classes(kTransfer ? "transfer" : "support", kTransfer, nothing, columns);
  if (!kTransfer) columns["right_branches"] = columns["wrong_branches"] = nothing;
  if (!known) return;
  const BranchCounts counts = counts_again(tree, problem, again, sets);
  const auto class_of_row = classes_of(counts, kind);
  for (const Judged& branch : judged(tree, *truth)) {
    classes.add(branch, class_of_row(branch.row));
    if (kTransfer) continue;
    columns["right_branches"] += branch.right ? 1.0 : 0.0;
    columns["wrong_branches"] += branch.wrong ? 1.0 : 0.0;
  }
}

BranchVotes votes_of(const core::Dendrogram& tree, const AnswerSets& sets) {
  BranchVotes votes(tree);
  for (const AnswerSets::Answers* set : sets.sets()) {
    for (const core::Triplet& t : set->triplets) votes.add({t.anchor, t.near, t.anchor, t.far}, 1);
    for (const core::Quadruplet& statement : set->quadruplets) votes.add(statement, 1);
    votes.end_unit();
  }
  return votes;
}

void compute_local(const core::Product& product, const core::Problem& problem, const MethodAgain& again,
                   Columns& columns) {
  const auto& tree = std::get<core::Dendrogram>(product);
  const std::optional<core::RootedTree> truth = core::tree_of(problem.get<core::Truth>());
  const AnswerSets sets(problem, again.needs);
  const bool known = truth && !sets.empty();
  ClassColumns classes("local", false, known ? 0.0 : std::numeric_limits<double>::quiet_NaN(), columns);
  if (!known) return;
  const BranchVotes votes = votes_of(tree, sets);
  for (const Judged& branch : judged(tree, *truth)) {
    const double support = votes.by_row()[branch.row].support();
    classes.add(branch, class_of([&](int percent) { return 100.0 * support >= percent; }));
  }
}

}  // namespace

void register_score_support(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "support",
       .sentence =
           "support_branches_S: branches with a bootstrap support of S % or more, up to the next S of 0, 10, ..., 90, "
           "95, from 200 trees of resampled answers; support_right_S: those that the true tree contains; "
           "support_wrong_S: those that contradict it; right_branches, wrong_branches: with any support",
       .citation = "Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, Evolution 1985",
       .columns = {"support_branches_95", "support_right_95", "support_wrong_95", "right_branches", "wrong_branches"},
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTruth},
       .compute_again = compute_again<Kind::kFelsenstein>,
       .runs = kReplicates});
  scores.push_back({.name = "transfer_support",
                    .sentence = "the same for transfer support, from the same trees: transfer_branches_S, "
                                "transfer_right_S, transfer_wrong_S; transfer_near_S: right or wrong branches of which "
                                "at least S % are in the true tree, by the number of objects that have to be moved",
                    .citation = "Lemoine and others, Renewing Felsenstein's phylogenetic bootstrap in "
                                "the era of big data, Nature 2018",
                    .columns = {"transfer_branches_95", "transfer_right_95", "transfer_wrong_95", "transfer_near_95"},
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kTruth},
                    .compute_again = compute_again<Kind::kTransfer>,
                    .runs = kReplicates});
  scores.push_back({.name = "local_support",
                    .sentence = "the same for local support, from the answers for a branch and for its two rivals, "
                                "without resampling: local_branches_S, local_right_S, local_wrong_S",
                    .citation =
                        "this project, after Anisimova and Gascuel, Approximate likelihood-ratio test for branches, "
                        "Systematic Biology 2006, and De Maio and others (SPRTA), Nature 2025",
                    .columns = {"local_branches_95", "local_right_95", "local_wrong_95"},
                    .of = {core::ProductKind::kTree},
                    .needs = {core::Provision::kTruth},
                    .compute_again = compute_local});
}

}  // namespace tertium
