#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arithmetic.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// A score of a method in a formula: "aari(4-AL)", or "aari(4-AL, p = 1)" for another point than the one at hand. And
/// "ari(SPUR | k-means)", the index of two methods' partitions with each other.
struct ScoreTerm {
  std::string column;  ///< a metric or measurement of a row
  std::string method;  ///< as rows name it
  std::map<std::string, std::string> elsewhere;
  std::vector<ScoreTerm> with{};  ///< the other method; none: the truth
};

/// A formula over scores of methods, numbers, N and parameters of a point: + - * / ^, parentheses, min, max, abs, sqrt,
/// ln, log2, log10, exp, at_least(a, b) and equal(a, b). It compares nothing.
class Formula {
 public:
  /// Throws UsageError for a text that is no formula.
  explicit Formula(std::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<ScoreTerm>& terms() const { return terms_; }
  const std::vector<std::string>& variables() const { return arithmetic_.variables; }

  /// Its value for one of each term and variable; not finite where it has none (1/0).
  double value(std::span<const double> terms, std::span<const double> variables) const;
  /// A range that holds its value whatever the terms are in theirs: by interval arithmetic, so it may be too wide.
  metrics::ValueRange range(std::span<const metrics::ValueRange> terms, std::span<const double> variables) const;

 private:
  std::string text_;
  std::vector<ScoreTerm> terms_;
  core::Arithmetic arithmetic_;
};

}  // namespace tertium::experiments
