#pragma once

#include <functional>
#include <span>
#include <vector>

namespace tertium::embedding {

/// A smooth function: its value at x, and its gradient, which it writes.
using SmoothFunction = std::function<double(std::span<const double> x, std::span<double> gradient)>;

struct NonnegativeFit {
  std::vector<double> x;
  double value = 0.0;
  int iterations = 0;
};

/// The least value among numbers that are not negative, from `x` downhill: projected L-BFGS. In an iteration numbers
/// that are 0 and would become negative stay; the others go by a quasi-Newton step of what the last iterations taught
/// of them, cut off at 0, which is halved until the value falls enough (Bertsekas, Projected Newton methods for
/// optimization problems with simple constraints, SIAM J. Control Optim. 1982). It ends after `most` iterations, or
/// when ten of them lowered the value by less than `tolerance` of it. Throws UserError if the value stops being a
/// number.
NonnegativeFit minimize_nonnegative(const SmoothFunction& function, std::vector<double> x, int most, double tolerance);

}  // namespace tertium::embedding
