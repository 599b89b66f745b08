#pragma once

#include <cstdint>
#include <string>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/methods/step.hpp"

namespace tertium::linkage {

/// "input", for steps behind a tree that look at the answers again: triplets or quadruplets. `sentence`: what is done
/// with them.
core::ParameterInfo feed_parameter(const std::string& sentence);

bool feeds_triplets(const core::Parameters& parameters);
core::Provisions needs_of_feed(const core::Parameters& parameters);
/// How many answers a cost is stated for.
double answers_fed(const core::ProblemSize& size, const core::Parameters& parameters);
/// Reports kComparisons, unless the chain's beginning has.
void report_fed(const core::StepRun& run, std::int64_t answers);

/// What is made of a tree's leaves and the answers that the run asks for.
template <typename Answers>
Answers fed(const core::StepRun& run, const core::Partition& leaves) {
  if (feeds_triplets(run.parameters)) return {leaves, run.problem.get<core::Triplets>()};
  return {leaves, run.problem.get<core::Quadruplets>()};
}

}  // namespace tertium::linkage
