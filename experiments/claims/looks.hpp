#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "experiments/claims/claim.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// The rows in the folder of a run, none where nothing was run yet. Throws UserError where some are damaged.
std::vector<TrialRow> rows_in(const std::filesystem::path& run);

/// Claims judged at growing numbers of repetitions, twice as many at each look, until all are decided. What a look
/// decides stays. Looking again does not raise the error (Look::anytime). Depends on
/// rows alone: who goes through the looks of a run again comes to the same verdicts.
class Looks {
 public:
  /// Begins with the planned repetitions, or kEnoughRepetitions where they are fewer: those decide hardly anything, and
  /// every look costs. Ends at `most`, but not below those planned, or at kMostTimes the first ones. `run` is the
  /// folder of the rows.
  Looks(std::vector<Claim> claims, SweepConfig config, std::filesystem::path run, std::optional<std::int64_t> most);
  // The results point to the claims.
  Looks(Looks&&) = default;
  Looks& operator=(Looks&&) = default;
  Looks(const Looks&) = delete;
  Looks& operator=(const Looks&) = delete;
  ~Looks() = default;

  static constexpr std::int64_t kMostTimes = 16;

  /// All is decided, or would not be by more repetitions, or there may be no more.
  bool is_over() const { return over_; }
  /// Of the next look.
  std::int64_t repetitions() const { return repetitions_; }
  /// Of the last look that is done; 0 where none is.
  std::int64_t looked_at() const { return looked_at_; }
  /// The trials of the open claims that the next look lacks; nothing where all are there.
  std::optional<SweepTask> missing() const;
  /// Judges the open claims and goes on to the next look, if all rows of this one are there. If not, returns false; and
  /// at the first look judges those claims of which all rows are there.
  bool judge();
  /// Judges at all looks of which the rows are there: at the first one in any case.
  void judge_what_is_there();

  /// One for each claim, as the last look left it.
  const std::vector<ClaimResult>& results() const { return results_; }

 private:
  bool is_open(std::size_t claim) const;
  std::set<TrialKey> needed(const ClaimRows& rows) const;

  std::vector<Claim> claims_;
  SweepConfig config_;
  std::filesystem::path run_;
  std::int64_t most_;
  std::int64_t repetitions_;
  std::vector<ClaimResult> results_;
  std::int64_t looked_at_ = 0;
  std::size_t looks_ = 0;  ///< that are done
  bool over_ = false;
};

}  // namespace tertium::experiments
