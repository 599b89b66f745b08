#include "experiments/commands/cluster/cluster_run.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "answers/fits/cluster_numbers.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/tables/answer_sample.hpp"
#include "core/base/bits.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/metrics/dasgupta.hpp"
#include "core/metrics/rand_index.hpp"
#include "core/schemes/scheme.hpp"
#include "experiments/commands/options/job_progress.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

using core::Object;

bool has_triplets(const ClusterInput& input) {
  return input.comparisons.form != core::AnswerForm::kQuadruplet;
}

core::Provisions provided(const ClusterInput& input) {
  return input.graph ? core::Provisions{core::Provision::kGraph} : answers::provided_by(input.comparisons);
}

core::ModelSample sample_of_input(const ClusterInput& input) {
  if (!input.graph && !input.sums) return answers::sample_of(input.comparisons);
  core::ModelSample sample;
  sample.objects = input.comparisons.objects;
  sample.graph = input.graph;
  sample.sums = input.sums;
  sample.sums_of_triplets = has_triplets(input);
  return sample;
}

/// What the answers come to. Throws UserError if no question has a majority.
core::AnswerSummary summary_of(const ClusterInput& input, const core::Problem& problem) {
  if (input.graph) return {};
  if (input.sums) return {.answers = input.sums->answers};
  const core::AnswerSummary summary = problem.quadruplets
                                          ? static_cast<const core::ListedQuadruplets&>(*problem.quadruplets).summary()
                                          : static_cast<const core::ListedTriplets&>(*problem.triplets).summary();
  if (summary.tied == summary.questions)
    core::fail(
        "{}: every question is answered as often one way as the other (no majority is left), check the order of the "
        "columns",
        input.source);
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
core::ModelSample coin_answers(const ClusterInput& input, std::uint64_t seed, int run) {
  core::Stream coins({.master_seed = seed}, core::Purpose::kCoinAnswers, static_cast<std::uint64_t>(run));
  ClusterInput random = input;
  core::ComparisonFile& answers = random.comparisons;
  answers.statements.clear();
  answers.counts.clear();
  for (std::size_t k = 0; k < input.comparisons.statements.size(); ++k) {
    const core::Quadruplet& s = input.comparisons.statements[k];
    const std::int32_t count = input.comparisons.counts.empty() ? 1 : input.comparisons.counts[k];
    const std::int32_t kept = heads(coins, count);
    const std::pair<core::Quadruplet, std::int32_t> both[]{{s, kept}, {{s.k, s.l, s.i, s.j}, count - kept}};
    for (const auto& [statement, times] : both) {
      if (times == 0) continue;
      answers.statements.push_back(statement);
      answers.counts.push_back(times);
    }
  }
  return answers::sample_of(random.comparisons);
}

bool is_quick(const ClusterInput& input, const core::Method& method) {
  constexpr double kMostSteps = 4e8;                                                // of about a nanosecond
  double steps = 300.0 * static_cast<double>(input.comparisons.statements.size());  // sorting
  for (const core::SharedCost& item : core::costs_of(method, size_of(input, method))) steps += item.cost.operations;
  return steps <= kMostSteps;
}

/// What the method satisfies of answers that mean nothing.
std::optional<double> satisfied_by_chance(const ClusterInput& input, const ClusterOptions& options) {
  if (!is_quick(input, options.method)) return std::nullopt;
  double sum = 0.0;
  for (int run = 0; run < kChanceRuns; ++run) {
    const core::AssembledProblem data = core::assemble(coin_answers(input, options.seed, run), core::find_scheme("own"),
                                                       {}, {.master_seed = options.seed});
    const core::Outcome found = core::run_method(options.method, data.problem);
    sum += core::agreement(std::get<core::Dendrogram>(found.product), *data.problem.quadruplets).satisfied;
  }
  return sum / kChanceRuns;
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

std::vector<Object> ClusterOutcome::sizes() const {
  const std::vector<Object> by_label = labels.sizes();
  std::vector<Object> sizes(by_label.size());
  for (std::size_t label = 0; label < sizes.size(); ++label) sizes[numbers[label]] = by_label[label];
  return sizes;
}

core::ProblemSize size_of(const ClusterInput& input, const core::Method& method) {
  if (!input.graph) return answers::size_of(input.comparisons, method);
  return {.objects = input.comparisons.objects, .graph_edges = static_cast<double>(input.graph->edges())};
}

double bytes_needed(const ClusterInput& input, const core::Method& method) {
  return input.graph ? answers::peak_bytes(method, size_of(input, method))
                     : answers::bytes_needed(input.comparisons, method);
}

void check_size(const ClusterInput& input, const ClusterOptions& options) {
  if (const core::Provisions missing = options.method.needs() - provided(input); !missing.empty())
    core::fail("{}: {} needs triplets (these are quadruplets, i,j,k,l), choose a method that works on quadruplets",
               input.source, options.method.name);
  const Object n = input.comparisons.objects;
  if (input.graph) core::check_objects(options.method, n);
  if (n > options.method.most_objects())
    core::fail(
        "{}: {} works on at most {} objects (there are {}), use --base none if their numbers are codes, or "
        "AddS-3-sparse for so many",
        input.source, options.method.name, options.method.most_objects(), n);
  const core::Label k = options.clusters.value_or(kDefaultClusters);
  if (k > n) throw core::UsageError(fmt::format("--clusters {} is more than the {} objects, lower it", k, n));
  const double needed = bytes_needed(input, options.method);
  const double available = core::available_memory();
  if (needed > available)
    core::fail("{}: {} objects and {} {} need about {} with {} ({} are available), cluster fewer objects", input.source,
               n, input.graph ? input.graph->edges() : std::ssize(input.comparisons.statements),
               input.graph ? "edges" : "statements", bytes_text(needed), options.method.name, bytes_text(available));
}

ClusterOutcome cluster(const ClusterInput& input, const ClusterOptions& options) {
  const core::AssembledProblem data = core::assemble(
      sample_of_input(input), core::find_scheme(input.graph ? "none" : "own"), {}, {.master_seed = options.seed});
  const core::Problem& problem = data.problem;
  ClusterOutcome outcome;
  outcome.answers = summary_of(input, problem);
  core::Outcome found = core::run_method(options.method, problem);
  outcome.seconds = found.seconds;
  outcome.reports = std::move(found.reports);
  const core::Product product = core::relabelled(found.product, core::inverse(data.new_id));
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) {
    if (input.graph) outcome.cost = core::dasgupta_cost(*tree, *input.graph);
    if (!input.sums && !input.graph) {
      outcome.agreement = core::agreement(std::get<core::Dendrogram>(found.product), *problem.quadruplets);
      outcome.satisfied_by_chance = satisfied_by_chance(input, options);
    }
    outcome.tree = *tree;
    outcome.labels = tree->cut(options.clusters.value_or(kDefaultClusters));
    outcome.numbers = answers::numbers_as_drawn(outcome.labels, *tree);
    if (options.support > 0)
      outcome.support = answers::branch_support(*tree, input.comparisons, options.method, options.support, options.seed,
                                                bytes_needed(input, options.method), told_on_stderr());
  } else {
    outcome.labels = std::get<core::Partition>(product);
    if (options.method.needs().contains(core::Provision::kOddOneOuts))
      outcome.odd_one_outs_satisfied =
          core::satisfied_share(std::get<core::Partition>(found.product), *problem.odd_one_outs);
    outcome.numbers.resize(outcome.labels.clusters());
    std::iota(outcome.numbers.begin(), outcome.numbers.end(), 0);
  }
  compare_with_classes(input, outcome);
  return outcome;
}

}  // namespace tertium::experiments
