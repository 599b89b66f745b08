#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/result_folder.hpp"

namespace tertium::program {

/// `tertium cluster FILE`: a person's own comparisons become a tree, labels, scores and a picture.
///
/// `args` are the words after "cluster". Reads the statements, runs one method that works on given comparisons, and
/// writes linkage.csv, tree.nwk, labels.csv, summary.json and dendrogram.{pdf,svg,png} into the output folder. Objects
/// are renumbered at random before the method sees them. Returns 0, also when only the picture could not be drawn;
/// throws UserError or UsageError.
int run_cluster(const std::vector<std::string>& args);

/// `tertium compare FILE`: what methods predict of answers held out.
int run_compare(const std::vector<std::string>& args);

/// The answers that a command with one method is about; of a large file it is told on stderr what it takes.
answers::AnswerInput read_input(const char* command, const ClusterOptions& options);

/// Throws UsageError where there are fewer objects than clusters asked for.
void check_clusters(const answers::AnswerInput& input, const std::optional<core::Label>& clusters);

/// Folders of results, which are refused before anything is computed, and what is written there and printed;
/// `command_line` is what summaries say was typed.
ResultFolder comparison_folder(const CompareOptions& options, const std::string& stem, const std::string& command_line);
void write_comparison(ResultFolder& folder, const answers::AnswerInput& input, const answers::CompareRequest& request,
                      const answers::Comparison& found, const std::string& command_line);

struct ClustersFolder {
  ResultFolder folder;
  std::vector<std::string> images;  ///< of the objects: images_of()

  /// Warns on stderr where answers do not link all objects.
  ClustersFolder(const ClusterOptions& options, const answers::AnswerInput& input, const std::string& command_line);
  void write(const ClusterOptions& options, const ClusterResult& result, const std::string& command_line);
};

}  // namespace tertium::program
