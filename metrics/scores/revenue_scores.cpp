// How much of the revenue that any tree can have a tree has: its revenue beside a proved bound.
#include <limits>
#include <variant>

#include "core/methods/products.hpp"
#include "metrics/bounds/revenue_bound.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

/// Triples of more take gigabytes, and minutes.
constexpr core::Object kMostObjects = 400;
constexpr std::int64_t kPasses = 60;  // over the sets of four; the same whatever the machine

const core::ProductKey<RevenueBound> kBound{"bound of revenue"};

/// One for all trees of a cell.
double bound_in(const core::Problem& problem) {
  return problem.products()
      .get(kBound,
           [&] {
             return bound_of_revenue(problem.get<core::Similarities>(),
                                     {.seconds = std::numeric_limits<double>::infinity(), .passes = kPasses});
           })
      .bound;
}

void compute(const core::Product& product, const core::Problem& problem, std::map<std::string, double>& columns) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto& similarities = problem.get<core::Similarities>();
  const bool told = problem.objects >= 3 && problem.objects <= kMostObjects;
  const double revenue = revenue_of(std::get<core::Dendrogram>(product), similarities);
  const double bound = told ? bound_in(problem) : kNone, random = mean_random_revenue(similarities);
  columns["similarity_revenue"] = revenue;
  columns["similarity_revenue_bound"] = bound;
  columns["revenue_share"] = revenue / bound;
  columns["revenue_beyond_random"] = (revenue - random) / (bound - random);
}

}  // namespace

void register_score_revenue(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "similarity_revenue",
       .sentence = "sum over pairs of their similarity times the objects that are not below their lowest common "
                   "ancestor; a bound that no binary tree passes; the share of that, and the same of what both have "
                   "beyond the mean of random trees (up to 400 objects)",
       .citation = "Moseley and Wang, Approximation bounds for hierarchical clustering: average linkage, bisecting "
                   "k-means, and local search, NIPS 2017; bounds by sets of four as in docs/bounds.md",
       .columns = {"similarity_revenue", "similarity_revenue_bound", "revenue_share", "revenue_beyond_random"},
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kSimilarities},
       .compute = compute});
}

}  // namespace tertium
