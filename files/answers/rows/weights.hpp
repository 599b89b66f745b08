#pragma once

#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"

namespace tertium::files {

/// What answers weigh, as rows say it: real numbers, of which whole parts of an answer are made in the end, for
/// everything is counted in whole numbers.
class AnswerWeights {
 public:
  void add(double weight) { weights_.push_back(weight); }

  /// Gives the weights to the file's statements, of which one was added for each. Whole numbers are counts. Else the
  /// parts are so small that every weight is a whole number of them, or as small parts as can be counted where that
  /// would make too many.
  void settle(ComparisonFile& file);
  /// The same of some statements of a stream. Throws UserError where weights are no whole numbers: only of all is it
  /// known what their parts are.
  void settle_counts(ComparisonFile& file, const std::string& source);

 private:
  bool are_whole() const;
  void count(ComparisonFile& file);

  std::vector<double> weights_{};
};

}  // namespace tertium::files
