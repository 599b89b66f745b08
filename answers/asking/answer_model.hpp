#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "answers/asking/questions.hpp"
#include "answers/fits/probability.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// The embeddings that say how probable an answer is, by name; the first is the default.
const std::vector<std::string>& probable_methods();
/// One of them. Throws UsageError with their names.
core::Method probable_method(const std::string& name);

/// How probable answers are by places of objects: that j is nearer to x than k with probability
/// K(x, j) / (K(x, j) + K(x, k)), K being what log_weight makes of the embedding's own loss. Of the two pairs of a
/// quadruplet, and the three of an odd one out, each is the closest in proportion to its K, too. It takes N^2 doubles.
class AnswerModel {
 public:
  AnswerModel(const core::Coordinates& places, const core::Method& method);

  core::Object objects() const { return objects_; }
  /// ln of the odds that `near` is nearer to the place of object x than `far`.
  double log_odds(core::Object x, core::Object near, core::Object far) const {
    return log_kernel(x, near) - log_kernel(x, far);
  }
  /// ln K(x, j)
  double log_kernel(core::Object x, core::Object j) const {
    return log_kernel_[static_cast<std::size_t>(x) * static_cast<std::size_t>(objects_) + static_cast<std::size_t>(j)];
  }

 private:
  core::Object objects_;
  std::vector<double> log_kernel_;  // N x N
};

/// -p ln p - (1 - p) ln(1 - p)
double entropy_of(double p);

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
/// the first of the two is nearer to x, and h the entropy of a yes or no. At least 0 and at most 1. Of triplets alone;
/// quickest where questions about the same two objects follow each other: O(N) each. The same bits for any number of
/// threads.
std::vector<double> information_gains(const AnswerModel& model, const Posterior& posterior,
                                      std::span<const Screen> questions);

/// How uncertain the answer to each question is by the places themselves: its entropy in bits.
std::vector<double> uncertainties(const AnswerModel& model, std::span<const Screen> questions);

/// How probable each answer to a question is, in their order; 0 where there is no third one.
std::array<double, 3> probabilities(const AnswerModel& model, const Screen& question);

}  // namespace tertium::answers
