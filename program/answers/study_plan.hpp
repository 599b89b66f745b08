#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::program {

/// What `tertium study` was asked for: three command lines.
struct StudyPlan {
  answers::AnswerSource source;
  std::filesystem::path folder{};
  bool force = false;
  bool dry_run = false;
  std::optional<core::Label> clusters{};  ///< asked for; empty: as many as answers held out speak for
  // The words after "tertium answers" and "tertium cluster"; of the tree those before its method and behind it.
  std::vector<std::string> look{}, compare{}, tree_head{}, tree_tail{};

  std::vector<std::string> tree(const std::string& method) const;
};

/// Where the plan has its parts.
inline constexpr const char* kLookFolder = "answers";
inline constexpr const char* kCompareFolder = "compare";
inline constexpr const char* kTreeFolder = "tree";

/// Nothing when the help page was asked for, which is then printed. Throws UsageError, for what one of the three
/// commands would refuse too.
std::optional<StudyPlan> study_plan(const std::vector<std::string>& args);

/// A command line as a summary has it: "tertium cluster FILE ...".
std::string line_of(const char* command, const std::vector<std::string>& words);

/// The three as a shell takes them, one a line; the method of the last is read from what the second wrote.
std::vector<std::string> shell_lines(const StudyPlan& plan);

}  // namespace tertium::program
