#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/methods/problem.hpp"

namespace tertium::testing {

inline core::CellKey cell_of(std::uint64_t seed) {
  return {seed, 7, 0};
}

/// Random similarities, uniform in (0, 1); `grid` > 0 rounds them to multiples of 1/grid, so that many are tied.
inline core::Similarities random_similarities(core::Object n, std::uint64_t seed, int grid = 0) {
  core::Stream stream(cell_of(seed), core::Purpose::kTest);
  core::Similarities w(n);
  for (double& value : w.values()) {
    value = stream.uniform();
    if (grid > 0) value = std::floor(value * grid) / grid;
  }
  return w;
}

inline std::shared_ptr<const core::PairRanking> ranking_of(const core::Similarities& w) {
  return std::make_shared<const core::PairRanking>(w);
}

/// The finest true clusters of the problems below: `groups` of equal size, in no visible order.
inline core::Partition interleaved(core::Object n, core::Object groups) {
  std::vector<core::Label> labels(n);
  for (core::Object i = 0; i < n; ++i) labels[i] = i % groups;
  return core::Partition(labels);
}

/// Similarities with a planted hierarchy of four groups below two, and noise; no ties.
inline core::Similarities planted_similarities(core::Object n, std::uint64_t seed, double noise = 0.1) {
  core::Stream stream(cell_of(seed), core::Purpose::kTest);
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j)
      w(i, j) = (i % 4 == j % 4 ? 0.4 : (i % 2 == j % 2 ? 0.2 : 0.0)) + noise * stream.normal();
  return w;
}

/// Two features of every object that do not depend on how the objects are numbered.
inline core::Coordinates features_of(const core::Similarities& w) {
  core::Coordinates features{w.objects(), 2, {}};
  for (core::Object i = 0; i < w.objects(); ++i) {
    double low = 0.0, high = 0.0;
    for (core::Object j = 0; j < w.objects(); ++j)
      if (j != i) low = std::min(low, w(i, j)), high = std::max(high, w(i, j));
    features.values.insert(features.values.end(), {low, high});
  }
  return features;
}

/// Of a share p of all sets of three objects the one that the largest similarity leaves out (of ties that of the last
/// pair); with probability (1 - eps)/2 another.
inline std::vector<core::OddOneOut> odd_one_outs_of(const core::Similarities& w, std::uint64_t seed, double p,
                                                    double eps) {
  using Answer = std::pair<double, core::OddOneOut>;
  core::Stream sample(cell_of(seed), core::Purpose::kOddOneOuts), noise(cell_of(seed), core::Purpose::kOddOneOutNoise);
  std::vector<core::OddOneOut> answers;
  for (core::Object i = 0; i < w.objects(); ++i)
    for (core::Object j = i + 1; j < w.objects(); ++j)
      for (core::Object k = j + 1; k < w.objects(); ++k) {
        core::OddOneOut answer =
            std::max({Answer{w(i, j), {i, j, k}}, Answer{w(i, k), {i, k, j}}, Answer{w(j, k), {j, k, i}}}).second;
        if (noise.uniform() > (1.0 + eps) / 2.0) std::swap(answer.odd, answer.a);
        if (sample.uniform() < p) answers.push_back(answer);
      }
  return answers;
}

/// A problem of these similarities with all kinds of input: w, features, questions, sampled quadruplets, odd-one-outs,
/// and a truth of two levels.
inline core::Problem problem_of(const core::Similarities& w, std::uint64_t seed, double p = 1.0, double eps = 1.0) {
  core::Problem problem;
  problem.cell = cell_of(seed);
  problem.objects = w.objects();
  problem.provide<core::Similarities>(std::make_shared<const core::Similarities>(w));
  problem.provide<core::Graph>(std::make_shared<const core::Graph>(core::complete_graph(w)));
  problem.provide<core::Coordinates>(std::make_shared<const core::Coordinates>(features_of(w)));
  const auto ranking = ranking_of(w);
  problem.provide<core::PairRanking>(ranking);
  problem.provide<core::ClosestPairs>(core::closest_pairs_by(problem.share<core::Similarities>()));
  problem.provide<core::Quadruplets>(std::make_shared<const core::SampledQuadruplets>(ranking, problem.cell, p, eps));
  problem.provide<core::Triplets>(std::make_shared<const core::SampledTriplets>(
      std::make_shared<const core::AnchorRanking>(*ranking), problem.cell, p, eps));
  problem.provide<core::OddOneOutList>(
      std::make_shared<const core::OddOneOutList>(w.objects(), odd_one_outs_of(w, seed, p, eps)));
  problem.questions.p = p;
  problem.questions.eps = eps;
  problem.provide<core::Truth>(core::Truth{interleaved(w.objects(), 2), interleaved(w.objects(), 4)});
  return problem;
}

/// Every statement of a sign table, in the objects' numbers.
inline std::vector<core::Quadruplet> statements_of(const core::Quadruplets& quadruplets) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  std::vector<core::Quadruplet> statements;
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    const core::Pair a = pairs[quadruplets.pair_at(more)];
    const core::Pair b = pairs[quadruplets.pair_at(less)];
    statements.push_back({a.i, a.j, b.i, b.j});
  });
  return statements;
}

/// Every triplet, in the objects' numbers.
inline std::vector<core::Triplet> triplets_of(const core::Triplets& triplets) {
  std::vector<core::Triplet> list;
  core::for_each_triplet(triplets, [&](const core::Triplet& t) { list.push_back(t); });
  return list;
}

/// What somebody's file holds: these statements and nothing else.
inline core::Problem listed_problem(core::Object n, const std::vector<core::Quadruplet>& statements,
                                    std::uint64_t seed) {
  core::Problem problem;
  problem.cell = cell_of(seed);
  problem.objects = n;
  problem.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(n, statements));
  return problem;
}

}  // namespace tertium::testing
