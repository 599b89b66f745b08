#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/branches.hpp"
#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/folds.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// Which branches become nodes with many children.
struct Collapse {
  double least = 0.0;  ///< those of less support
  answers::SupportKind by = answers::SupportKind::kFelsenstein;
};

/// What `tertium cluster` was asked for.
struct ClusterOptions {
  answers::AnswerSource source;
  answers::ClusterRequest request;
  bool method_is_default = false;
  bool chooses_method = false;                       ///< by answers held out
  std::optional<answers::CompareRequest> compare{};  ///< then no clusters are made
  bool chooses_clusters = false;                     ///< their number, by answers held out
  answers::FoldChoice folds{};                       ///< for that
  std::string outgroup{};                            ///< names of objects beside the root, by commas; empty: none
  std::size_t most_kept = answers::kMostKept;        ///< bytes of a text whose answers need not be side by side
  std::filesystem::path output;                      ///< empty: named after the input
  bool force = false;
  std::optional<Collapse> collapse{};
  bool picture = true;
  std::filesystem::path images;  ///< folder of pictures of the objects; empty: none
  nlohmann::ordered_json page;   ///< how the tree is drawn (tree_page)
};

/// Whether it makes a tree or a partition, and no places or similarities.
bool makes_clusters(const core::Method& method);

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<ClusterOptions> parse_cluster_options(const std::vector<std::string>& args);

/// --support, --collapse, --collapse-by.
void add_support_options(CommandLine& line);
/// Puts what they say into the options, whose method is known. Throws UsageError.
void take_support(const CommandLine& line, ClusterOptions& options);

/// --compare, and what goes with it: --folds, --learning-curve.
void add_compare_options(CommandLine& line);
/// What was told of --compare, the folds, clusters and seed apart; nothing where it was not given. Throws UsageError,
/// also for options of one method beside it, and for those that go with it alone.
std::optional<answers::CompareRequest> compare_request(const CommandLine& line);

}  // namespace tertium::program
