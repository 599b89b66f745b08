#include "experiments/commands/cluster/compare_run.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "answers/fits/fit.hpp"
#include "answers/tables/answer_sample.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"
#include "experiments/commands/options/job_progress.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// Every method that works on lists of answers, and every embedding of them.
std::vector<std::string> all_names() {
  std::vector<std::string> names = passive_methods();
  const std::vector<std::string> embeddings = answers::embeddings_of_answers();
  names.insert(names.end(), embeddings.begin(), embeddings.end());
  return names;
}

/// Partitions of so many clusters, from methods that make as many as they are told to.
core::Method method_called(const std::string& name, const ClusterOptions& options) {
  core::Method method = core::find_method(name);
  if (method.returns() != core::ProductKind::kPartition || !options.clusters) return method;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == "k") core::set_parameter(method, "k", std::int64_t{*options.clusters});
  return method;
}

/// Seconds of one core for all fits, by stated costs.
double seconds_of(const ClusterInput& input, const core::Method& method, double fits) {
  double operations = 0.0;
  for (const core::SharedCost& item : core::costs_of(method, size_of(input, method)))
    operations += item.cost.operations;
  return 1e-9 * operations * fits;
}

/// Why `all` leaves a method out; empty: it does not.
std::string reason_to_leave_out(const ClusterInput& input, const core::Method& method, double fits) {
  if (input.comparisons.objects > method.most_objects())
    return fmt::format("at most {} objects", method.most_objects());
  const double seconds = seconds_of(input, method, fits);
  if (seconds > kSecondsOfEachMethod) return fmt::format("some {}, by name it is tried", duration_text(seconds));
  const double bytes = bytes_needed(input, method);
  return bytes > core::available_memory() ? "needs " + bytes_text(bytes) : "";
}

MethodChoice all_methods(const ClusterInput& input, const ClusterOptions& options, double fits) {
  MethodChoice choice;
  std::set<std::string> seen;  // some have several names
  for (const std::string& name : all_names()) {
    const core::Method method = method_called(name, options);
    if (!answers::provided_by(input.comparisons).includes(method.needs()) || !seen.insert(method.text()).second)
      continue;
    const std::string reason = reason_to_leave_out(input, method, fits);
    if (reason.empty())
      choice.methods.push_back(method);
    else
      choice.left_out.push_back(fmt::format("{} ({})", name, reason));
  }
  return choice;
}

MethodChoice named_methods(const ClusterInput& input, const ClusterOptions& options) {
  MethodChoice choice;
  for (const std::string& name : options.compare->methods) {
    const core::Method method = method_called(name, options);
    const core::Provisions missing = method.needs() - answers::provided_by(input.comparisons);
    if (!missing.empty())
      throw core::UsageError(fmt::format("--compare {}: it needs {} (these are {}), leave it out", name,
                                         core::text_of(missing), core::name_of(input.comparisons.form)));
    ClusterOptions one = options;
    one.method = method;
    check_size(input, one);
    choice.methods.push_back(method);
  }
  return choice;
}

double largest_bytes(const ClusterInput& input, const std::vector<core::Method>& methods) {
  double most = 0.0;
  for (const core::Method& method : methods) most = std::max(most, bytes_needed(input, method));
  return most;
}

/// What the answers held out say twice.
answers::Repetition repetition_of(answers::AnswerTable table, const answers::Folds& folds) {
  std::vector<answers::GivenAnswer> held_out;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (folds.held_in[k] >= 0) held_out.push_back(table.answers[k]);
  table.answers = std::move(held_out);
  return answers::Ballots(table).repetition();
}

void sort_in(std::vector<answers::HeldOut> results, Comparison& comparison) {
  for (answers::HeldOut& result : results)
    (result.failure.empty() ? comparison.best_first : comparison.failed).push_back(std::move(result));
  std::stable_sort(comparison.best_first.begin(), comparison.best_first.end(),
                   [](const answers::HeldOut& a, const answers::HeldOut& b) {
                     return answers::share_foretold(a.of_all()).value > answers::share_foretold(b.of_all()).value;
                   });
}

}  // namespace

bool Comparison::is_worse(const answers::HeldOut& other) const {
  const answers::Estimate lead = answers::difference_foretold(best_first.front().of_all(), other.of_all());
  return lead.value > 2.0 * lead.error;
}

Comparison compare(const ClusterInput& input, const ClusterOptions& options) {
  const core::ComparisonFile& file = input.comparisons;
  const answers::AnswerTable table = answers::tabulate(file);
  Comparison comparison{.folds = answers::make_folds(file, table, options.folds, options.seed)};
  comparison.shares = options.compare->learning_curve ? std::vector{0.25, 0.5, 0.75, 1.0} : std::vector{1.0};
  const double fits =
      comparison.folds.count() * std::accumulate(comparison.shares.begin(), comparison.shares.end(), 0.0);
  MethodChoice choice =
      options.compare->methods.empty() ? all_methods(input, options, fits) : named_methods(input, options);
  comparison.left_out = std::move(choice.left_out);
  comparison.choices = table.choices;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (comparison.folds.held_in[k] >= 0) comparison.answers += table.answers[k].count;
  comparison.repetition = repetition_of(table, comparison.folds);
  const answers::HeldOutPlan plan{.methods = choice.methods, .shares = comparison.shares, .seed = options.seed};
  sort_in(
      answers::foretell(file, table, comparison.folds, plan, largest_bytes(input, choice.methods), told_on_stderr()),
      comparison);
  if (comparison.best_first.empty())
    core::fail("{}: no method could be fitted ({}), look at the answers with tertium answers", input.source,
               comparison.failed.empty() ? "none applies" : comparison.failed.front().failure);
  return comparison;
}

}  // namespace tertium::experiments
