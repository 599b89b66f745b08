#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// Longest formula, in bytes, and how deep its parentheses may go: far beyond what anybody can read.
inline constexpr std::size_t kLongestFormula = 4000;
inline constexpr int kDeepestFormula = 32;

/// A score of a method in a formula: "aari(4-AL)", or "aari(4-AL, p = 1)" for another point than the one at hand. And
/// "ari(SPUR | k-means)", the index of two methods' partitions with each other.
struct ScoreTerm {
  std::string column;  ///< a metric or measurement of a row
  std::string method;  ///< as rows name it
  std::map<std::string, std::string> elsewhere;
  std::vector<ScoreTerm> with{};  ///< the other method; none: the truth
};

/// What an operation of a formula does to the values on top of a stack.
enum class Operator {
  kNumber,
  kTerm,
  kVariable,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kMin,
  kMax,
  kAbs,
  kSqrt,
  kLn,
  kLog2,
  kExp,
  kAtLeast,  ///< 1 where the first is at least the second, else 0
  kEqual,    ///< 1 where both are the same, else 0
};

struct Operation {
  Operator what = Operator::kNumber;
  double number = 0.0;
  std::size_t index = 0;      ///< of the term or variable
  std::size_t arguments = 0;  ///< that it takes off the stack
};

/// A formula over scores of methods, numbers, N and parameters of a point: + - * / ^, parentheses, min, max, abs, sqrt,
/// ln, log2, exp, at_least(a, b) and equal(a, b). It compares nothing.
class Formula {
 public:
  /// Throws UsageError for a text that is no formula, longer than kLongestFormula or deeper than kDeepestFormula.
  explicit Formula(std::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<ScoreTerm>& terms() const { return terms_; }
  const std::vector<std::string>& variables() const { return variables_; }

  /// Its value for one of each term and variable; not finite where it has none (1/0).
  double value(std::span<const double> terms, std::span<const double> variables) const;
  /// A range that holds its value whatever the terms are in theirs: by interval arithmetic, so it may be too wide.
  metrics::ValueRange range(std::span<const metrics::ValueRange> terms, std::span<const double> variables) const;

 private:
  std::string text_;
  std::vector<ScoreTerm> terms_;
  std::vector<std::string> variables_;
  std::vector<Operation> operations_;  ///< in the order of postfix notation
};

}  // namespace tertium::experiments
