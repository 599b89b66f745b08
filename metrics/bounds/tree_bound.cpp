#include "metrics/bounds/tree_bound.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include "core/base/limits.hpp"
#include "metrics/bounds/potentials.hpp"
#include "metrics/bounds/sets_of_four.hpp"

namespace tertium::metrics {
namespace {

double bytes_of_set(int options) {
  return 16.0 * options + 16.0;
}
double bytes_of_triple(int options) {
  return 4.0 * static_cast<double>(row_of_triple(options)) + 12.0;
}

/// So that what a triple meets is spread over all objects.
std::vector<Object> spaced_classes(Object n, Object count) {
  std::vector<Object> classes;
  for (Object k = 0; k < count; ++k) classes.push_back(static_cast<Object>(std::int64_t{k} * n / count));
  return classes;
}

/// Where most triples have votes all sets of four, if they fit, or of as many classes as are wanted. Else those between
/// votes: the others change little, and there are many. Of the latter a set may bring two triples that have no votes.
SetsOfFour sets_for(const TripleVotes& votes, std::span<const Solution> solutions, const BoundLimits& limits) {
  const double n = votes.n, triples = n * (n - 1.0) * (n - 2.0) / 6.0;
  const auto with_votes = static_cast<double>(votes.keys.size());
  if (votes.n >= 4 && 2.0 * with_votes >= triples) {
    const double of_class = 0.25 * triples * (n - 3.0) / n * bytes_of_set(votes.options);
    const double left = limits.bytes - triples * bytes_of_triple(votes.options);
    const double wanted = std::min(n, limits.sets_of_triple), fit = std::floor(left / of_class);
    if (fit >= wanted || (with_votes == triples && fit >= 1.0))
      return sets_of_classes(votes, spaced_classes(votes.n, static_cast<Object>(std::min(fit, wanted))));
  }
  const double each = bytes_of_set(votes.options) + 2.0 * bytes_of_triple(votes.options);
  const double fit = limits.bytes - with_votes * bytes_of_triple(votes.options);
  return sets_between_votes(votes, solutions, static_cast<std::size_t>(std::max(0.0, fit / each)));
}

/// What fewer passes bring says little.
constexpr std::int64_t kFewPasses = 10;
/// Nothing is expected of more, once that many have brought nothing since four times as early.
constexpr std::int64_t kManyPasses = 1000, kTimesInVain = 4;

class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Which passes are made. Thorough ones are quicker and stick sooner: the others take over once a tenth more passes
/// bring less than a three-hundredth of all that they have brought. Those stick, too. Of rooted trees warm ones, which
/// do not, take over at a five-hundredth: what they are off by is as their warmth, which falls as one over their
/// number.
class Steps {
 public:
  explicit Steps(bool may_warm) : may_warm_(may_warm) {}

  /// In the votes' unit, for all sets together.
  double warmth() const { return heat_ / (kBefore + static_cast<double>(warm_passes_)); }
  Visit next(std::int64_t pass, float warmth_of_set) {
    if (heat_ > 0.0) ++warm_passes_;
    return {.thorough = thorough_, .forward = pass % 2 == 0, .warmth = warmth_of_set};
  }
  /// Of all that was gained, what a tenth of the passes brought.
  void learn(double gain, double all) {
    if (kStill * gain < all) thorough_ = false;
    if (may_warm_ && heat_ == 0.0 && kStuck * gain < all) heat_ = kHeat * all;
  }

 private:
  static constexpr double kStill = 300.0, kStuck = 500.0;
  static constexpr double kHeat = 10.0, kBefore = 50.0;  // half as warm falls less in the end, twice as warm later

  bool may_warm_, thorough_ = true;
  double heat_ = 0.0;
  std::int64_t warm_passes_ = 0;
};

/// Passes until a limit. Values are taken a tenth of the passes apart.
void lower(Potentials& potentials, const BoundLimits& limits, const Timer& timer, Steps steps, VotesBound& found) {
  const auto late = [&] { return timer.seconds() >= limits.seconds; };
  std::int64_t last = 0;  // pass that brought anything
  for (std::int64_t next = 1; found.passes < limits.passes && found.bound > limits.enough && !late();) {
    core::keep_to_limits();
    potentials.pass(steps.next(found.passes, potentials.share_of_set(steps.warmth())), late);
    if (++found.passes < next && found.passes < limits.passes && !late()) continue;
    next = found.passes + 1 + found.passes / 10;
    const std::int64_t value = potentials.value(), gain = found.bound - value;
    if (found.passes > kFewPasses)
      steps.learn(static_cast<double>(gain), static_cast<double>(found.of_triples - value));
    if (gain <= 0 && found.passes > std::max(kManyPasses, kTimesInVain * last)) return;
    if (gain <= 0) continue;
    last = found.passes;
    found.bound = value;
    found.curve.push_back({timer.seconds(), found.passes, value});
  }
}

}  // namespace

VotesBound bound_of_votes(const TripleVotes& votes, BoundClass kind, const BoundLimits& limits) {
  const Timer timer;
  VotesBound found;
  found.bound = found.of_triples = votes.best_of_each();
  found.curve.push_back({timer.seconds(), 0, found.bound});
  const std::vector<Solution>& solutions = solutions_of_four(kind);
  const SetsOfFour sets = sets_for(votes, solutions, limits);
  found.sets = sets.sets, found.sets_there = sets.sets_there;
  Potentials potentials(votes, sets, solutions, limits.threads);
  found.of_sets = potentials.value();
  if (found.of_sets < found.bound) found.curve.push_back({timer.seconds(), 0, found.of_sets});
  found.bound = std::min(found.bound, found.of_sets);
  lower(potentials, limits, timer, Steps(kind == BoundClass::kRooted), found);
  return found;
}

TreeBound bound_of_trees(const core::Triplets& triplets, BoundClass kind, const BoundLimits& limits) {
  return {bound_of_votes(votes_of(triplets, kind), kind, limits), count_answers(triplets)};
}

}  // namespace tertium::metrics
