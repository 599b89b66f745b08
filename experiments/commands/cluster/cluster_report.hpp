#pragma once

#include <string>

#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"

namespace tertium::experiments {

/// What was read, found and scored, for a person: some ten lines.
std::string cluster_report(const ClusterInput& input, const ClusterOptions& options, const ClusterOutcome& outcome);

/// The same and everything needed to do it again, as JSON; begins with "program": "tertium cluster".
std::string cluster_summary(const ClusterInput& input, const ClusterOptions& options, const ClusterOutcome& outcome,
                            const std::string& command_line);

/// One line for people who should know that part of the tree rests on nothing; empty if all is well.
std::string coverage_warning(const ClusterInput& input);

}  // namespace tertium::experiments
