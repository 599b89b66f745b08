#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A score of a method in an expression: "aari(4-AL)", or "aari(4-AL, p = 1)" for another point than the one at hand.
struct ScoreTerm {
  std::string column;  ///< a metric or measurement of a row
  std::string method;  ///< as rows name it
  std::map<std::string, std::string> elsewhere;
};

/// An expression of a claim: muParser's, with variables in place of the scores.
struct ClaimExpression {
  std::string text;
  std::vector<ScoreTerm> terms;  ///< of the variables s0, s1, ...
};

ClaimExpression claim_expression(const std::string& text);

/// The finished rows of a sweep, by method: what a claim's scores are looked up in.
class ClaimRows {
 public:
  ClaimRows(const Plan& plan, std::vector<TrialRow> rows);

  /// The value of an expression at a point and repetition; besides scores it may use N and the numbers that are swept.
  /// Nothing where a row is missing or has no such score. Throws UserError for expressions that are none, and for
  /// methods and columns that the sweep does not have.
  std::optional<double> value(const ClaimExpression& expression, const Point& point, std::int64_t repetition) const;

 private:
  std::optional<double> score(const ScoreTerm& term, const Point& point, std::int64_t repetition) const;

  const Plan& plan_;
  std::map<std::pair<std::string, std::int64_t>, std::vector<TrialRow>> rows_;  ///< by method and repetition
};

}  // namespace tertium::experiments
