#include "linkage/lengths/length_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::linkage {
namespace {

constexpr int kMostSteps = 200;
constexpr int kMostProducts = 60;     // of a step
constexpr int kFewProducts = 10;      // of a rough one
constexpr double kAlmostZero = 1e-3;  // at most: the closer to the best lengths, the less is almost 0
// To first order a step brings twice what the second one leaves of it. All steps together bring little more than that,
// unless lengths leave 0 on the way.
constexpr double kMostToCome = 2.0;
constexpr double kUnfinished = 10.0;  // how much more a step may bring than it does so far, by its residual's square

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

class Fitter {
 public:
  Fitter(PathLoss& loss, const MovingTree& tree, Lengths lengths, const FitGoal& goal)
      : loss_(loss), tree_(tree), goal_(goal), at_(std::move(lengths)), slope_(at_.size()), bound_(at_.size()) {
    fixed_.assign(at_.size(), false);
    fixed_[0] = fixed_[tree.root()] = true;
  }

  LengthFit run() {
    double value = loss_.evaluate(tree_, at_);
    int steps = 0;
    for (; steps < (goal_.one_step ? 1 : kMostSteps); ++steps) {
      core::keep_to_limits();
      if (!find_direction(value - goal_.give_up_above) || first_order_decrease(1.0) <= goal_.tolerance) break;
      if (!step(value)) break;
    }
    return {std::move(at_), value, steps};
  }

 private:
  double moved(std::size_t k, double share) const { return std::max(0.0, at_[k] + share * direction_[k]); }

  /// By that share of the step, as if it left no free length below 0: one that it does moves less and takes its part
  /// away, so that the whole step may seem to bring nothing where a short one does. Of the others, all that they move.
  double first_order_decrease(double share) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < at_.size(); ++k)
      sum += slope_[k] * (free_[k] ? -share * direction_[k] : at_[k] - moved(k, share));
    return sum;
  }

  /// How far the length that moves most does, if each goes its own way. Nothing moves where all are the best.
  double farthest() const {
    double most = 0.0;
    for (std::size_t k = 0; k < at_.size(); ++k)
      most = std::max(most, std::abs(at_[k] - std::max(0.0, at_[k] - slope_[k] / bound_[k])));
    return most;
  }

  /// Lengths at 0, or almost, that want to shrink go their own way; the others share a Newton step. False where that
  /// will not lower the loss by `least`, even if all steps bring kMostToCome times what it does to first order.
  bool find_direction(double least) {
    loss_.gradient(tree_, at_, slope_);
    loss_.bound_curvatures(tree_, bound_);
    direction_.assign(at_.size(), 0.0);
    free_.assign(at_.size(), true);
    for (std::size_t k = 0; k < at_.size(); ++k)
      if (fixed_[k]) slope_[k] = 0.0;
    const double almost = std::min(kAlmostZero, farthest());
    for (std::size_t k = 0; k < at_.size(); ++k) {
      const bool stays = at_[k] <= almost && slope_[k] > 0.0;
      free_[k] = !fixed_[k] && !stays;
      if (stays && !fixed_[k]) direction_[k] = -slope_[k] / bound_[k];
    }
    return solve(least);
  }

  /// Conjugate gradients, scaled by the bounds of the curvatures, for the free lengths. Most interchanges that are
  /// tried are hopeless, which a few products tell.
  bool solve(double least) {
    std::vector<double> residual(at_.size(), 0.0), scaled(at_.size(), 0.0), conjugate, product(at_.size());
    for (std::size_t k = 0; k < at_.size(); ++k)
      if (free_[k]) residual[k] = -slope_[k];
    const auto scale = [&] {
      for (std::size_t k = 0; k < at_.size(); ++k) scaled[k] = residual[k] / bound_[k];
    };
    scale();
    conjugate = scaled;
    double size = dot(residual, scaled);
    // The better the lengths, the more exact the step: so the last steps are few.
    const double first = size, wanted = size * std::clamp(std::sqrt(size), 1e-6, goal_.one_step ? 0.1 : 0.01);
    for (int k = 0; k < (goal_.one_step ? kFewProducts : kMostProducts) && size > wanted; ++k) {
      if (k > 0 && kMostToCome * first_order_decrease(1.0) * (1.0 + kUnfinished * size / first) < least) return false;
      loss_.multiply(tree_, conjugate, product);
      for (std::size_t v = 0; v < at_.size(); ++v)
        if (!free_[v]) product[v] = 0.0;
      const double share = size / dot(conjugate, product);
      for (std::size_t v = 0; v < at_.size(); ++v) {
        if (!free_[v]) continue;
        direction_[v] += share * conjugate[v];
        residual[v] -= share * product[v];
      }
      scale();
      const double before = std::exchange(size, dot(residual, scaled));
      for (std::size_t v = 0; v < at_.size(); ++v) conjugate[v] = scaled[v] + size / before * conjugate[v];
    }
    return kMostToCome * first_order_decrease(1.0) >= least;
  }

  /// Armijo's rule along the projected direction; false where nothing is gained any more.
  bool step(double& value) {
    constexpr double kEnough = 1e-4;
    constexpr int kMostHalvings = 40;
    Lengths there(at_.size());
    double share = 1.0;
    for (int halving = 0; halving < kMostHalvings; ++halving, share *= 0.5) {
      for (std::size_t k = 0; k < at_.size(); ++k) there[k] = moved(k, share);
      const double reached = loss_.evaluate(tree_, there);
      if (reached <= value - kEnough * first_order_decrease(share)) {
        at_ = std::move(there);
        value = reached;
        return true;
      }
    }
    loss_.evaluate(tree_, at_);
    return false;
  }

  PathLoss& loss_;
  const MovingTree& tree_;
  const FitGoal& goal_;
  Lengths at_, slope_, bound_, direction_;
  std::vector<bool> fixed_, free_;
};

}  // namespace

LengthFit fit_lengths(PathLoss& loss, const MovingTree& tree, Lengths lengths, const FitGoal& goal) {
  core::expects(std::ssize(lengths) == tree.nodes(), "a length for every node");
  if (tree.leaves() < 2) return {std::move(lengths), 0.0, 0};
  return Fitter(loss, tree, std::move(lengths), goal).run();
}

}  // namespace tertium::linkage
