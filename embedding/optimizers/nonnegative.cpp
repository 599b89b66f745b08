#include "embedding/optimizers/nonnegative.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::embedding {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kRemembered = 8;

double dot(const Numbers& a, const Numbers& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// How an iteration moved the place, and the gradient with it.
struct Change {
  Numbers place, gradient;
};

/// a b over the numbers that are free.
double dot_of_free(const Numbers& a, const Numbers& b, const Numbers& is_free) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += is_free[k] * a[k] * b[k];
  return sum;
}

/// Less the gradient, times what the changes say of the inverse of the second derivatives, among the free numbers: the
/// two loops of L-BFGS (Nocedal and Wright, Numerical Optimization, algorithm 7.4).
Numbers downhill(const Numbers& gradient, const std::deque<Change>& changes, const Numbers& is_free) {
  Numbers direction(gradient.size());
  for (std::size_t k = 0; k < direction.size(); ++k) direction[k] = -is_free[k] * gradient[k];
  Numbers curved(changes.size()), along(changes.size());
  double scale = 0.0;
  for (std::size_t c = changes.size(); c-- > 0;) {
    curved[c] = dot_of_free(changes[c].place, changes[c].gradient, is_free);
    if (!(curved[c] > 0.0)) continue;
    if (scale == 0.0) scale = curved[c] / dot_of_free(changes[c].gradient, changes[c].gradient, is_free);
    along[c] = dot(changes[c].place, direction) / curved[c];
    for (std::size_t k = 0; k < direction.size(); ++k) direction[k] -= is_free[k] * along[c] * changes[c].gradient[k];
  }
  if (scale == 0.0) return direction;
  for (double& step : direction) step *= scale;
  for (std::size_t c = 0; c < changes.size(); ++c) {
    if (!(curved[c] > 0.0)) continue;
    const double back = along[c] - dot(changes[c].gradient, direction) / curved[c];
    for (std::size_t k = 0; k < direction.size(); ++k) direction[k] += is_free[k] * back * changes[c].place[k];
  }
  return direction;
}

class Descent {
 public:
  Descent(const SmoothFunction& function, Numbers x) : function_(function), x_(std::move(x)), gradient_(x_.size()) {
    value_ = function_(x_, gradient_);
  }

  /// False if no step lowers the value.
  bool step() {
    Numbers is_free(x_.size());
    for (std::size_t k = 0; k < x_.size(); ++k) is_free[k] = x_[k] > 0.0 || gradient_[k] < 0.0 ? 1.0 : 0.0;
    Numbers direction = downhill(gradient_, changes_, is_free);
    if (dot(direction, gradient_) >= 0.0 && !changes_.empty()) {
      changes_.clear();
      direction = downhill(gradient_, changes_, is_free);
    }
    if (search(direction)) return true;
    if (changes_.empty()) return false;
    changes_.clear();
    return search(downhill(gradient_, changes_, is_free));
  }

  double value() const { return value_; }
  Numbers take() { return std::move(x_); }

 private:
  bool search(const Numbers& direction) {
    constexpr double kEnough = 1e-4, kFirst = 0.1;
    constexpr int kMostTries = 20;
    double largest = 0.0;
    for (const double step : direction) largest = std::max(largest, std::abs(step));
    if (largest == 0.0) return false;
    double length = changes_.empty() ? kFirst / largest : 1.0;
    Numbers next(x_.size()), slope(x_.size());
    for (int attempt = 0; attempt < kMostTries; ++attempt, length /= 2.0) {
      double promised = 0.0;
      for (std::size_t k = 0; k < x_.size(); ++k) {
        next[k] = std::max(0.0, x_[k] + length * direction[k]);
        promised += gradient_[k] * (next[k] - x_[k]);
      }
      const double value = function_(next, slope);
      if (value < value_ && value <= value_ + kEnough * promised) {
        move(std::move(next), std::move(slope), value);
        return true;
      }
    }
    return false;
  }

  void move(Numbers next, Numbers slope, double value) {
    Change change{next, slope};
    for (std::size_t k = 0; k < next.size(); ++k) {
      change.place[k] -= x_[k];
      change.gradient[k] -= gradient_[k];
    }
    if (dot(change.place, change.gradient) > 0.0) changes_.push_back(std::move(change));
    if (changes_.size() > kRemembered) changes_.pop_front();
    x_ = std::move(next);
    gradient_ = std::move(slope);
    value_ = value;
  }

  const SmoothFunction& function_;
  Numbers x_, gradient_;
  double value_ = 0.0;
  std::deque<Change> changes_;
};

}  // namespace

NonnegativeFit minimize_nonnegative(const SmoothFunction& function, std::vector<double> x, int most, double tolerance) {
  constexpr std::size_t kLookBack = 10;
  Descent descent(function, std::move(x));
  std::vector<double> values{descent.value()};
  int iterations = 0;
  for (; iterations < most; ++iterations) {
    core::keep_to_limits();
    if (!std::isfinite(descent.value())) core::fail("the embedding's loss is no longer a finite number");
    if (!descent.step()) break;
    values.push_back(descent.value());
    const std::size_t now = values.size() - 1;
    if (now >= kLookBack && values[now - kLookBack] - values[now] < tolerance * std::abs(values[now])) break;
  }
  const double value = descent.value();
  return {descent.take(), value, iterations};
}

}  // namespace tertium::embedding
