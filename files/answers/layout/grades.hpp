#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/text/csv.hpp"

namespace tertium::files {

/// How sure answers are, "definitely" or "maybe", as a person says it: what each of these words weighs.
class Grades {
 public:
  /// What is wrong with a list of WORD=WEIGHT, for a message; empty where nothing is.
  static std::string problem(std::span<const std::string> grades);

  /// Of a list without a problem.
  explicit Grades(std::span<const std::string> grades);

  /// What the field of the current row weighs: below 0 it is for the other answer, 0 is a tie. Throws UserError for a
  /// word without a weight.
  double weight(const CsvReader& rows, std::size_t column) const;

  /// "definitely = 1, maybe = 0.5".
  std::string text() const;

 private:
  std::vector<std::pair<std::string, double>> weights_{};
};

/// What the current row weighs by its column of that: a number from 0. Throws UserError.
double weight_in(const CsvReader& rows, std::size_t column);

}  // namespace tertium::files
