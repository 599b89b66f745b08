#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/core/generators.hpp"

// What the tests of comparison schemes share.
namespace tertium::problems::test {

using Values = std::vector<std::pair<std::string, core::ParameterValue>>;

inline core::CellKey cell_of(std::uint64_t seed) {
  return {.master_seed = seed};
}

inline core::Parameters values_of(const Scheme& scheme, const Values& values) {
  core::Parameters parameters(scheme.parameter_infos());
  for (const auto& [name, value] : values) parameters.set(name, value);
  return parameters;
}

inline AssembledProblem assembled(ModelSample sample, const char* scheme, const Values& values,
                                  const core::CellKey& cell) {
  return assemble(std::move(sample), find_scheme(scheme), values_of(find_scheme(scheme), values), cell);
}

inline ModelSample sample_of(const core::Similarities& w) {
  ModelSample sample;
  sample.objects = w.objects();
  sample.provide<core::Similarities>(w);
  return sample;
}

inline std::vector<core::Quadruplet> statements_of(const core::Quadruplets& quadruplets) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  std::vector<core::Quadruplet> statements;
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    const core::Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
    statements.push_back({a.i, a.j, b.i, b.j});
  });
  return statements;
}

using Statement = std::array<core::Object, 4>;
using Statements = std::set<Statement>;

inline Statements set_of(const core::Quadruplets& quadruplets) {
  Statements statements;
  for (const core::Quadruplet& s : statements_of(quadruplets)) statements.insert({s.i, s.j, s.k, s.l});
  return statements;
}

inline Statements set_of(const core::Triplets& triplets) {
  Statements statements;
  core::for_each_triplet(triplets, [&](const core::Triplet& t) { statements.insert({t.anchor, t.near, t.far, 0}); });
  return statements;
}

/// Comparisons without what they answer.
inline Statements questions_of(const std::vector<core::Quadruplet>& drawn, core::Object n) {
  Statements questions;
  for (const core::Quadruplet& s : drawn) {
    const auto [a, b] = std::minmax({core::pair_index(s.i, s.j, n), core::pair_index(s.k, s.l, n)});
    questions.insert({static_cast<core::Object>(a), static_cast<core::Object>(b), 0, 0});
  }
  return questions;
}

inline Statements questions_of(const std::vector<core::Triplet>& drawn) {
  Statements questions;
  for (const core::Triplet& t : drawn)
    questions.insert({t.anchor, std::min(t.near, t.far), std::max(t.near, t.far), 0});
  return questions;
}

inline bool is_true(const core::Similarities& w, const core::Quadruplet& s) {
  return w(s.i, s.j) > w(s.k, s.l);
}
inline bool is_true(const core::Similarities& w, const core::Triplet& t) {
  return w(t.anchor, t.near) > w(t.anchor, t.far);
}

/// Chi-square of counts that are equally likely.
inline double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0.0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

}  // namespace tertium::problems::test
