// How much of the revenue that any tree can have a tree has, and how near it is to the least cost: beside proved
// bounds.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/memo.hpp"
#include "core/methods/problem.hpp"
#include "metrics/bounds/revenue_bound.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

/// Triples of more take gigabytes, and minutes.
constexpr core::Object kMostObjects = 400;
/// Over the sets of four; the same whatever the machine. Of few objects more are worth their second.
constexpr std::int64_t passes_for(core::Object objects) {
  return objects <= 64 ? 300 : 60;
}
constexpr double kRoom = 1.2;  // of memory, so that no set is left out for it

/// The same table whatever numbers its objects have, unless two are alike to the others in just the same degrees:
/// sorted by these, and then shuffled, for the sets of four are chosen by numbers.
core::Similarities in_own_order(const core::Similarities& given) {
  const core::Object n = given.objects();
  std::vector<std::vector<double>> degrees(n);
  for (core::Object i = 0; i < n; ++i) {
    for (core::Object j = 0; j < n; ++j)
      if (j != i) degrees[i].push_back(given(i, j));
    std::sort(degrees[i].begin(), degrees[i].end(), std::greater());
  }
  std::vector<core::Object> order(n), new_id(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return degrees[i] < degrees[j]; });
  const std::vector<core::Object> shuffled = core::random_relabelling({}, n);
  for (core::Object k = 0; k < n; ++k) new_id[order[k]] = shuffled[k];
  return core::relabelled(given, new_id);
}

/// One for all trees of all cells with the same similarities: points of a scheme have them, and repetitions on a data
/// set.
double bound_on(const core::Similarities& given) {
  static core::Memo<double> memo;
  const core::Similarities own = in_own_order(given);
  const auto bytes = std::as_bytes(own.values());
  const std::string name =
      fmt::format("{} {:x}", own.objects(), core::hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  return *memo.get(name, [&] {
    return bound_of_revenue(own, {.seconds = std::numeric_limits<double>::infinity(),
                                  .bytes = kRoom * revenue_work(own.objects(), passes_for(own.objects())).bytes,
                                  .passes = passes_for(own.objects())})
        .bound;
  });
}

core::Cost cost(core::Object objects) {
  constexpr double kOfVisit = 40.0;
  if (objects < 3 || objects > kMostObjects) return {};
  const RevenueWork work = revenue_work(objects, passes_for(objects));
  return {kOfVisit * work.visits, work.bytes};
}

void compute(const core::Product& product, const core::Problem& problem, std::map<std::string, double>& columns) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto& similarities = problem.get<core::Similarities>();
  const bool is_bounded = problem.objects >= 3 && problem.objects <= kMostObjects;
  const double revenue = revenue_of(std::get<core::Dendrogram>(product), similarities);
  const double bound = is_bounded ? bound_on(similarities) : kNone, random = mean_random_revenue(similarities);
  const double least_cost = dasgupta_cost_of(bound, similarities);
  columns["similarity_revenue"] = revenue;
  columns["similarity_revenue_bound"] = bound;
  columns["revenue_share"] = revenue / bound;
  columns["dasgupta_cost_bound"] = least_cost;
  columns["dasgupta_share"] = least_cost > 0.0 ? least_cost / dasgupta_cost_of(revenue, similarities) : kNone;
  columns["share_beyond_random"] = (revenue - random) / (bound - random);
}

}  // namespace

void register_score_revenue(core::Registry<metrics::Score>& scores) {
  metrics::Score score{
      .name = "similarity_revenue",
      .sentence =
          "sum over pairs of their similarity times the number of objects that are not below their lowest common "
          "ancestor, and an upper bound for all binary trees (up to 400 objects); revenue_share: revenue as a share of "
          "the bound; dasgupta_cost_bound: lower bound of the cost of all binary trees; dasgupta_share: this bound as "
          "a share of the tree's cost; share_beyond_random: position between the mean of random trees (0) and the "
          "bound (1), the same for revenue and cost",
      .citation =
          "Moseley and Wang, Approximation bounds for hierarchical clustering: average linkage, bisecting "
          "k-means, and local search, NIPS 2017; bounds by sets of four as in docs/bounds.md",
      .columns = {"similarity_revenue", "similarity_revenue_bound", "revenue_share", "dasgupta_cost_bound",
                  "dasgupta_share", "share_beyond_random"},
      .of = {core::ProductKind::kTree},
      .needs = {core::Provision::kSimilarities},
      .compute = compute,
      .cost = cost};
  core::set_version(score, 2);
  scores.push_back(std::move(score));
}

}  // namespace tertium
