#pragma once

#include <span>
#include <vector>

#include "experiments/commands/ask/answer_model.hpp"
#include "experiments/commands/ask/questions.hpp"

namespace tertium::experiments {

/// Where objects may be, as far as the answers tell that they are the anchor of: at the place of any of the objects,
/// with the probability that follows from these answers when all places are equally probable before (Tamuz, Liu,
/// Belongie, Shamir, Kalai, Adaptively learning the crowd kernel, ICML 2011, section 4). O(N) for an answer; N^2
/// doubles.
class Posterior {
 public:
  Posterior(const AnswerModel& model, const KnownAnswers& known);

  /// Probabilities of the places of all objects, for this anchor; they sum to 1.
  std::span<const double> of(core::Object anchor) const {
    const auto n = static_cast<std::size_t>(objects_);
    return {&probability_[static_cast<std::size_t>(anchor) * n], n};
  }

 private:
  core::Object objects_;
  std::vector<double> probability_;  // anchor x place
};

/// How many bits an answer to each question would tell about the place of its anchor, on average over both answers: the
/// mutual information h(sum_x tau(x) P(x)) - sum_x tau(x) h(P(x)), tau being the posterior, P(x) the probability that
/// the first of the two is nearer to x, and h the entropy of a yes or no. At least 0 and at most 1. Quickest where
/// questions about the same two objects follow each other: O(N) each. The same bits for any number of threads.
std::vector<double> information_gains(const AnswerModel& model, const Posterior& posterior,
                                      std::span<const TripletQuestion> questions);

/// How uncertain the answer to each question is by the places themselves: its entropy in bits.
std::vector<double> uncertainties(const AnswerModel& model, std::span<const TripletQuestion> questions);

}  // namespace tertium::experiments
