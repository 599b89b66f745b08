#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "program/answers/cluster_options.hpp"

namespace tertium::program {

/// `tertium study FILE`: a look at the answers, the tree that predicts most of those held out, how sure it is, and
/// words for a paper about all that.
///
/// `args` are the words after "study". Writes what `tertium answers`, `tertium compare` and `tertium cluster` write for
/// the words of the plan, each into a folder inside of --output, and methods.md, references.bib and summary.json beside
/// these. Returns 0; throws UserError or UsageError.
int run_study(const std::vector<std::string>& args);

/// Where it has its parts.
inline constexpr const char* kLookFolder = "answers";
inline constexpr const char* kCompareFolder = "compare";
inline constexpr const char* kTreeFolder = "tree";
inline constexpr const char* kMapFolder = "map";
inline constexpr const char* kGroupsFolder = "groups";

/// What it was asked for, also as words behind the three commands.
struct StudyPlan {
  std::vector<std::string> reading_words{};  ///< which answers all of them read, and how
  std::filesystem::path folder{};
  bool force = false;
  bool dry_run = false;
  std::vector<std::string> look_words{}, compare_words{}, tree_words{};  ///< of the tree without its method
  std::vector<std::string> map_words{}, groups_words{};
  CompareOptions compare{};
  ClusterOptions tree{};  ///< of some method
};

/// Nothing when the help page was asked for, which is then printed. Throws UsageError, for what one of the three
/// commands would refuse too.
std::optional<StudyPlan> study_plan(const std::vector<std::string>& args);

/// The words of the tree with its method.
std::vector<std::string> with_method(std::vector<std::string> tree_words, const std::string& method);

/// A command line as a summary has it: "tertium cluster FILE ...".
std::string line_of(const char* command, const std::vector<std::string>& words);

/// All parts as a shell takes them, one a line; the method of the tree is read from what compare wrote.
std::vector<std::string> shell_lines(const StudyPlan& plan, bool map, bool groups);

}  // namespace tertium::program
