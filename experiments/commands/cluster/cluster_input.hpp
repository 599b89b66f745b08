#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/files/comparison_file.hpp"
#include "core/graphs/graph.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"

namespace tertium::experiments {

/// What is to be clustered.
struct ClusterInput {
  std::string source;  ///< as given: a path or the name of a data set
  std::string stem;    ///< the source without folder and extension; "answers" of a stream
  core::ComparisonFile comparisons;
  std::optional<core::Graph> graph{};  ///< then of the comparisons there are objects, names, rows and remarks only
  /// All answers added up, of a text too large to be kept: then the comparisons hold no statement.
  std::shared_ptr<const core::AnswerSums> sums{};
  std::optional<core::Partition> truth;  ///< known classes of a data set
  std::vector<bool> outlier;             ///< objects that belong to no class; empty if there are none
};

/// Reads the file or the data set that the options name; a file goes before a data set of that name. Throws UserError.
ClusterInput read_cluster_input(const ClusterOptions& options);

/// What the statements leave open.
struct Coverage {
  std::vector<core::Object> silent_objects;  ///< in no statement (of sums: whose are all 0), ascending
  std::int64_t silent_pairs = 0;             ///< in no statement, though both objects may be
  std::int64_t pairs = 0;
};
Coverage coverage(const ClusterInput& input);

}  // namespace tertium::experiments
