#include "metrics/bounds/tree_bound.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
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

/// All sets of four if they fit, else those between votes. Of the latter a set may bring two triples that have no votes.
SetsOfFour sets_for(const TripleVotes& votes, std::span<const Solution> solutions, double bytes) {
  const double n = votes.n, triples = n * (n - 1.0) * (n - 2.0) / 6.0, all = 0.25 * triples * (n - 3.0);
  if (votes.n >= 4 && all * bytes_of_set(votes.options) + triples * bytes_of_triple(votes.options) <= bytes) {
    std::vector<Object> classes(static_cast<std::size_t>(votes.n));
    std::iota(classes.begin(), classes.end(), 0);
    return sets_of_classes(votes, classes);
  }
  const double left = bytes - static_cast<double>(votes.keys.size()) * bytes_of_triple(votes.options);
  const double each = bytes_of_set(votes.options) + 2.0 * bytes_of_triple(votes.options);
  return sets_between_votes(votes, solutions, static_cast<std::size_t>(std::max(0.0, left / each)));
}

class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Passes until a limit; values are taken a tenth of the passes apart.
void lower(Potentials& potentials, const BoundLimits& limits, const Timer& timer, VotesBound& found) {
  const auto late = [&] { return timer.seconds() >= limits.seconds; };
  for (std::int64_t next = 1; found.passes < limits.passes && found.bound > limits.enough && !late();) {
    core::keep_to_limits();
    static const char* mode = getenv("MODE");
    bool th = mode ? (mode[0]=='1' || (mode[0]=='2' && found.passes%2==0)|| (mode[0]=='3' && found.passes<30)|| (mode[0]=='4' && found.passes<100)) : true;
    potentials.pass({.thorough = th, .forward = found.passes % 2 == 0}, late);
    ++found.passes;
    if (found.passes < next && found.passes < limits.passes && !late()) continue;
    next = found.passes + 1 + found.passes / 10;
    const std::int64_t value = potentials.value();
    if (value >= found.bound) continue;
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
  const std::vector<Solution> solutions = solutions_of_four(kind);
  const SetsOfFour sets = sets_for(votes, solutions, limits.bytes);
  found.sets = sets.sets, found.sets_there = sets.sets_there;
  Potentials potentials(votes, sets, solutions, limits.threads);
  found.of_sets = potentials.value();
  if (found.of_sets < found.bound) found.curve.push_back({timer.seconds(), 0, found.of_sets});
  found.bound = std::min(found.bound, found.of_sets);
  lower(potentials, limits, timer, found);
  return found;
}

TreeBound bound_of_trees(const core::Triplets& triplets, BoundClass kind, const BoundLimits& limits) {
  return {bound_of_votes(votes_of(triplets, kind), kind, limits), count_answers(triplets)};
}

}  // namespace tertium::metrics
