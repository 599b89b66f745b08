#include "answers/conclusions/default_method.hpp"

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

/// The first so many; what the others hold out is always seen.
Folds first_of(Folds folds, std::int32_t count) {
  for (std::int32_t& fold : folds.held_in)
    if (fold >= count) fold = Folds::kAlwaysSeen;
  folds.names.resize(static_cast<std::size_t>(count));
  return folds;
}

/// Of two methods what is predicted in the blocks in which both were tried, none of which is in part of the folds only.
std::array<std::vector<Predicted>, 2> in_common(const TriedMethod& one, const TriedMethod& other) {
  std::array<std::vector<Predicted>, 2> both{one.blocks, other.blocks};
  for (std::size_t k = 0; k < both[0].size(); ++k)
    if (both[0][k].answers == 0 || both[1][k].answers == 0) both[0][k] = both[1][k] = {};
  return both;
}

double share_in(const TriedMethod& one, const TriedMethod& fewest) {
  return share_predicted(in_common(one, fewest)[0]).value;
}

/// Fits them in folds, which share what they have in common.
class Trials {
 public:
  Trials(const AnswerInput& input, std::uint64_t seed, PeopleRule people, const JobCallback& told)
      : input_(input), table_(tabulate(input.comparisons)), folds_(folds_of(input, table_, seed)), told_(told) {
    plan_.seed = seed;
    plan_.people = people;
  }

  const Folds& folds() const { return folds_; }

  void run(std::span<TriedMethod> methods, std::int32_t folds) {
    plan_.methods.clear();
    double bytes = 0.0;
    for (const TriedMethod& one : methods) {
      plan_.methods.push_back(one.method);
      bytes = std::max(bytes, bytes_needed(input_, one.method, most_counted(plan_.people)));
    }
    std::vector<HeldOut> found = predict(input_.comparisons, table_, first_of(folds_, folds), plan_, bytes, told_);
    for (std::size_t k = 0; k < methods.size(); ++k) {
      if (!found[k].failure.empty()) core::fail("{}", found[k].failure);
      methods[k].folds = folds;
      methods[k].blocks = found[k].of_all();
    }
  }

 private:
  const AnswerInput& input_;
  AnswerTable table_;
  Folds folds_;
  const JobCallback& told_;
  HeldOutPlan plan_{.methods = {}};
};

}  // namespace

Estimate lead_over(const TriedMethod& one, const TriedMethod& other) {
  const auto [of_one, of_other] = in_common(one, other);
  return difference_predicted(of_one, of_other);
}

std::size_t by_one_standard_error(const std::vector<TriedMethod>& tried) {
  const TriedMethod* fewest = nullptr;
  for (const TriedMethod& one : tried)
    if (one.folds > 0 && (fewest == nullptr || one.folds < fewest->folds)) fewest = &one;
  core::expects(fewest != nullptr, "a method was tried");
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < tried.size(); ++k)
    if (tried[k].folds > 0 && (!best || share_in(tried[k], *fewest) > share_in(tried[*best], *fewest))) best = k;
  for (std::size_t k = 0; k < *best; ++k) {
    if (tried[k].folds == 0 || gives_lengths(tried[k].method)) continue;
    if (const Estimate lead = lead_over(tried[*best], tried[k]); lead.value <= lead.error) return k;
  }
  return *best;
}

std::int32_t folds_with_interchanges(double one, double rest, std::int32_t folds) {
  const double most = one > 0.0 ? kMostTimesTheRest * rest / one : folds;
  const auto affordable = static_cast<std::int32_t>(std::min<double>(folds, most));
  return affordable < 2 ? 0 : affordable;
}

ChoiceCost cost_of_choice(const AnswerInput& input, bool with_lengths, std::int32_t folds) {
  ChoiceCost cost;
  const std::vector<TriedMethod> all = candidates(with_lengths);
  for (std::size_t k = 0; k + 1 < all.size(); ++k) cost.seconds += seconds_needed(input, all[k].method, folds);
  const double fold = seconds_needed(input, all.back().method, 1);
  cost.folds_with_interchanges = folds_with_interchanges(fold, cost.seconds, folds);
  cost.seconds += fold * cost.folds_with_interchanges;
  return cost;
}

std::optional<core::Method> DefaultChoice::clusters_by() const {
  if (gives_lengths(method())) return std::nullopt;
  return core::find_method("4-AL+search+lengths(interchanges=0, root=given)");
}

DefaultChoice choose_default(const AnswerInput& input, std::uint64_t seed, PeopleRule people, bool with_lengths,
                             const JobCallback& told) {
  const auto begin = std::chrono::steady_clock::now();
  DefaultChoice choice{.tried = candidates(with_lengths)};
  const std::span<TriedMethod> quick = std::span(choice.tried).first(choice.tried.size() - 1);
  TriedMethod& dear = choice.tried.back();
  try {
    Trials trials(input, seed, people, told);
    const std::int32_t count = trials.folds().count();
    const std::int32_t affordable = cost_of_choice(input, with_lengths, count).folds_with_interchanges;
    trials.run(quick, count);
    if (affordable > 0) trials.run({&dear, 1}, affordable);
    choice.taken = by_one_standard_error(choice.tried);
    choice.folds_of = trials.folds().blocks_called == "subjects" ? "subjects" : "answers";
    choice.errors_over = trials.folds().errors_over();
  } catch (const core::UserError& error) {
    choice.why = error.what();
    choice.taken = choice.tried.size() - 1;
  }
  choice.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return choice;
}

}  // namespace tertium::answers
