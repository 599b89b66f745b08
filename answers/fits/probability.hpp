#pragma once

#include <functional>
#include <optional>

#include "core/methods/method.hpp"
#include "core/methods/product.hpp"

namespace tertium::answers {

/// ln of what a pair of objects weighs, by how far apart they are (metrics::ProductDistances: squared distances of
/// places, paths of a tree with lengths).
using LogWeight = std::function<double(double)>;

/// The model of answers that a method is fitted by, as its last step's own loss has it: that one pair of objects is
/// closer together than another with probability W / (W + W'), where ln W falls with the squared distance d, or the
/// path d, as
///     -(alpha + 1)/2 ln(1 + d/alpha), alpha = max(dimensions - 1, 1)    t-STE
///     -d                                                               STE, FORTE, lengths
///     -ln(d + mu)                                                      CKL
/// Nothing of other steps, which say which pair is closer, but not how probably; nor of odd-one-outs that SPoSE is
/// fitted to, which are another question. `dimensions`: of places, whatever otherwise.
std::optional<LogWeight> log_weight(const core::Method& method, int dimensions);

/// What can be said of a yes-no question whose answer has so large log odds.
struct Chance {
  double yes = 0.5;      ///< its probability
  double log_yes = 0.0;  ///< natural logarithm of that
  double entropy = 0.0;  ///< in nats
};

/// The same bits on every machine.
Chance chance_of(double log_odds);

}  // namespace tertium::answers
