#include "experiments/claims/looks.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "experiments/claims/claim_rows.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {
namespace {

Plan plan_at(SweepConfig config, std::int64_t repetitions) {
  config.repetitions = repetitions;
  return make_plan(config);
}

}  // namespace

std::vector<TrialRow> rows_in(const std::filesystem::path& run) {
  std::error_code error;
  if (!std::filesystem::exists(run, error) && !error) return {};
  return RunFolder::open(run).load_whole().rows;
}

Looks::Looks(std::vector<Claim> claims, SweepConfig config, std::filesystem::path run, std::optional<std::int64_t> most)
    : claims_(std::move(claims)), config_(std::move(config)), run_(std::move(run)), results_(claims_.size()) {
  const auto first = std::max<std::int64_t>(config_.repetitions, kEnoughRepetitions);
  most_ = std::max(most.value_or(kMostTimes * first), config_.repetitions);
  repetitions_ = std::min(most_, first);
}

bool Looks::is_open(std::size_t claim) const {
  const ClaimResult& result = results_[claim];
  return result.verdict == Verdict::kMissing || (result.verdict == Verdict::kUndecided && !result.decisive.hopeless);
}

std::set<TrialKey> Looks::needed(const ClaimRows& rows) const {
  std::set<TrialKey> keys;
  for (std::size_t k = 0; k < claims_.size(); ++k)
    if (is_open(k)) keys.merge(trials_of(claims_[k], rows));
  return keys;
}

std::optional<SweepTask> Looks::missing() const {
  Plan plan = plan_at(config_, repetitions_);
  const ClaimRows rows(plan, rows_in(run_));
  const std::set<TrialKey> keys = needed(rows);
  if (rows.missing(keys).trials == 0) return std::nullopt;
  return SweepTask{std::move(plan), run_, std::vector<TrialKey>(keys.begin(), keys.end())};
}

bool Looks::judge() {
  const Plan plan = plan_at(config_, repetitions_);
  const ClaimRows rows(plan, rows_in(run_));
  const bool whole = rows.missing(needed(rows)).trials == 0;
  if (!whole && looks_ > 0) return false;
  bool open = false;
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    if (!is_open(k)) continue;
    results_[k] = evaluate(claims_[k], rows, {looks_ + 1, true});
    open = open || is_open(k);
  }
  if (!whole) return false;
  ++looks_;
  looked_at_ = repetitions_;
  over_ = !open || repetitions_ == most_;
  if (!over_) repetitions_ = std::min(most_, 2 * repetitions_);
  return true;
}

void Looks::judge_what_is_there() {
  while (!over_ && judge()) {
  }
}

}  // namespace tertium::experiments
