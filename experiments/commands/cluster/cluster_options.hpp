#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/resampling/folds.hpp"
#include "core/methods/method.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/cluster/compare_options.hpp"

namespace tertium::experiments {

inline constexpr core::Label kDefaultClusters = 2;

/// What `tertium cluster` was asked for.
struct ClusterOptions {
  answers::AnswerSource source;
  core::Method method;
  std::optional<core::Label> clusters;      ///< where to cut; empty: kDefaultClusters
  bool graph = false;                       ///< the input is a graph, no answers
  std::int64_t support = 0;                 ///< bootstrap trees that branches are looked for in
  std::optional<CompareOptions> compare{};  ///< then no clusters are made
  bool chooses_clusters = false;            ///< their number, by answers held out
  answers::FoldChoice folds{};              ///< for both
  /// Larger texts are not kept: their answers are added up as they are read, where that is all the method needs.
  std::size_t most_kept = std::size_t{64} << 20;
  std::uint64_t seed = 1;
  std::filesystem::path output;  ///< empty: named after the input
  bool force = false;
  bool picture = true;
  std::filesystem::path images;  ///< folder of pictures of the objects; empty: none
  nlohmann::ordered_json page;   ///< how the tree is drawn (tree_page)
};

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<ClusterOptions> parse_cluster_options(const std::vector<std::string>& args);

/// The methods that work on comparisons that are already there, and need no truth.
std::vector<std::string> passive_methods();
/// Those that work on a graph.
std::vector<std::string> graph_methods();

}  // namespace tertium::experiments
