#pragma once

#include <span>
#include <string>

#include "experiments/commands/cluster/cluster_run.hpp"

namespace tertium::experiments {

/// Who is in which cluster, for the report: a line each, with the first names; nothing where there are many clusters.
std::string member_lines(const ClusterOutcome& outcome, std::span<const std::string> names);

}  // namespace tertium::experiments
