#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/schemes/scheme.hpp"
#include "tests/core/generators.hpp"

// What the tests of comparison schemes share.
namespace tertium::core::test {

using Values = std::vector<std::pair<std::string, ParameterValue>>;

inline CellKey cell_of(std::uint64_t seed) {
  return {.master_seed = seed};
}

inline Parameters values_of(const Scheme& scheme, const Values& values) {
  Parameters parameters(scheme.parameter_infos());
  for (const auto& [name, value] : values) parameters.set(name, value);
  return parameters;
}

inline AssembledProblem assembled(ModelSample sample, const char* scheme, const Values& values, const CellKey& cell) {
  return assemble(std::move(sample), find_scheme(scheme), values_of(find_scheme(scheme), values), cell);
}

inline ModelSample sample_of(const Similarities& w) {
  ModelSample sample;
  sample.objects = w.objects();
  sample.provide<Similarities>(w);
  return sample;
}

inline std::vector<Quadruplet> statements_of(const Quadruplets& quadruplets) {
  const std::vector<Pair> pairs = all_pairs(quadruplets.objects());
  std::vector<Quadruplet> statements;
  for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    const Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
    statements.push_back({a.i, a.j, b.i, b.j});
  });
  return statements;
}

using Statement = std::array<Object, 4>;
using Statements = std::set<Statement>;

inline Statements set_of(const Quadruplets& quadruplets) {
  Statements statements;
  for (const Quadruplet& s : statements_of(quadruplets)) statements.insert({s.i, s.j, s.k, s.l});
  return statements;
}

inline Statements set_of(const Triplets& triplets) {
  Statements statements;
  for_each_triplet(triplets, [&](const Triplet& t) { statements.insert({t.anchor, t.near, t.far, 0}); });
  return statements;
}

/// Comparisons without what they answer.
inline Statements questions_of(const std::vector<Quadruplet>& drawn, Object n) {
  Statements questions;
  for (const Quadruplet& s : drawn) {
    const auto [a, b] = std::minmax({pair_index(s.i, s.j, n), pair_index(s.k, s.l, n)});
    questions.insert({static_cast<Object>(a), static_cast<Object>(b), 0, 0});
  }
  return questions;
}

inline Statements questions_of(const std::vector<Triplet>& drawn) {
  Statements questions;
  for (const Triplet& t : drawn) questions.insert({t.anchor, std::min(t.near, t.far), std::max(t.near, t.far), 0});
  return questions;
}

inline bool is_true(const Similarities& w, const Quadruplet& s) {
  return w(s.i, s.j) > w(s.k, s.l);
}
inline bool is_true(const Similarities& w, const Triplet& t) {
  return w(t.anchor, t.near) > w(t.anchor, t.far);
}

/// Chi-square of counts that are equally likely.
inline double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0.0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

}  // namespace tertium::core::test
