#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
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
#include "files/structures/object_rows.hpp"
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
  files::RatingOptions ratings{};  ///< with --kind ratings
  answers::ClusterRequest request;
  bool method_is_default = false;
  bool chooses_method = false;                 ///< by answers held out
  bool chooses_clusters = false;               ///< their number, by answers held out
  answers::FoldChoice folds{};                 ///< for that
  std::string tree{};                          ///< one that is judged, by its path; empty: the method's
  std::string outgroup{};                      ///< names of objects beside the root, by commas; empty: none
  std::size_t most_kept = answers::kMostKept;  ///< bytes of a text whose answers need not be side by side
  std::filesystem::path output;                ///< empty: named after the input
  bool force = false;
  std::optional<Collapse> collapse{};
  bool picture = true;
  std::filesystem::path images;     ///< folder of pictures of the objects; empty: none
  std::filesystem::path against{};  ///< a table of vectors; empty: none
  bool cosine = false;              ///< of these, directions alone count
  nlohmann::ordered_json page;      ///< how the tree is drawn (add_tree_options)
};

/// What `tertium compare` was asked for.
struct CompareOptions {
  answers::AnswerSource source;
  answers::CompareRequest request;
  std::filesystem::path output;  ///< empty: named after the input
  bool force = false;
};

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<ClusterOptions> parse_cluster_options(const std::vector<std::string>& args);
std::optional<CompareOptions> parse_compare_options(const std::vector<std::string>& args);

/// --set, --seed and --weights, as all three have them.
void add_fit_options(CommandLine& line, core::Settings& settings, const Into& weights, std::uint64_t& seed);
/// --against, --cosine.
void add_against_options(CommandLine& line, ClusterOptions& options);
/// The table that --against names; nothing where it is not given. Throws UserError about one that holds no vectors.
std::optional<files::NamedVectors> vectors_of(const ClusterOptions& options);
/// A time, of --bound. Throws UsageError.
double seconds_of(const std::string& text, const std::string& option);
/// The one rule that --weights says. Throws UsageError.
answers::PeopleRule weight_of(const std::string& text);
/// What --weights says. Throws UsageError.
std::vector<answers::PeopleRule> weights_of(const std::string& text);
/// -o, --force.
template <typename Options>
void add_folder_options(CommandLine& line, const char* suffix, Options& options) {
  line.option("output", 'o', "FOLDER", options.output,
              fmt::format("default: the name of FILE and {}, in this folder", suffix));
  line.flag("force", options.force, "replace files of another command line in FOLDER");
}

/// Whether it makes a tree or a partition, and no coordinates or similarities.
bool makes_clusters(const core::Method& method);
/// Whether somebody draws answers again, or holds some out, and needs them side by side.
bool draws_answers(const ClusterOptions& options);
/// Throws UsageError about --cosine alone.
void check_against(const ClusterOptions& options);
/// Throws UsageError about --images without pictures, or where they go nowhere.
void check_images(const ClusterOptions& options);

/// The method that is named, a kernel too, with its parameters set. Throws UsageError where what it needs is not
/// provided by answers, or by a graph.
core::Method method_of(const std::string& name, const core::Settings& settings, bool graph);

/// --support, --collapse, --collapse-by.
void add_support_options(CommandLine& line);
/// Puts what they say into the options, whose method is known. Throws UsageError.
void take_support(const CommandLine& line, ClusterOptions& options);

}  // namespace tertium::program
