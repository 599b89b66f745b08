#pragma once

#include "core/methods/step.hpp"

namespace tertium::partition {

/// k, for steps that make so many clusters; 0 stands for as many as the finest true partition has.
core::ParameterInfo clusters_parameter();

/// The value of k in a run, of which there are at most as many as objects.
int clusters_wanted(const core::StepRun& run);

/// For k = 0, of a step that has the parameter: the truth.
core::Provisions needs_of_clusters(const core::Parameters& parameters);

/// The value of k for what a step is expected to take: a guess where it stands for the true number.
double cost_clusters(const core::Parameters& parameters);

}  // namespace tertium::partition
