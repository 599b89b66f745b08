#include "answers/conclusions/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/quantity_text.hpp"

namespace tertium::answers {
namespace {

/// Methods, and those that would apply but are left out, with the reason.
struct MethodChoice {
  std::vector<core::Method> methods;
  std::vector<std::string> left_out;
};

/// Every method that works on lists of answers, and every embedding of them.
std::vector<std::string> all_names() {
  std::vector<std::string> names = methods_on(kOfAnswers);
  const std::vector<std::string> embeddings = embeddings_of_answers();
  names.insert(names.end(), embeddings.begin(), embeddings.end());
  return names;
}

std::vector<std::string> names_of(const std::vector<core::MethodParameter>& parameters) {
  std::vector<std::string> names;
  for (const core::MethodParameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

/// The method with those settings that it has, in its name, too; what its name says already stands.
core::Method with_settings(const core::Method& method, const core::Settings& settings) {
  const core::MethodName own = core::split_method_name(method.name);
  const std::vector<std::string> known = names_of(core::parameters_of(method));
  core::MethodName name = own;
  for (const auto& [key, value] : settings) {
    if (own.sets(key) || std::find(known.begin(), known.end(), key) == known.end()) continue;
    std::erase_if(name.settings, [&, wanted = key](const auto& setting) { return setting.first == wanted; });
    name.settings.emplace_back(key, value);  // the last one holds, as of a method that is not compared
  }
  return name.settings.size() == own.settings.size() ? method : core::find_method(name.text());
}

/// Throws UsageError for a setting of which no method knows.
void check_settings(const std::vector<core::Method>& methods, const core::Settings& settings) {
  std::set<std::string> known;
  for (const core::Method& method : methods)
    for (std::string& name : names_of(core::parameters_of(method))) known.insert(std::move(name));
  for (const auto& [key, value] : settings)
    if (!known.contains(key))
      core::fail_unknown("parameter of the methods compared", key, std::vector(known.begin(), known.end()));
}

/// With the parameters asked for. Partitions of so many clusters, from methods that make as many as they are told to.
core::Method method_called(const std::string& name, const CompareRequest& request) {
  core::Method method = with_settings(core::find_method(name), request.settings);
  if (method.returns() != core::ProductKind::kPartition || !request.clusters) return method;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == "k") core::set_parameter(method, "k", std::int64_t{*request.clusters});
  return method;
}

/// Why `all` leaves a method out; empty: it does not.
std::string reason_to_leave_out(const AnswerInput& input, const core::Method& method, double fits) {
  if (input.comparisons.objects > method.most_objects())
    return fmt::format("at most {} objects", method.most_objects());
  const double seconds = seconds_needed(input, method, fits);
  if (seconds > kSecondsOfEachMethod) return fmt::format("some {}, by name it is tried", core::duration_text(seconds));
  const double bytes = bytes_needed(input, method);
  return bytes > core::available_memory() ? "needs " + core::bytes_text(bytes) : "";
}

MethodChoice all_methods(const AnswerInput& input, const CompareRequest& request, double fits) {
  MethodChoice choice;
  std::set<std::string> seen;  // some have several names
  for (const std::string& name : all_names()) {
    const core::Method method = method_called(name, request);
    if (!provided_by(input).includes(method.needs()) || !seen.insert(method.text()).second) continue;
    const std::string reason = reason_to_leave_out(input, method, fits);
    if (reason.empty())
      choice.methods.push_back(method);
    else
      choice.left_out.push_back(fmt::format("{} ({})", method.name, reason));
  }
  check_settings(choice.methods, request.settings);
  return choice;
}

MethodChoice named_methods(const AnswerInput& input, const CompareRequest& request) {
  MethodChoice choice;
  for (const std::string& name : request.methods) {
    choice.methods.push_back(method_called(name, request));
    check_fit(input, choice.methods.back());
  }
  check_settings(choice.methods, request.settings);
  return choice;
}

double largest_bytes(const AnswerInput& input, const std::vector<core::Method>& methods) {
  double most = 0.0;
  for (const core::Method& method : methods) most = std::max(most, bytes_needed(input, method));
  return most;
}

/// What the answers held out say twice.
Repetition repetition_of(AnswerTable table, const Folds& folds) {
  std::vector<GivenAnswer> held_out;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (folds.held_in[k] >= 0) held_out.push_back(table.answers[k]);
  table.answers = std::move(held_out);
  return Ballots(table).repetition();
}

void sort_in(std::vector<HeldOut> results, Comparison& comparison) {
  for (HeldOut& result : results)
    (result.failure.empty() ? comparison.best_first : comparison.failed).push_back(std::move(result));
  std::stable_sort(comparison.best_first.begin(), comparison.best_first.end(), [](const HeldOut& a, const HeldOut& b) {
    return share_foretold(a.of_all()).value > share_foretold(b.of_all()).value;
  });
}

}  // namespace

bool Comparison::is_worse(const HeldOut& other) const {
  const Estimate lead = difference_foretold(best_first.front().of_all(), other.of_all());
  return lead.value > 2.0 * lead.error;
}

std::vector<ComparisonRow> Comparison::rows() const {
  std::vector<ComparisonRow> rows;
  for (const HeldOut& result : best_first)
    for (std::size_t s = 0; s < shares.size(); ++s)
      rows.push_back({.result = &result,
                      .answers_seen = shares[s],
                      .foretold = share_foretold(result.blocks[s]),
                      .undecided = share_undecided(result.blocks[s]),
                      .less_than_best = difference_foretold(best_first.front().blocks[s], result.blocks[s])});
  return rows;
}

Comparison compare(const AnswerInput& input, const CompareRequest& request, const JobCallback& told) {
  if (input.graph) core::fail("{}a graph has no answers to hold out, give answers", input.head());
  // What is asked for by name is refused before the answers are looked at.
  MethodChoice choice = request.methods.empty() ? MethodChoice() : named_methods(input, request);
  const files::ComparisonFile& file = input.comparisons;
  const AnswerTable table = tabulate(file);
  Comparison comparison{.folds = make_folds(file, table, request.folds, request.seed)};
  comparison.shares = request.learning_curve ? std::vector{0.25, 0.5, 0.75, 1.0} : std::vector{1.0};
  const double fits =
      comparison.folds.count() * std::accumulate(comparison.shares.begin(), comparison.shares.end(), 0.0);
  if (request.methods.empty()) choice = all_methods(input, request, fits);
  comparison.left_out = std::move(choice.left_out);
  comparison.choices = table.choices;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (comparison.folds.held_in[k] >= 0) comparison.answers += table.answers[k].count;
  comparison.repetition = repetition_of(table, comparison.folds);
  const HeldOutPlan plan{.methods = choice.methods, .shares = comparison.shares, .seed = request.seed};
  sort_in(foretell(file, table, comparison.folds, plan, largest_bytes(input, choice.methods), told), comparison);
  if (comparison.best_first.empty())
    core::fail("{}no method could be fitted ({}), look at the answers with tertium answers", input.head(),
               comparison.failed.empty() ? "none applies" : comparison.failed.front().failure);
  return comparison;
}

}  // namespace tertium::answers
