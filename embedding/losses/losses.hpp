#pragma once

#include <algorithm>
#include <cmath>

#include "core/random/portable_math.hpp"

namespace tertium::embedding {

// The losses of one statement as functions of two squared distances: a between the objects that are said to be near, b
// between those that are said to be far. Each tells its probability or its value, and how the loss changes with a and
// b. They consist of exact operations, square roots and core's logarithm and exponential, so that they have the same
// bits on every machine.

/// What a statement contributes: the loss is -ln(probability), or `value` for losses that are no probability.
struct Contribution {
  double value = 0.0;
  double by_near = 0.0;  ///< d loss / d a
  double by_far = 0.0;   ///< d loss / d b
};

/// t-STE (van der Maaten and Weinberger 2012): P = K(a) / (K(a) + K(b)), K(a) = (1 + a/alpha)^(-(alpha + 1)/2).
/// `legacy` takes K in place of 1/(1 + a/alpha) in the gradient, as a program in use did; right only for alpha = 1.
class StudentLoss {
 public:
  static constexpr bool kIsProbability = true;
  StudentLoss(int alpha, bool legacy) : alpha_(alpha), twice_(alpha + 1), legacy_(legacy) {}

  Contribution operator()(double a, double b) const {
    const double ua = 1.0 + a / alpha_, ub = 1.0 + b / alpha_;
    const double power_a = power(ua), power_b = power(ub);
    const double probability = power_b / (power_a + power_b);
    const double slope = 0.5 * twice_ / alpha_ * (power_a / (power_a + power_b));
    if (legacy_) return {probability, slope / power_a, -slope / power_b};
    return {probability, slope / ua, -slope / ub};
  }

 private:
  /// u^((alpha + 1)/2), where alpha is whole.
  double power(double u) const {
    double result = twice_ % 2 != 0 ? std::sqrt(u) : 1.0;
    for (int k = 0; k < twice_ / 2; ++k) result *= u;
    return result;
  }

  double alpha_;
  int twice_;
  bool legacy_;
};

/// STE (van der Maaten and Weinberger 2012): P = e^-a / (e^-a + e^-b).
struct GaussianLoss {
  static constexpr bool kIsProbability = true;
  Contribution operator()(double a, double b) const {
    const double odds = core::portable_exp(std::clamp(a - b, -600.0, 600.0));
    const double miss = odds / (1.0 + odds);
    return {1.0 / (1.0 + odds), miss, -miss};
  }
};

/// CKL (Tamuz, Liu, Belongie, Shamir, Kalai 2011): P = (b + mu) / (a + b + 2 mu).
struct CrowdKernelLoss {
  static constexpr bool kIsProbability = true;
  double mu = 0.05;
  Contribution operator()(double a, double b) const {
    const double sum = a + b + 2.0 * mu;
    return {(b + mu) / sum, 1.0 / sum, 1.0 / sum - 1.0 / (b + mu)};
  }
};

/// GNMDS (Agarwal et al. 2007): max(0, a + 1 - b).
struct HingeLoss {
  static constexpr bool kIsProbability = false;
  Contribution operator()(double a, double b) const {
    const double value = a + 1.0 - b;
    return value > 0.0 ? Contribution{value, 1.0, -1.0} : Contribution{};
  }
};

/// SOE (Terada and von Luxburg 2014): max(0, sqrt a + margin - sqrt b)^2.
struct SoftOrdinalLoss {
  static constexpr bool kIsProbability = false;
  double margin = 0.1;
  Contribution operator()(double a, double b) const {
    constexpr double kNearest = 1e-12;  // the distance of two objects in one place has no slope
    const double near = std::max(kNearest, std::sqrt(a)), far = std::max(kNearest, std::sqrt(b));
    const double excess = near + margin - far;
    return excess > 0.0 ? Contribution{excess * excess, excess / near, -excess / far} : Contribution{};
  }
};

}  // namespace tertium::embedding
