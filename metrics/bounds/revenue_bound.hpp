#pragma once

#include <cstddef>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/pairs.hpp"
#include "metrics/bounds/tree_bound.hpp"

namespace tertium::metrics {

/// Revenue of a tree (Moseley and Wang, NeurIPS 2017): the sum over all pairs of their similarity times the objects
/// that do not lie under their lowest common ancestor. The tree has all objects as leaves.
double revenue_of(const core::Dendrogram& tree, const core::Similarities& similarities);
/// Dasgupta's cost (STOC 2016), of similarities times the objects that lie under it: N times the sum of similarities,
/// less revenue.
double dasgupta_cost_of(double revenue, const core::Similarities& similarities);
/// The mean revenue of random trees whose leaves are interchangeable: each pair of three is joined first in a third.
double mean_random_revenue(const core::Similarities& similarities);

/// What is proved of revenue: no binary tree has more. Where all similarities are at least 0 no other tree has, either.
struct RevenueBound {
  double bound = 0.0;
  double of_triples = 0.0;  ///< the bound without sets of four
  std::size_t sets = 0, sets_there = 0;
  std::int64_t passes = 0;
};

/// In how many sets of four each triple is, if the limits do not say less: some four million sets are made, which are
/// all of 100 objects (then the result is N) and 12 a triple of 200; but at least five a triple.
double revenue_sets_of_triple(core::Object n);

/// What a bound takes: visits of sets of four, and bytes.
struct RevenueWork {
  double visits = 0.0, bytes = 0.0;
};
/// Of n objects and so many passes.
RevenueWork revenue_work(core::Object n, std::int64_t passes);
/// Of a bound without any set: the triples and the similarities.
double least_bytes_of_revenue(core::Object n);

/// Revenue is a sum over triples of the similarity of the pair that is joined first: the same as votes. Similarities,
/// which must be finite, are rounded up to at least 30 bits. Throws UserError where the triples alone do not fit the
/// memory. Deterministic if passes end it.
RevenueBound bound_of_revenue(const core::Similarities& similarities, const BoundLimits& limits = {});

}  // namespace tertium::metrics
