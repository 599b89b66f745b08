#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/asking/question_lists.hpp"
#include "answers/asking/simulation.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// A study that nobody has answered yet, and what may be there to be found.
struct StudyDesign {
  ListPlan lists{};                     ///< of so many people; their objects are found by objects_of()
  core::Object objects = 0;             ///< about so many
  int levels = 0;                       ///< a tree of 2^levels clusters that are joined two by two; 0: flat clusters
  core::Label clusters = 2;             ///< so many flat ones
  double gap = 1.5;                     ///< of neighbouring levels, or inside and between, in standard deviations
  double error = 0.0;                   ///< share of answers that are wrong
  std::int64_t runs = 20;               ///< simulated studies
  std::vector<core::Method> methods{};  ///< of trees, or of so many flat clusters
};

/// How many objects are planted: those of a tree are a multiple of its clusters.
core::Object objects_of(const StudyDesign& design);

/// What docs/choosing.md recommends for such answers.
std::vector<std::string> recommended_methods(const StudyDesign& design);

/// The lists that this design has, for an eighth of its people to four times as many, each answered by what is planted:
/// a curve for each method of the AARI of its tree, or the ARI of its clusters, over the number of people
/// (Simulation::answers). The same for any number of threads. Throws UserError as question_lists does.
Simulation simulate_design(StudyDesign design, const JobCallback& progress = {});

}  // namespace tertium::answers
