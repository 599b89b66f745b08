// A pair that is joined at a node has its similarity once for each object outside; with each such object it makes a
// triple of which it is joined first. So revenue is a sum over triples, and bounded as votes are.
#include "metrics/bounds/revenue_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.hpp"
#include "metrics/bounds/triple_votes.hpp"

namespace tertium::metrics {
namespace {

double triples_of(Object n) {
  return n * (n - 1.0) * (n - 2.0) / 6.0;
}

/// While they are listed, and then.
constexpr double kBytesOfTriple = 60.0;

/// Similarities times 2^this are whole numbers whose sum over all triples fits 64 bits.
int bits_for(const core::Similarities& similarities) {
  constexpr int kBitsOfSum = 61;
  double most = std::numeric_limits<double>::min();
  for (const double s : similarities.values()) {
    core::expects(std::isfinite(s), "similarities are finite");
    most = std::max(most, std::abs(s));
  }
  return kBitsOfSum - static_cast<int>(std::ceil(std::log2(triples_of(similarities.objects()) + 1.0))) -
         std::ilogb(most) - 1;
}

TripleVotes votes_of(const core::Similarities& similarities, int bits) {
  const auto weight = [&](Object i, Object j) {
    return static_cast<std::int64_t>(std::ceil(std::ldexp(similarities(i, j), bits)));
  };
  TripleVotes votes{.n = similarities.objects(), .options = options_of(BoundClass::kRooted)};
  for (Object k = 2; k < votes.n; ++k)
    for (Object j = 1; j < k; ++j)
      for (Object i = 0; i < j; ++i) {
        votes.keys.push_back(triple_key(i, j, k));
        for (const std::int64_t w : {weight(i, j), weight(i, k), weight(j, k)}) votes.weights.push_back(w);
      }
  return votes;
}

double rounded_up(std::int64_t bound, int bits) {
  const auto value = static_cast<double>(bound);
  return std::ldexp(std::nextafter(value, std::numeric_limits<double>::infinity()), -bits);
}

double sum_of(const core::Similarities& similarities) {
  return std::accumulate(similarities.values().begin(), similarities.values().end(), 0.0);
}

}  // namespace

double revenue_of(const core::Dendrogram& tree, const core::Similarities& similarities) {
  core::expects(tree.objects() == similarities.objects(), "a tree and similarities of the same objects");
  const core::PairTable<Object> sizes = core::lca_sizes(tree);
  double sum = 0.0;
  for (core::PairIndex pair = 0; pair < similarities.pairs(); ++pair)
    sum += similarities[pair] * (tree.objects() - sizes[pair]);
  return sum;
}

double dasgupta_cost_of(double revenue, const core::Similarities& similarities) {
  return similarities.objects() * sum_of(similarities) - revenue;
}

double mean_random_revenue(const core::Similarities& similarities) {
  return similarities.objects() < 3 ? 0.0 : (similarities.objects() - 2) / 3.0 * sum_of(similarities);
}

double revenue_sets_of_triple(Object n) {
  constexpr double kSets = 4.05e6, kFewest = 5.0;  // fewer prove much less, more than 15 little more
  return n < 4 ? 0.0 : std::min<double>(n, std::max(kFewest, 4.0 * kSets / triples_of(n)));
}

RevenueWork revenue_work(Object n, std::int64_t passes) {
  constexpr double kBytesInSets = 28.0, kBytesOfSet = 64.0;  // Potentials
  const double sets = 0.25 * triples_of(n) * std::min(n - 3.0, revenue_sets_of_triple(n));
  return {sets * static_cast<double>(passes), triples_of(n) * (kBytesOfTriple + kBytesInSets) + sets * kBytesOfSet};
}

double least_bytes_of_revenue(Object n) {
  return triples_of(n) * kBytesOfTriple + 4.0 * n * (n - 1.0);
}

RevenueBound bound_of_revenue(const core::Similarities& similarities, const BoundLimits& limits) {
  const Object n = similarities.objects();
  if (n < 3) return {};
  if (triples_of(n) * kBytesOfTriple > limits.bytes)
    core::fail(
        "no bound on revenue: {} objects have {:.0f} triples (60 bytes each, {:.0f} bytes are allowed), allow more", n,
        triples_of(n), limits.bytes);
  const int bits = bits_for(similarities);
  BoundLimits within = limits;
  within.enough = std::numeric_limits<std::int64_t>::min();
  within.bytes -= triples_of(n) * kBytesOfTriple;
  within.sets_of_triple = std::min(limits.sets_of_triple, revenue_sets_of_triple(n));
  const VotesBound found = bound_of_votes(votes_of(similarities, bits), BoundClass::kRooted, within);
  return {rounded_up(found.bound, bits), rounded_up(found.of_triples, bits), found.sets, found.sets_there,
          found.passes};
}

}  // namespace tertium::metrics
