#include "answers/conclusions/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "answers/conclusions/method_choice.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

double largest_bytes(const AnswerInput& input, const std::vector<core::Method>& methods, PeopleRule people) {
  double most = people == PeopleRule::kAll ? 0.0 : bytes_needed(input, judge_of_people(input.comparisons.form));
  for (const core::Method& method : methods) most = std::max(most, bytes_needed(input, method, most_counted(people)));
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
    return share_predicted(a.of_all()).value > share_predicted(b.of_all()).value;
  });
}

}  // namespace

bool Comparison::is_worse(const HeldOut& other) const {
  const Estimate lead = difference_predicted(best_first.front().of_all(), other.of_all());
  return lead.value > 2.0 * lead.error;
}

std::vector<std::string> Comparison::as_good_as_best() const {
  std::vector<std::string> names;
  for (std::size_t k = 1; k < best_first.size(); ++k)
    if (!is_worse(best_first[k])) names.push_back(best_first[k].method.name);
  return names;
}

std::vector<ComparisonRow> Comparison::rows() const {
  std::vector<ComparisonRow> rows;
  for (const HeldOut& result : best_first)
    for (std::size_t s = 0; s < shares.size(); ++s)
      rows.push_back({.result = &result,
                      .train_fraction = shares[s],
                      .predicted = share_predicted(result.blocks[s]),
                      .ties = share_of_ties(result.blocks[s]),
                      .difference_to_best = difference_predicted(best_first.front().blocks[s], result.blocks[s])});
  return rows;
}

Comparison compare(const AnswerInput& input, const CompareRequest& request, const JobCallback& progress) {
  if (input.graph) core::fail("{}a graph has no answers to hold out, give answers", input.head());
  if (request.bound) check_bounds(input);
  // What is asked for by name is refused before the answers are looked at.
  MethodChoice choice = named_methods(input, request);
  for (const PeopleRule rule : request.people) expect_people(input, rule);
  const files::ComparisonFile& file = input.comparisons;
  const AnswerTable table = tabulate(file);
  Comparison comparison{.folds = make_folds(file, table, request.folds, request.seed)};
  comparison.shares = request.shares;
  comparison.shares.push_back(1.0);
  const double fits =
      comparison.folds.count() * std::accumulate(comparison.shares.begin(), comparison.shares.end(), 0.0);
  add_words(input, request, fits, choice);
  comparison.left_out = std::move(choice.left_out);
  comparison.choices = table.choices;
  comparison.parts = file.parts;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (comparison.folds.held_in[k] >= 0) comparison.answers += table.answers[k].count;
  comparison.repetition = repetition_of(table, comparison.folds);
  std::vector<HeldOut> results;
  for (const PeopleRule rule : request.people) {
    const HeldOutPlan plan{
        .methods = choice.methods, .shares = comparison.shares, .seed = request.seed, .people = rule};
    std::ranges::move(
        predict(file, table, comparison.folds, plan, largest_bytes(input, choice.methods, rule), progress),
        std::back_inserter(results));
  }
  sort_in(std::move(results), comparison);
  if (request.bound) comparison.bounds = prove_bounds(input, kBoundClasses, *request.bound);
  if (comparison.best_first.empty())
    core::fail("{}no method could be fitted ({}), check the answers with tertium answers", input.head(),
               comparison.failed.empty() ? "none applies" : comparison.failed.front().failure);
  return comparison;
}

}  // namespace tertium::answers
