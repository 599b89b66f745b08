#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/claims/needed.hpp"
#include "experiments/config/config.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// The rows in the folder of a run, none where nothing was run yet. Throws UserError where some are damaged.
std::vector<TrialRow> rows_in(const std::filesystem::path& run);

/// Claims judged at growing numbers of repetitions, each by itself: twice as many at each look, until it is decided.
/// What a look decides stays. Looking again does not raise the error (Look::anytime). Depends on rows alone: who goes
/// through the looks of a run again comes to the same verdicts.
class Looks {
 public:
  /// Begins with the planned repetitions, or kEnoughRepetitions where they are fewer: those decide almost nothing, and
  /// every look costs. Ends at `most`, but not below those planned, or at kMostTimes the first ones. `run` is the
  /// folder of the rows. Judges at all looks of which they are there.
  Looks(std::vector<Claim> claims, SweepConfig config, std::filesystem::path run, std::optional<std::int64_t> most,
        const CostModel& costs);
  // The results point to the claims.
  Looks(Looks&&) = default;
  Looks& operator=(Looks&&) = default;
  Looks(const Looks&) = delete;
  Looks& operator=(const Looks&) = delete;
  ~Looks() = default;

  static constexpr std::int64_t kMostTimes = 16;

  /// Those that are not decided, and may have more repetitions that may decide them.
  std::vector<std::size_t> open() const;
  /// Repetitions that a claim may have.
  std::int64_t most() const { return most_; }
  /// Repetitions of the claim's next look.
  std::int64_t next(std::size_t claim) const;
  /// What the next looks of these claims lack; nothing where all is there.
  std::optional<SweepTask> missing(std::span<const std::size_t> claims) const;
  /// Judges open claims at all looks of which the rows are there by now. Returns whether there was any.
  bool judge();

  const std::vector<Claim>& claims() const { return claims_; }
  /// One for each claim, as its last look left it. Where there was none, of what is missing, or it is undecided.
  const std::vector<ClaimResult>& results() const { return results_; }
  /// What would decide it, if it is open.
  const Needed& needed(std::size_t claim) const { return states_[claim].needed; }
  /// Repetitions of the last look at any claim; 0 where there was none.
  std::int64_t looked_at() const;

  /// Repetitions that there are of each method at each point, point by point.
  const Effort& there() const { return there_; }
  /// Core seconds of so many repetitions of a claim's trials, beyond those of `there`, to which they are added: as
  /// measured, where there are rows of them, else as predicted.
  double add_seconds(std::size_t claim, std::int64_t repetitions, Effort& there) const;

 private:
  struct State {
    std::vector<std::size_t> places;  ///< whose scores it looks up: indices into Effort
    std::size_t looks = 0;            ///< that are done
    Needed needed{};
  };
  std::int64_t at(std::size_t look) const;
  bool is_open(std::size_t claim) const;
  bool may_go_on(std::size_t claim) const;
  std::int64_t whole(std::size_t claim) const;
  void find_places(const CostModel& costs);
  void raise(Effort& effort, std::size_t claim, std::int64_t repetitions) const;
  std::vector<std::vector<std::size_t>> groups() const;
  bool judge(const std::vector<std::size_t>& group, const std::vector<TrialRow>& stored);
  ClaimResult before_looks(std::size_t claim, ClaimRows& rows) const;
  void measure(const Plan& plan, const ClaimRows& rows);
  void foresee(std::size_t claim, ClaimRows& rows);

  std::vector<Claim> claims_;
  SweepConfig config_;
  std::filesystem::path run_;
  std::int64_t first_ = 0, most_ = 0;  ///< repetitions
  std::vector<ClaimResult> results_;
  std::vector<State> states_;
  Effort there_;
  std::vector<double> trial_seconds_;  ///< by place, of one repetition
  std::vector<double> data_seconds_;   ///< by point, of one cell
};

}  // namespace tertium::experiments
