#pragma once

namespace tertium::answers {

/// How often a prediction can be right at best, of answers to questions that are answered in more than one way, by
/// whom it does not know.
///
/// Of a question with probabilities p_1, ..., p_c of the possible answers, who knows them is right with probability
/// max p, and two answers agree with probability a = sum p^2. That of all questions is known without bias from those
/// that were answered twice; of a single one neither is.
struct Ceiling {
  /// E max p where p has the symmetric Dirichlet distribution (of two answers: the beta distribution) with E a as
  /// measured. Of two answers 1/2 + 1/(alpha 4^alpha B(alpha, alpha)), alpha = (1 - E a)/(2 E a - 1).
  double value = 0.0;
  /// Whatever p is distributed like: max p <= 1/c + sqrt((1 - 1/c)(a - 1/c)), which is concave in a (Jensen).
  double at_most = 0.0;
};

/// Of questions with so many possible answers, two answers to one of which agree so often in the mean. Chance where
/// they agree no more often than by chance.
Ceiling ceiling_of(double agreement, int choices);

}  // namespace tertium::answers
