#pragma once

#include <string>
#include <vector>

namespace tertium::experiments {

/// `tertium cluster FILE`: a person's own comparisons become a tree, labels, scores and a picture.
///
/// `args` are the words after "cluster". Reads the statements, runs one method that works on given comparisons, and
/// writes linkage.csv, tree.nwk, labels.csv, summary.json and dendrogram.{pdf,svg,png} into the output folder. Objects
/// are renumbered at random before the method sees them. Returns 0, also when only the picture could not be drawn;
/// throws UserError or UsageError.
int run_cluster(const std::vector<std::string>& args);

}  // namespace tertium::experiments
