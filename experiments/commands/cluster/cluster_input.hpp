#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "core/graphs/graph.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"

namespace tertium::experiments {

/// What is to be clustered.
struct ClusterInput : answers::AnswerInput {
  std::optional<core::Graph> graph{};  ///< then of the comparisons there are objects, names, rows and remarks only
  /// All answers added up, of a text too large to be kept: then the comparisons hold no statement.
  std::shared_ptr<const core::AnswerSums> sums{};

  /// "graph", "triplets", ...
  std::string_view kind() const { return graph ? "graph" : core::name_of(comparisons.form); }
};

/// Reads the file or the data set that the options name; a file goes before a data set of that name. Throws UserError.
ClusterInput read_cluster_input(const ClusterOptions& options);

/// What the statements leave open.
struct Coverage {
  std::vector<core::Object> silent_objects;  ///< in no statement (of sums: whose are all 0), ascending
  std::int64_t silent_pairs = 0;             ///< in no statement, though both objects may be
  std::int64_t pairs = 0;
  std::vector<core::Object> groups{};  ///< sizes of the groups that no answer links, of more than one object; of a list
};
Coverage coverage(const ClusterInput& input);

}  // namespace tertium::experiments
