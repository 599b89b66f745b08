#include "answers/conclusions/default_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "answers/fits/outgroup.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

/// Simplest first.
std::vector<TriedMethod> candidates(bool with_lengths) {
  std::vector<TriedMethod> tried;
  if (!with_lengths) tried.push_back({"search", core::find_method("4-AL+search")});
  tried.push_back({"lengths", core::find_method("4-AL+search+lengths(interchanges=0)")});
  tried.push_back({"interchanges", core::find_method(kDefaultMethod)});
  return tried;
}

/// Standard errors are over subjects, if folds are of these, else over folds.
Folds folds_of(const AnswerInput& input, const AnswerTable& table, std::uint64_t seed) {
  if (units_by_subject(table).subjects >= kDefaultFolds)
    return make_folds(input.comparisons, table, {FoldsOf::kSubjects, kDefaultFolds}, seed);
  Folds folds = make_folds(input.comparisons, table, {FoldsOf::kAnswers, kDefaultFolds}, seed);
  folds.block = folds.held_in;
  folds.blocks = folds.count();
  folds.blocks_called = "folds";
  return folds;
}

std::vector<TriedMethod> of_dimensions() {
  constexpr int kMost = 6;
  std::vector<TriedMethod> tried;
  for (int d = 1; d <= kMost; ++d)
    tried.push_back({fmt::format("d = {}", d), core::find_method(fmt::format("t-STE(d={})", d))});
  return tried;
}

/// One of them, simplest first, by what they predict of answers held out; `otherwise` where nothing can be.
DefaultChoice choose(const AnswerInput& input, std::vector<TriedMethod> tried, std::size_t otherwise,
                     std::uint64_t seed, PeopleRule people, const JobCallback& progress) {
  const auto begin = std::chrono::steady_clock::now();
  DefaultChoice choice{.tried = std::move(tried)};
  try {
    const AnswerTable table = tabulate(input.comparisons);
    const Folds folds = folds_of(input, table, seed);
    HeldOutPlan plan{.methods = {}, .seed = seed, .people = people};
    double bytes = 0.0;
    for (const TriedMethod& one : choice.tried) {
      plan.methods.push_back(one.method);
      bytes = std::max(bytes, bytes_needed(input, one.method, most_counted(people)));
    }
    const std::vector<HeldOut> found = predict(input.comparisons, table, folds, plan, bytes, progress);
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (!found[k].failure.empty()) core::fail("{}", found[k].failure);
      choice.tried[k].blocks = found[k].of_all();
    }
    choice.taken = by_one_standard_error(choice.tried);
    choice.folds = folds.count();
    choice.folds_of = folds.blocks_called == "subjects" ? "subjects" : "answers";
    choice.errors_over = folds.errors_over();
  } catch (const core::UserError& error) {
    choice.why = error.what();
    choice.taken = otherwise;
  }
  choice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return choice;
}

}  // namespace

Estimate lead_over(const TriedMethod& one, const TriedMethod& other) {
  return difference_predicted(one.blocks, other.blocks);
}

std::size_t by_one_standard_error(const std::vector<TriedMethod>& tried) {
  const auto share = [](const TriedMethod& one) { return share_predicted(one.blocks).value; };
  const auto best = std::ranges::max_element(tried, {}, share);  // of equal ones the first
  const auto as_simple = std::find_if(tried.begin(), best, [&](const TriedMethod& one) {
    if (gives_lengths(one.method)) return false;
    const Estimate lead = lead_over(*best, one);
    return lead.value <= lead.error;
  });
  return static_cast<std::size_t>(as_simple - tried.begin());
}

double cost_of_choice(const AnswerInput& input, bool with_lengths) {
  double seconds = 0.0;
  for (const TriedMethod& one : candidates(with_lengths)) seconds += seconds_needed(input, one.method, kDefaultFolds);
  return seconds;
}

double cost_of_dimensions(const AnswerInput& input) {
  double seconds = 0.0;
  for (const TriedMethod& one : of_dimensions()) seconds += seconds_needed(input, one.method, kDefaultFolds);
  return seconds;
}

std::optional<core::Method> DefaultChoice::clusters_by() const {
  if (gives_lengths(method())) return std::nullopt;
  return core::find_method("4-AL+search+lengths(interchanges=0, root=given)");
}

DefaultChoice choose_default(const AnswerInput& input, std::uint64_t seed, PeopleRule people, bool with_lengths,
                             const JobCallback& progress) {
  std::vector<TriedMethod> tried = candidates(with_lengths);
  const std::size_t last = tried.size() - 1;
  return choose(input, std::move(tried), last, seed, people, progress);
}

DefaultChoice choose_dimensions(const AnswerInput& input, std::uint64_t seed, PeopleRule people,
                                const JobCallback& progress) {
  constexpr std::size_t kPlane = 1;
  return choose(input, of_dimensions(), kPlane, seed, people, progress);
}

}  // namespace tertium::answers
