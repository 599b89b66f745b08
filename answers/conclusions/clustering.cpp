#include "answers/conclusions/clustering.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "answers/fits/fit.hpp"
#include "answers/fits/outgroup.hpp"
#include "answers/resampling/split_support.hpp"
#include "core/base/bits.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/tree_comparison.hpp"
#include "core/graphs/dasgupta.hpp"
#include "core/random/random.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "metrics/measures/rand_index.hpp"
#include "partition/trees/tree_parts.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::answers {
namespace {

using core::Object;

/// What the answers come to. Throws UserError if no question has a majority.
core::AnswerSummary summary_of(const AnswerInput& input, const core::Problem& problem) {
  if (input.graph) return {};
  if (!input.listed()) return {.answers = input.unlisted_answers()};
  core::AnswerSummary summary = problem.has<core::Triplets>() ? problem.get<core::Triplets>().summary()
                                                              : problem.get<core::Quadruplets>().summary();
  if (summary.tied == summary.questions)
    core::fail("{}the answers to every question are evenly split (no majority is left), check the order of the columns",
               input.head());
  if (!input.comparisons.weights.empty()) summary.answers = input.comparisons.answers();  // and not their parts
  return summary;
}

/// How many of so many coins fall heads.
std::int32_t heads(core::Stream& coins, std::int32_t count) {
  std::int32_t sum = 0;
  for (; count > 0; count -= core::kWordBits)
    sum += std::popcount(coins.bits() & core::bits_below(std::min(count, core::kWordBits), 0));
  return sum;
}

/// The same questions, asked as often, each answer by a coin.
problems::ModelSample coin_answers(const files::ComparisonFile& file, std::uint64_t seed, int run) {
  core::Stream coins({.master_seed = seed}, core::Purpose::kCoinAnswers, static_cast<std::uint64_t>(run));
  files::ComparisonFile random;
  random.form = file.form;
  random.objects = file.objects;
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    const core::Quadruplet& s = file.statements[k];
    const auto count = static_cast<std::int32_t>(file.count(k));
    const std::int32_t kept = heads(coins, count);
    const std::pair<core::Quadruplet, std::int32_t> both[]{{s, kept}, {{s.k, s.l, s.i, s.j}, count - kept}};
    for (const auto& [statement, times] : both) {
      if (times == 0) continue;
      random.statements.push_back(statement);
      random.counts.push_back(times);
      if (!file.weights.empty()) random.weights.push_back(file.weights[k]);
    }
  }
  return sample_of(random);
}

bool is_quick(const AnswerInput& input, const core::Method& method) {
  constexpr double kMostSteps = 4e8;                                                // of about a nanosecond
  double steps = 300.0 * static_cast<double>(input.comparisons.statements.size());  // sorting
  for (const core::SharedCost& item : core::costs_of(method, size_of(input, method))) steps += item.cost.operations;
  return steps <= kMostSteps;
}

/// Puts the root beside the outgroup, if there is one, of a tree whose objects are renumbered; returns how many objects
/// are on the wrong side.
Object put_root(const ClusterRequest& request, std::span<const Object> new_id, core::Product& product) {
  if (request.outgroup.empty()) return 0;
  std::vector<Object> renumbered;
  for (const Object object : request.outgroup) renumbered.push_back(new_id[object]);
  return root_by_outgroup(product, renumbered);
}

/// By triplets where that is what was answered: quadruplets need a table of all pairs.
core::Agreement agreement_of(const core::Dendrogram& tree, const core::Problem& problem) {
  return problem.has<core::Triplets>() ? core::agreement(tree, problem.get<core::Triplets>())
                                       : core::agreement(tree, problem.get<core::Quadruplets>());
}

/// What the method satisfies of answers that mean nothing.
double satisfied_by_chance(const AnswerInput& input, const ClusterRequest& request) {
  double sum = 0.0;
  for (int run = 0; run < kChanceRuns; ++run) {
    const problems::AssembledProblem data =
        problems::assemble(coin_answers(input.comparisons, request.seed, run), problems::find_scheme("own"), {},
                           {.master_seed = request.seed});
    core::Outcome found = core::run_method(request.method, data.problem);
    put_root(request, data.new_id, found.product);
    sum += agreement_of(std::get<core::Dendrogram>(found.product), data.problem).satisfied;
  }
  return sum / kChanceRuns;
}

core::Partition without(const core::Partition& partition, const std::vector<bool>& left_out) {
  std::vector<core::Label> labels;
  for (Object i = 0; i < partition.objects(); ++i)
    if (!left_out[i]) labels.push_back(partition[i]);
  return core::Partition(labels);
}

void compare_with_classes(const AnswerInput& input, Clustering& found) {
  if (!input.truth) return;
  found.ari = metrics::adjusted_rand_index(found.labels, *input.truth);
  if (!input.outlier.empty())
    found.ari_without_outliers =
        metrics::adjusted_rand_index(without(found.labels, input.outlier), without(*input.truth, input.outlier));
}

/// The same nodes of a tree that has the same ones in another order.
std::vector<core::Node> nodes_in(const core::Dendrogram& tree, const core::Dendrogram& other,
                                 const std::vector<core::Node>& of_other) {
  const core::RootedTree from(other), to(tree);
  const std::vector<core::Node> same = core::shared_nodes(from, to);
  std::vector<core::Node> nodes;
  for (core::Node v = 0; v < from.nodes(); ++v)
    if (std::ranges::count(of_other, from.given(v)) > 0) nodes.push_back(to.given(same[v]));
  for (const core::Node leaf : of_other)  // leaves are numbered alike, and have other numbers in a RootedTree
    if (leaf < tree.leaf_count()) nodes.push_back(leaf);
  std::ranges::sort(nodes);
  return nodes;
}

/// Those of the tree, or of `with_lengths`, which is the same with lengths.
void find_clusters(core::Label k, core::Object least, const core::Dendrogram* with_lengths, Clustering& found) {
  const core::Dendrogram& tree = with_lengths != nullptr ? *with_lengths : *found.tree;
  expect_sizes(tree, k, least);
  if (!tree.has_lengths()) {
    found.labels = partition::clusters_of_tree(tree, k, least);
    return;
  }
  partition::TreeParts parts = partition::parts_of(tree, k, least);
  found.labels = std::move(parts.clusters);
  found.cut_branches =
      with_lengths != nullptr ? nodes_in(*found.tree, tree, parts.branches) : std::move(parts.branches);
}

/// `seen`: the tree as the problem numbers the objects.
void judge_tree(const AnswerInput& input, const ClusterRequest& request, const core::Problem& problem,
                const core::Dendrogram& seen, Clustering& found) {
  if (input.graph) {
    found.cost = core::dasgupta_cost(*found.tree, *input.graph);
    if (request.bound && input.graph->vertices() >= 3)
      found.revenue = prove_revenue(*found.tree, *input.graph, *request.bound);
  }
  if (input.listed()) {
    found.agreement = agreement_of(seen, problem);
    if (request.chance) found.satisfied_by_chance = satisfied_by_chance(input, request);
    using enum metrics::BoundClass;
    const metrics::BoundClass classes[]{seen.has_lengths() ? kAdditive : kRooted, kAny};
    if (request.bound) found.bounds = prove_bounds(problem.get<core::Triplets>(), classes, *request.bound);
  }
}

void judge_partition(const ClusterRequest& request, const core::Problem& problem, const core::Partition& seen,
                     Clustering& found) {
  if (request.method.needs().contains(core::Provision::kOddOneOuts))
    found.odd_one_outs_satisfied = core::satisfied_share(seen, problem.get<core::OddOneOutList>());
  found.numbers.resize(static_cast<std::size_t>(found.labels.clusters()));
  std::iota(found.numbers.begin(), found.numbers.end(), 0);
}

/// The answers as the input numbers the objects; `old_id`: of those of the problem.
std::vector<LeftOut> left_out_of(std::span<const core::OddOneOut> answers, std::span<const Object> old_id,
                                 files::AnswerForm form) {
  std::map<core::OddOneOut, std::int64_t> times;
  for (const core::OddOneOut& one : answers) {
    core::OddOneOut old{old_id[one.a], old_id[one.b], old_id[one.odd]};
    if (form != files::AnswerForm::kTriplet && old.b < old.a) std::swap(old.a, old.b);
    ++times[old];
  }
  std::vector<LeftOut> left_out;
  for (const auto& [answer, count] : times) left_out.push_back({answer, count});
  return left_out;
}

/// A method on the answers as they count.
core::Outcome run_on(const AnswerInput& input, const core::Method& method, std::uint64_t seed,
                     const std::optional<CountedPeople>& people, const core::Problem& plain) {
  if (!people) return core::run_method(method, plain);
  return core::run_method(method, problem_of(input, seed, counts_of(people)).problem);
}

/// What the method makes of the answers as they count, or the tree that is given.
core::Outcome made_for(const AnswerInput& input, const ClusterRequest& request,
                       const std::optional<CountedPeople>& people, const problems::AssembledProblem& data) {
  if (!request.given) return run_on(input, request.method, request.seed, people, data.problem);
  core::Outcome given;
  given.product = core::relabelled(core::Product(request.given->tree), data.new_id);
  return given;
}

/// The clusters of the tree that was found.
void cluster_tree(const AnswerInput& input, const ClusterRequest& request, const problems::AssembledProblem& data,
                  Clustering& found) {
  std::optional<core::Product> with_lengths;
  if (request.clusters_by)
    with_lengths =
        core::relabelled(run_on(input, *request.clusters_by, request.seed, found.people, data.problem).product,
                         core::inverse(data.new_id));
  const core::Dendrogram* tree = with_lengths ? &std::get<core::Dendrogram>(*with_lengths) : nullptr;
  if (request.by_criterion)
    found.number =
        number_by_criterion(input.comparisons, tree != nullptr ? *tree : *found.tree, request.min_cluster_size);
  find_clusters(found.number ? found.number->taken : request.clusters.value_or(kDefaultClusters),
                request.min_cluster_size, tree, found);
  found.numbers = numbers_as_drawn(found.labels, *found.tree);
}

/// Trees of other seeds, which number the objects in other orders, where that decided between merges.
void judge_ties(const AnswerInput& input, const ClusterRequest& request, Clustering& found) {
  if (!found.reports.contains(linkage::kTiedMerges)) return;
  OtherSeeds others{.trees = is_quick(input, request.method) ? kOtherSeeds : kOtherSeedsOfSlow};
  const core::RootedTree tree(*found.tree);
  for (int other = 1; other <= others.trees; ++other) {
    const problems::AssembledProblem data =
        problem_of(input, request.seed + static_cast<std::uint64_t>(other), counts_of(found.people));
    core::Outcome made = core::run_method(request.method, data.problem);
    put_root(request, data.new_id, made.product);
    const core::Product product = core::relabelled(made.product, core::inverse(data.new_id));
    const double distance = core::count_triples(tree, core::RootedTree(std::get<core::Dendrogram>(product))).distance();
    others.distance += distance / others.trees;
    others.farthest = std::max(others.farthest, distance);
  }
  if (std::isfinite(others.distance)) found.other_seeds = others;  // else there are less than three objects
}

/// How sure all of it is, as far as that is asked for.
void judge_support(const AnswerInput& input, const ClusterRequest& request, const JobCallback& progress,
                   Clustering& found) {
  if (request.local_support && found.tree) found.votes = branch_votes(*found.tree, input.comparisons);
  if (request.support == 0) return;
  const core::Method& method = request.clusters_by ? *request.clusters_by : request.method;
  found.resampled =
      resample(input.comparisons, method, request.support, request.seed,
               bytes_needed(input, method, most_counted(request.people)), progress, counts_of(found.people));
  root_by_outgroup(found.resampled->made, request.outgroup);
  if (found.tree) found.support = branch_support(*found.tree, *found.resampled);
  if (!found.cut_branches.empty()) found.cut_support = split_support(*found.tree, found.cut_branches, *found.resampled);
  found.membership = membership(found.labels, *found.resampled, request.min_cluster_size);
}

void check_request(const AnswerInput& input, const ClusterRequest& request) {
  const core::ProductKind kind = request.method.returns();
  if (kind != core::ProductKind::kTree && kind != core::ProductKind::kPartition)
    core::fail("{} makes {} (no clusters), put a step behind it: {}+AL", request.method.name, name_of(kind),
               request.method.name);
  if (request.by_criterion) check_criterion(input, request.method);
  if (request.bound && input.graph) check_revenue_bound(*input.graph);
  if (request.bound && !input.graph) check_bounds(input);
  const core::Label k = request.clusters.value_or(kDefaultClusters);
  if (k < 1 || k > input.comparisons.objects)
    core::fail("{} clusters cannot be made of {} objects, take 1 to {}", k, input.comparisons.objects,
               input.comparisons.objects);
  if (request.min_cluster_size > 1 && kind != core::ProductKind::kTree)
    core::fail("{} makes {} (least sizes are for clusters of a tree), use a method that makes one", request.method.name,
               name_of(kind));
}

}  // namespace

std::vector<Object> Clustering::sizes() const {
  const std::vector<Object> by_label = labels.sizes();
  std::vector<Object> sizes(by_label.size());
  for (std::size_t label = 0; label < sizes.size(); ++label) sizes[numbers[label]] = by_label[label];
  return sizes;
}

Clustering cluster(const AnswerInput& input, const ClusterRequest& request, const JobCallback& progress) {
  check_request(input, request);
  check_outgroup(input, request.method, request.outgroup);
  check_fit(input, request.method);
  std::optional<problems::AssembledProblem> data = problem_of(input, request.seed);
  Clustering found{.answers = summary_of(input, data->problem)};
  found.people = count_people(input, request.people, request.method);
  core::Outcome made = made_for(input, request, found.people, *data);
  found.seconds = made.seconds;
  found.reports = std::move(made.reports);
  drop_counts(found.people, found.reports);
  if (const Object misplaced = put_root(request, data->new_id, made.product); misplaced > 0)
    fail_apart(input, request.outgroup, misplaced);
  const std::vector<Object> old_id = core::inverse(data->new_id);
  if (!found.people) found.left_out = left_out_of(made.left_out, old_id, input.comparisons.form);
  core::Product product = core::relabelled(made.product, old_id);
  if (auto* tree = std::get_if<core::Dendrogram>(&product)) {
    found.tree = std::move(*tree);
    judge_tree(input, request, data->problem, std::get<core::Dendrogram>(made.product), found);
    cluster_tree(input, request, *data, found);
    data.reset();  // other seeds have as large ones
    judge_ties(input, request, found);
  } else {
    found.labels = std::get<core::Partition>(std::move(product));
    judge_partition(request, data->problem, std::get<core::Partition>(made.product), found);
  }
  judge_support(input, request, progress, found);
  compare_with_classes(input, found);
  return found;
}

}  // namespace tertium::answers
