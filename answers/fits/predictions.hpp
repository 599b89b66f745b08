#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "files/answers/words/answers.hpp"
#include "metrics/measures/product_distances.hpp"

namespace tertium::answers {

/// How often a product predicts answers. In whole numbers, so that sums do not depend on their order.
struct Predicted {
  std::int64_t answers = 0;
  std::int64_t sixths = 0;  ///< of an answer, predicted: 6, or 6 / t where t of the possible answers are as likely
  std::int64_t ties = 0;    ///< answers to questions of which a product predicts no single answer
  /// Sixths of the same answers with two of their options exchanged. Of three whose places are known: the two other
  /// than this place. Else the given one with the second, with the third, with none.
  std::array<std::int64_t, 3> exchanged{};

  /// Adds what another tally counted.
  Predicted& operator+=(const Predicted& other);
  /// In whole answers, of what was counted in parts of them.
  Predicted in_answers(double parts) const;
};

/// Adds what the distances predict of an answer that was given `times` times, `statement` being its (first) statement.
/// Of the answers that a question leaves open those are predicted that put the two closest together of
///     the two pairs of a quadruplet, the two of a triplet with its anchor, the three pairs of which an odd one leaves
///     one;
/// the central one of three is opposite to the two that are farthest from each other. `place`: AnswerOrigin::place.
void add_prediction(files::AnswerForm form, const core::Quadruplet& statement, std::int64_t times,
                    const metrics::ProductDistances& apart, Predicted& tally, int place = -1);

/// A share with its standard error; NaN where it is not known.
struct Estimate {
  double value = 0.0;
  double error = 0.0;

  /// "61.3 ± 0.4 %"; without an error that is not known.
  std::string text() const;
};

/// The sum of numbers over the sum of counts, both by block, and its standard error as a ratio over the blocks that
/// have a count.
Estimate ratio_over_blocks(std::span<const double> sums, std::span<const double> counts);

/// The share of answers that is predicted, over all blocks, and its standard error by the differences between blocks.
Estimate share_predicted(std::span<const Predicted> blocks);
/// The share of one method minus that of another, over the same blocks, with the standard error of the difference.
Estimate difference_predicted(std::span<const Predicted> one, std::span<const Predicted> other);
/// The share of ties.
double share_of_ties(std::span<const Predicted> blocks);

}  // namespace tertium::answers
