#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// How many of a claim's points have to do what it says.
enum class ClaimScope {
  kEvery,  ///< each one
  kSome,   ///< at least one
  kMean,   ///< their mean, repetition by repetition
};

enum class Relation {
  kAbove,    ///< left > right
  kAtLeast,  ///< left >= right - margin
  kAlike,    ///< |left - right| <= margin
};

/// `left` and `right` are expressions of muParser over the scores of methods, "aari(4-AL) - 0.1": see ScoreTerm.
struct Comparison {
  std::string left;
  Relation relation = Relation::kAbove;
  std::string right;
};

/// "delta <= 0.1": of the swept parameters of a point.
struct Condition {
  std::string parameter;
  std::string relation;  ///< one of = != < <= > >=
  std::string value;
};

/// A statement about the result of a sweep that can be checked.
struct Claim {
  std::string name;                     ///< "2", "4a": how the source numbers it
  std::string says;                     ///< the statement, in words
  std::string source;                   ///< who says so
  std::vector<Comparison> comparisons;  ///< all of them have to hold
  std::vector<Condition> at;            ///< the points it is about: those that fulfil all of these
  ClaimScope scope = ClaimScope::kEvery;
  double margin = 0.0;
  std::string where;  ///< "file:line", for messages
};

/// Reads claims: an INI file with a section for each. Keys:
///   says    the statement, in words (required)
///   source  who says so
///   holds   comparisons A > B, A >= B, A < B, A <= B, A ~ B, separated by semicolons (required)
///   at      conditions on the points, separated by commas: delta <= 0.1, p = 0.01
///   for     every (the default), some or mean
///   margin  how much less than B counts as at least B, and how much apart as alike (default 0)
/// Throws UsageError with file and line.
std::vector<Claim> read_claims(const std::filesystem::path& file);
std::vector<Claim> parse_claims(std::string_view text, const std::string& origin);

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

enum class Verdict { kHolds, kFails, kUndecided, kMissing };

/// "holds", "fails", "undecided", "no data"
std::string_view verdict_name(Verdict verdict);

/// The difference left - right of a comparison at a point, over the repetitions, and what it can be said to be.
struct Interval {
  std::string what;  ///< "CL > SL at delta = 0.1"
  std::size_t n = 0;
  double mean = 0.0;
  double low = 0.0, high = 0.0;  ///< simultaneous confidence bounds of the mean
  double slack = 0.0;            ///< how far the bounds are from what the comparison excludes; negative: on its side
  Verdict verdict = Verdict::kMissing;
};

struct ClaimResult {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::kMissing;
  std::size_t points = 0;
  /// The one that decides: of several that fail, or are undecided, or hold, the one with the least slack.
  Interval decisive;
};

/// Checks a claim on the rows of a sweep. Both sides are subtracted repetition by repetition, since methods share their
/// data; the mean of the differences has Student's t bounds, at confidence 95 % for all points and comparisons of the
/// claim together (Bonferroni). It holds if the bounds allow nothing else, fails if they exclude it, else it is
/// undecided. One repetition, or repetitions without any spread, decide by their value. Throws UserError when no point
/// fulfils the conditions, and for what the sweep does not have.
ClaimResult evaluate(const Claim& claim, const Plan& plan, const ClaimRows& rows);

}  // namespace tertium::experiments
