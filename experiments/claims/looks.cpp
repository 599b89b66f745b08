#include "experiments/claims/looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "experiments/run/run_plan.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {
namespace {

/// Index into Effort of a trial's method at its point.
std::size_t place_of(const Plan& plan, const Trial& trial) {
  return static_cast<std::size_t>(plan.cells[trial.cell].point) * plan.config.methods.size() +
         static_cast<std::size_t>(trial.method);
}

/// The rows without trees, which no claim looks at.
std::vector<TrialRow> slim_rows(const std::filesystem::path& run) {
  std::vector<TrialRow> rows = rows_in(run);
  for (TrialRow& row : rows) row.tree = {};
  return rows;
}

std::int64_t most_repetitions(const std::vector<TrialRow>& rows) {
  std::int64_t most = 0;
  for (const TrialRow& row : rows) most = std::max(most, row.repetition + 1);
  return most;
}

}  // namespace

std::vector<TrialRow> rows_in(const std::filesystem::path& run) {
  std::error_code error;
  if (!std::filesystem::exists(run, error) && !error) return {};
  return RunFolder::open(run).load_whole().rows;
}

Looks::Looks(std::vector<Claim> claims, SweepConfig config, std::filesystem::path run, std::optional<std::int64_t> most,
             const CostModel& costs)
    : claims_(std::move(claims)),
      config_(std::move(config)),
      run_(std::move(run)),
      results_(claims_.size()),
      states_(claims_.size()) {
  first_ = std::max<std::int64_t>(config_.repetitions, kEnoughRepetitions);
  most_ = std::max(most.value_or(kMostTimes * first_), config_.repetitions);
  first_ = std::min(most_, first_);
  find_places(costs);
  judge();
}

void Looks::find_places(const CostModel& costs) {
  SweepConfig once = config_;
  once.repetitions = 1;
  const Plan plan = make_plan(std::move(once));
  there_.assign(plan.points.size() * config_.methods.size(), 0);
  trial_seconds_.assign(there_.size(), 0.0);
  data_seconds_.assign(plan.points.size(), 0.0);
  for (std::size_t k = 0; k < plan.cells.size(); ++k) {
    const Cell& cell = plan.cells[k];
    data_seconds_[cell.point] = costs.cell_seconds(plan, static_cast<int>(k), {});
    const std::vector<double> seconds = costs.trial_seconds(plan, cell.trials);
    for (std::size_t t = 0; t < seconds.size(); ++t)
      trial_seconds_[place_of(plan, plan.trials[cell.trials[t]])] = seconds[t];
  }
  const ClaimRows rows(plan, {});
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    const std::set<TrialKey> keys = trials_of(claims_[k], rows);
    for (const Trial& trial : plan.trials)
      if (keys.contains(trial.key)) states_[k].places.push_back(place_of(plan, trial));
  }
}

/// Repetitions of a look, counted from 0.
std::int64_t Looks::at(std::size_t look) const {
  std::int64_t repetitions = first_;
  for (std::size_t k = 0; k < look && repetitions < most_; ++k) repetitions *= 2;
  return std::min(most_, repetitions);
}

bool Looks::is_open(std::size_t claim) const {
  const ClaimResult& result = results_[claim];
  return result.verdict == Verdict::kMissing || (result.verdict == Verdict::kUndecided && !result.decisive.hopeless);
}

bool Looks::may_go_on(std::size_t claim) const {
  const std::size_t looks = states_[claim].looks;
  return is_open(claim) && (looks == 0 || at(looks - 1) < most_);
}

std::vector<std::size_t> Looks::open() const {
  std::vector<std::size_t> claims;
  for (std::size_t k = 0; k < claims_.size(); ++k)
    if (may_go_on(k)) claims.push_back(k);
  return claims;
}

std::int64_t Looks::next(std::size_t claim) const {
  return at(states_[claim].looks);
}

std::int64_t Looks::looked_at() const {
  std::int64_t most = 0;
  for (const State& state : states_)
    if (state.looks > 0) most = std::max(most, at(state.looks - 1));
  return most;
}

/// Repetitions of which all rows of the claim are there.
std::int64_t Looks::whole(std::size_t claim) const {
  std::int64_t least = most_;
  for (const std::size_t place : states_[claim].places) least = std::min<std::int64_t>(least, there_[place]);
  return least;
}

/// So many of the claim's trials, at least.
void Looks::raise(Effort& effort, std::size_t claim, std::int64_t repetitions) const {
  for (const std::size_t place : states_[claim].places)
    effort[place] = std::max(effort[place], static_cast<std::int32_t>(repetitions));
}

double Looks::add_seconds(std::size_t claim, std::int64_t repetitions, Effort& there) const {
  double seconds = 0.0;
  std::map<std::size_t, std::int64_t> cells;  // of which more trials are run, by point
  for (const std::size_t place : states_[claim].places) {
    const std::int64_t more = std::max<std::int64_t>(0, repetitions - there[place]);
    std::int64_t& of_point = cells[place / config_.methods.size()];
    of_point = std::max(of_point, more);
    seconds += static_cast<double>(more) * trial_seconds_[place];
  }
  for (const auto& [point, count] : cells) seconds += static_cast<double>(count) * data_seconds_[point];
  raise(there, claim, repetitions);
  return seconds;
}

std::optional<SweepTask> Looks::missing(std::span<const std::size_t> claims) const {
  Effort effort(there_.size(), 0);
  for (const std::size_t claim : claims) raise(effort, claim, next(claim));
  if (std::ranges::equal(effort, there_, std::less_equal{})) return std::nullopt;
  Plan plan = make_plan(config_, std::move(effort));
  std::vector<TrialKey> keys = planned_keys(plan);
  return SweepTask{std::move(plan), run_, std::move(keys)};
}

/// Open claims whose rows are looked at together; a law is about all trials of a plan.
std::vector<std::vector<std::size_t>> Looks::groups() const {
  std::vector<std::vector<std::size_t>> groups(1);
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    if (!is_open(k)) continue;
    if (claims_[k].law)
      groups.push_back({k});
    else
      groups.front().push_back(k);
  }
  return groups;
}

bool Looks::judge() {
  const std::vector<TrialRow> stored = slim_rows(run_);
  bool any = false;
  for (const std::vector<std::size_t>& group : groups())
    while (!group.empty() && judge(group, stored)) any = true;
  return any;
}

/// One look at each claim of the group of which the rows are there; where there is none, foresees what they need.
bool Looks::judge(const std::vector<std::size_t>& group, const std::vector<TrialRow>& stored) {
  Effort effort(there_.size(), 0);
  for (const std::size_t k : group)
    if (is_open(k))
      raise(effort, k,
            states_[k].looks == 0 ? first_ : std::clamp(most_repetitions(stored), at(states_[k].looks - 1), next(k)));
  const Plan plan = make_plan(config_, std::move(effort));
  ClaimRows rows(plan, stored);
  measure(plan, rows);
  bool any = false;
  for (const std::size_t k : group) {
    if (may_go_on(k) && whole(k) >= next(k)) {
      rows.look_at(next(k));
      results_[k] = evaluate(claims_[k], rows, {++states_[k].looks, true});
      any = true;
    } else if (states_[k].looks == 0 && is_open(k)) {
      results_[k] = before_looks(k, rows);
    }
  }
  if (!any)
    for (const std::size_t k : group) foresee(k, rows);
  return any;
}

/// Of fewer repetitions than a look begins with: what is no sample is decided all the same.
ClaimResult Looks::before_looks(std::size_t claim, ClaimRows& rows) const {
  const bool planned = whole(claim) >= config_.repetitions;
  rows.look_at(planned ? config_.repetitions : first_);
  ClaimResult result = evaluate(claims_[claim], rows, {1, true});
  if (result.verdict == Verdict::kMissing || result.decisive.bounds.kind == BoundsKind::kFact) return result;
  result.verdict = result.decisive.verdict = Verdict::kUndecided;
  if (result.decisive.problem.empty())
    result.decisive.problem = fmt::format("too few repetitions (the first look is at {})", first_);
  return result;
}

/// How many repetitions there are, and what they took.
void Looks::measure(const Plan& plan, const ClaimRows& rows) {
  struct Taken {
    double seconds = 0.0;
    int rows = 0;
    void add(double more) {
      seconds += more;
      ++rows;
    }
  };
  std::map<std::size_t, Taken> trials, data;
  for (const Cell& cell : plan.cells) {
    double of_data = 0.0;
    for (const int index : cell.trials) {
      const Trial& trial = plan.trials[index];
      const TrialRow* row = rows.row_of(trial);
      if (row == nullptr) continue;
      const std::size_t place = place_of(plan, trial);
      if (there_[place] == cell.repetition) ++there_[place];
      trials[place].add(row->seconds());
      of_data = std::max(of_data, row->t_generate);
    }
    if (of_data > 0.0) data[static_cast<std::size_t>(cell.point)].add(of_data);
  }
  for (const auto& [place, taken] : trials) trial_seconds_[place] = taken.seconds / taken.rows;
  for (const auto& [point, taken] : data) data_seconds_[point] = taken.seconds / taken.rows;
}

void Looks::foresee(std::size_t claim, ClaimRows& rows) {
  State& state = states_[claim];
  state.needed = {};
  if (results_[claim].verdict == Verdict::kUndecided && results_[claim].decisive.hopeless)
    state.needed.kind = Needed::Kind::kHopeless;
  if (!is_open(claim)) return;
  const std::int64_t repetitions = state.looks == 0 ? first_ : 2 * at(state.looks - 1);
  state.needed = repetitions_needed(claims_[claim], rows, whole(claim), {state.looks + 1, true}, repetitions);
}

}  // namespace tertium::experiments
