#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/clusterings/coordinates.hpp"
#include "core/methods/method.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::experiments {

/// The embeddings that say how probable an answer is, by name; the first is the default.
const std::vector<std::string>& probable_methods();

/// How probable answers are by places of objects, as the embedding's own loss has it: that j is nearer to x than k with
/// probability K(x, j) / (K(x, j) + K(x, k)), where ln K falls with the squared distance d as
///     -(alpha + 1)/2 ln(1 + d/alpha), alpha = max(dimensions - 1, 1)    t-STE
///     -d                                                               STE
///     -ln(d + mu)                                                      CKL
/// It takes N^2 doubles.
class AnswerModel {
 public:
  AnswerModel(const core::Coordinates& places, const core::Method& method);

  core::Object objects() const { return objects_; }
  /// ln of the odds that `near` is nearer to the place of object x than `far`.
  double log_odds(core::Object x, core::Object near, core::Object far) const {
    const double* row = &log_kernel_[static_cast<std::size_t>(x) * static_cast<std::size_t>(objects_)];
    return row[near] - row[far];
  }

 private:
  core::Object objects_;
  std::vector<double> log_kernel_;  // N x N
};

/// What can be said of a yes-no question whose answer has so large log odds.
struct Chance {
  double yes = 0.5;      ///< its probability
  double log_yes = 0.0;  ///< natural logarithm of that
  double entropy = 0.0;  ///< in nats
};

/// The same bits on every machine.
Chance chance_of(double log_odds);
/// -p ln p - (1 - p) ln(1 - p)
double entropy_of(double p);

}  // namespace tertium::experiments
