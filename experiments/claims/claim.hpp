#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/formula.hpp"

namespace tertium::experiments {

/// How many of a claim's points have to do what it says.
enum class ClaimScope {
  kEvery,  ///< each one
  kSome,   ///< at least one
  kMean,   ///< their mean, repetition by repetition
};

/// What is compared of the repetitions' differences.
enum class Statistic { kMean, kMedian };

enum class Relation {
  kAbove,    ///< left > right
  kAtLeast,  ///< left >= right - margin
  kAlike,    ///< |left - right| <= margin
};

/// One side of a comparison: a formula, or share(PART, WHOLE), the sum of one over the sum of the other where both
/// count something (branches).
struct Quantity {
  Formula value;                 ///< of a share: the part
  std::optional<Formula> whole;  ///< of a share
};

struct Comparison {
  Quantity left;
  Relation relation = Relation::kAbove;
  Quantity right;
  std::string text;  ///< "aari(CL) > aari(SL)": the larger side is on the left
};

/// "exact(4K-AL): p ~ ln(N) / N": where the mean of a score passes the level of the sweep's map (SweepConfig::refine),
/// as a number along one dimension, over a formula of all else that a point has. Its comparisons are of two numbers,
/// `constant` and `exponent` (report/contour.hpp).
struct ClaimLaw {
  ScoreTerm of;
  std::string along;
  Formula formula;
};

/// "delta <= 0.1": of the parameters of a point.
struct Condition {
  std::string parameter;
  std::string relation;  ///< one of = != < <= > >=
  std::string value;
};

/// A statement about the result of a sweep that can be checked.
struct Claim {
  std::string name;                     ///< "2", "4a": how the source numbers it
  std::string statement;                ///< the statement, in words
  std::string quote;                    ///< the source's own sentence, where `statement` is another one
  std::string source;                   ///< who says so
  std::string explanation;              ///< why it does not hold, where it does not
  std::vector<Comparison> comparisons;  ///< all of them have to hold
  std::optional<ClaimLaw> law{};        ///< what the comparisons are about, where it is no score of a point
  std::vector<Condition> at;            ///< the points it is about: those that fulfil all of these
  ClaimScope scope = ClaimScope::kEvery;
  Statistic statistic = Statistic::kMean;
  double margin = 0.0;
  bool deterministic = false;  ///< nothing is drawn but how objects are numbered: a repetition is no sample
  std::string where;           ///< "file:line", for messages

  /// Whether nobody else says so.
  bool is_of_project() const { return source.empty() || source.starts_with("this project"); }
};

/// Reads claims: an INI file with a section for each. Keys:
///   statement      in words (required)
///   quote          the source's own sentence, where `statement` says it in other words
///   source         who says so: what begins with "this project" is no paper's, nor is what has none
///   condition      comparisons A > B, A >= B, A < B, A <= B, A ~ B, separated by semicolons (required)
///   law            SCORE(METHOD): DIMENSION ~ FORMULA, of a map; the comparisons are then of `constant` and `exponent`
///                  with numbers
///   at             conditions on the points, separated by commas: delta <= 0.1, p = 0.01
///   for            every (the default), some or mean
///   statistic      mean (the default) or median, over the repetitions
///   margin         how much less than B counts as at least B, and how much apart as alike (default 0)
///   deterministic  yes: one data set, answers that are given, and methods that draw nothing, or whose draws do not
///                  matter. One repetition is enough, and all have to say the same
///   explanation    why it does not hold, told beside the verdict where it does not
/// Throws UsageError with file and line.
std::vector<Claim> read_claims(const std::filesystem::path& file);
std::vector<Claim> parse_claims(std::string_view text, const std::string& origin);

/// NAME.claims beside NAME.ini, for what read_config takes.
std::filesystem::path claims_file(const std::filesystem::path& config);

}  // namespace tertium::experiments
