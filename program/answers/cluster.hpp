#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/cluster_report.hpp"

namespace tertium::program {

/// `tertium cluster FILE`: a person's own comparisons become a tree, labels, scores and a picture.
///
/// `args` are the words after "cluster". Reads the statements, runs one method that works on given comparisons, and
/// writes linkage.csv, tree.nwk, labels.csv, summary.json and dendrogram.{pdf,svg,png} into the output folder. Objects
/// are renumbered at random before the method sees them. Returns 0, also when only the picture could not be drawn;
/// throws UserError or UsageError.
int run_cluster(const std::vector<std::string>& args);

/// `tertium embed FILE`: coordinates of the objects, or similarities between them.
int run_embed(const std::vector<std::string>& args);

/// `tertium compare FILE`: what methods predict of answers held out.
int run_compare(const std::vector<std::string>& args);

/// What they do, for options that are already read; `command_line` is what summaries say was typed. Both write into
/// their folder, print a report, and return what they found.

/// Throws UsageError where there are fewer objects than clusters asked for.
void check_clusters(const answers::AnswerInput& input, const std::optional<core::Label>& clusters);

struct ComparedMethods {
  answers::AnswerInput input;
  answers::Comparison found;
};
ComparedMethods compare_methods(const CompareOptions& options, const std::string& command_line);

ClusterResult make_clusters(const ClusterOptions& options, const std::string& command_line);

}  // namespace tertium::program
