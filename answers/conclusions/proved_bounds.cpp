#include "answers/conclusions/proved_bounds.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"

namespace tertium::answers {

std::string_view name_of(metrics::BoundClass of) {
  switch (of) {
    case metrics::BoundClass::kRooted:
      return "rooted tree";
    case metrics::BoundClass::kAdditive:
      return "tree with lengths";
    case metrics::BoundClass::kAny:
      break;
  }
  return "distances";
}

void check_bounds(const AnswerInput& input) {
  const auto refuse = [&](std::string_view why) {
    core::fail("{}nothing can be proved about the best tree ({}), leave the bound out", input.head(), why);
  };
  if (input.graph) refuse("a graph has no answers that a tree satisfies");
  if (!input.listed()) refuse("this many answers are not kept one by one");
  if (input.comparisons.form == files::AnswerForm::kQuadruplet)
    refuse("a bound needs answers about three objects, and these are about two pairs");
}

double ProvedRevenue::share_beyond_random() const {
  return (revenue - random) / (proved.bound - random);
}

void check_revenue_bound(const core::Graph& graph) {
  const double needed = metrics::least_bytes_of_revenue(graph.vertices()), available = core::available_memory() / 2.0;
  if (needed > available)
    core::fail("a bound of the cost for {} vertices takes {} ({} may be used), leave the bound out", graph.vertices(),
               core::bytes_text(needed), core::bytes_text(available));
}

ProvedRevenue prove_revenue(const core::Dendrogram& tree, const core::Graph& graph, double seconds) {
  check_revenue_bound(graph);
  const auto begin = std::chrono::steady_clock::now();
  core::Similarities similarities(graph.vertices(), 0.0);
  graph.for_each_edge([&](core::Object u, core::Object v, double weight) { similarities(u, v) = weight; });
  const metrics::BoundLimits limits{
      .seconds = seconds, .bytes = core::available_memory() / 2.0, .threads = omp_get_max_threads()};
  ProvedRevenue found{.revenue = metrics::revenue_of(tree, similarities),
                      .random = metrics::mean_random_revenue(similarities),
                      .proved = metrics::bound_of_revenue(similarities, limits)};
  found.cost = metrics::dasgupta_cost_of(found.revenue, similarities);
  found.least_cost = metrics::dasgupta_cost_of(found.proved.bound, similarities);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

std::vector<ProvedBound> prove_bounds(const core::Triplets& triplets, std::span<const metrics::BoundClass> classes,
                                      double seconds) {
  using Clock = std::chrono::steady_clock;
  metrics::BoundLimits limits{.seconds = seconds, .threads = omp_get_max_threads()};
  limits.bytes = std::min(limits.bytes, core::available_memory() / 2.0);
  std::vector<ProvedBound> bounds;
  for (const metrics::BoundClass of : classes) {
    const Clock::time_point begin = Clock::now();
    metrics::TreeBound proved = metrics::bound_of_trees(triplets, of, limits);
    bounds.push_back({of, std::move(proved), std::chrono::duration<double>(Clock::now() - begin).count()});
  }
  return bounds;
}

std::vector<ProvedBound> prove_bounds(const AnswerInput& input, std::span<const metrics::BoundClass> classes,
                                      double seconds) {
  check_bounds(input);
  return prove_bounds(problem_of(input, 1).problem.get<core::Triplets>(), classes, seconds);
}

}  // namespace tertium::answers
