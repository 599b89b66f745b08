#include "experiments/commands/cluster/cluster_run.hpp"

#include <chrono>
#include <memory>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/methods/instance.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

using core::Object;

bool takes_triplets(const linkage::NamedMethod& method) {
  return method.method->input == linkage::Input::kTriplets;
}

linkage::ProblemSize size_of(Object n, double statements, bool triplets) {
  const std::int64_t all = triplets ? core::triplet_count(n) : core::quadruplet_count(n);
  return {.objects = n, .p = statements / static_cast<double>(all)};
}

/// Peak memory for n objects: the statements twice and sorted, their tables, the tree's, and what the method adds.
double bytes_needed(const ClusterInput& input, const linkage::NamedMethod& method) {
  const Object n = input.comparisons.objects;
  const auto pairs = static_cast<double>(core::pair_count(n));
  const auto statements = static_cast<double>(input.comparisons.statements.size());
  return 100.0 * statements + 48.0 * pairs +
         method.method->cost(size_of(n, statements, takes_triplets(method)), method.parameters).bytes;
}

std::vector<core::Triplet> as_triplets(const std::vector<core::Quadruplet>& statements) {
  std::vector<core::Triplet> triplets;
  triplets.reserve(statements.size());
  for (const core::Quadruplet& s : statements) triplets.push_back(core::as_triplet(s));
  return triplets;
}

core::Instance make_instance(const ClusterInput& input, std::span<const Object> new_id, const core::CellKey& cell) {
  std::vector<core::Quadruplet> statements;
  statements.reserve(input.comparisons.statements.size());
  for (const core::Quadruplet& s : input.comparisons.statements)
    statements.push_back({new_id[s.i], new_id[s.j], new_id[s.k], new_id[s.l]});
  const auto listed = std::make_shared<const core::ListedQuadruplets>(input.comparisons.objects, statements);
  if (listed->count() == 0)
    core::fail("{}: every statement is contradicted by its opposite (nothing is left), check the order of the columns",
               input.source);
  core::Instance instance;
  instance.cell = cell;
  instance.objects = input.comparisons.objects;
  instance.p = size_of(instance.objects, static_cast<double>(listed->count()), false).p;
  instance.quadruplets = listed;
  if (input.comparisons.kind == core::StatementKind::kTriplets)
    instance.triplets =
        std::make_shared<core::ListedTriplets>(core::TripletList(instance.objects, as_triplets(statements)));
  return instance;
}

core::Partition without(const core::Partition& partition, const std::vector<bool>& left_out) {
  std::vector<core::Label> labels;
  for (Object i = 0; i < partition.objects(); ++i)
    if (!left_out[i]) labels.push_back(partition[i]);
  return core::Partition(labels);
}

void compare_with_classes(const ClusterInput& input, ClusterOutcome& outcome) {
  if (!input.truth) return;
  outcome.ari = core::adjusted_rand_index(outcome.labels, *input.truth);
  if (!input.outlier.empty())
    outcome.ari_without_outliers =
        core::adjusted_rand_index(without(outcome.labels, input.outlier), without(*input.truth, input.outlier));
}

}  // namespace

void check_size(const ClusterInput& input, const ClusterOptions& options) {
  if (takes_triplets(options.method) && input.comparisons.kind != core::StatementKind::kTriplets)
    core::fail("{}: {} needs triplets (these are quadruplets, i,j,k,l), choose a method that works on quadruplets",
               input.source, options.method.name);
  const Object n = input.comparisons.objects;
  const core::Label k = options.clusters.value_or(kDefaultClusters);
  if (k > n) throw core::UsageError(fmt::format("--clusters {} is more than the {} objects, lower it", k, n));
  const double needed = bytes_needed(input, options.method);
  const double available = core::available_memory();
  if (needed > available)
    core::fail("{}: {} objects and {} statements need about {} with {} ({} are available), cluster fewer objects",
               input.source, n, input.comparisons.statements.size(), bytes_text(needed), options.method.name,
               bytes_text(available));
}

ClusterOutcome cluster(const ClusterInput& input, const ClusterOptions& options) {
  const core::CellKey cell{.master_seed = options.seed};
  const std::vector<Object> new_id = core::random_relabelling(cell, input.comparisons.objects);

  const core::Instance instance = make_instance(input, new_id, cell);
  const auto begin = std::chrono::steady_clock::now();
  const linkage::Result result = linkage::run_method(options.method, instance);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;

  ClusterOutcome outcome;
  outcome.seconds = taken.count();
  const auto& listed = static_cast<const core::ListedQuadruplets&>(*instance.quadruplets);
  outcome.repeated = listed.repeated();
  outcome.contradicting = listed.contradicted();
  outcome.agreement = core::agreement(result.tree, *instance.quadruplets);
  outcome.tree = core::relabelled(result.tree, core::inverse(new_id));
  outcome.labels = outcome.tree.cut(options.clusters.value_or(kDefaultClusters));
  compare_with_classes(input, outcome);
  return outcome;
}

}  // namespace tertium::experiments
