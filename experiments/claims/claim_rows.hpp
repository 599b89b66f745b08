#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "experiments/config/formula.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// A formula at a point: where its scores are looked up, and what its variables are there.
struct BoundExpression {
  const Formula* expression = nullptr;
  std::vector<std::size_t> places;  ///< of its terms, in ClaimRows
  std::vector<std::size_t> others;  ///< the same of the methods that they are compared with; else the term's place
  std::vector<double> variables;
};

/// The planned trials of a sweep, and the rows that there are of them: what a claim's scores are looked up in.
class ClaimRows {
 public:
  /// Keeps a reference to the plan.
  ClaimRows(const Plan& plan, std::vector<TrialRow> rows);

  const Plan& plan() const { return plan_; }

  /// How many repetitions are looked at: those that the sweep plans, until others are asked for.
  std::int64_t repetitions() const { return repetitions_; }
  /// Looks at the first so many from now on.
  void look_at(std::int64_t repetitions) { repetitions_ = repetitions; }

  /// The finished row of a trial of the plan; nullptr where there is none.
  const TrialRow* row_of(const Trial& trial) const;

  /// Throws UsageError for methods, scores, parameters and variables that the sweep does not have, with those that it
  /// has, and for a term that fits several methods of it, or none.
  BoundExpression bind(const Formula& expression, const Point& point) const;

  /// Its value in a repetition; nothing where a row that it needs is missing, not done or without the score; not finite
  /// where a score is undefined, or the formula of it.
  std::optional<double> value(const BoundExpression& bound, std::int64_t repetition) const;

  /// A range that its value cannot leave, by the ranges that scores declare.
  metrics::ValueRange range(const BoundExpression& bound) const;

  /// Adds the trials, of all repetitions that are looked at, in which it looks values up.
  void add_trials(const BoundExpression& bound, std::set<TrialKey>& keys) const;

  /// Of those trials, the ones of which there is no finished row; and those that were run and did not succeed.
  struct Missing {
    std::size_t trials = 0;
    std::size_t failed = 0;
  };
  Missing missing(const std::set<TrialKey>& keys) const;

 private:
  /// One method at one point, in all repetitions.
  struct Place {
    int variant = 0;
    int point = 0;
    RowParameters parameters;
    std::vector<int> trials;  ///< indices into Plan::trials, by repetition
  };
  std::size_t place_of(const ScoreTerm& term, const Point& point) const;
  void check_names(const ScoreTerm& term, const Point& point) const;
  void check_column(const ScoreTerm& term, const Place& place) const;
  void check_flat(const ScoreTerm& term, std::size_t place, std::size_t other) const;

  const Plan& plan_;
  std::int64_t repetitions_;
  std::vector<Place> places_;
  std::vector<std::optional<TrialRow>> rows_;  ///< finished ones, by index into Plan::trials
  std::set<TrialKey> failed_;
};

}  // namespace tertium::experiments
