#pragma once

#include <string>
#include <vector>

#include "answers/resampling/bootstrap.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::experiments {

/// Names of all files that a result may consist of.
const std::vector<std::string>& result_files();

std::string linkage_csv(const core::Dendrogram& tree);
/// Every node that merges make, in the order of linkage.csv: its id, height, size, the share of the bootstrap trees
/// that have it, and its members, unless there are more than kMostListed objects.
std::string nodes_csv(const core::Dendrogram& tree, const answers::BranchSupport& support,
                      const std::vector<std::string>& names);
inline constexpr core::Object kMostListed = 2000;
/// Support of each row of scipy_linkage as Newick writes it at a node: "0.87"; nothing at the root, which all trees
/// have.
std::vector<std::string> support_labels(const answers::BranchSupport& support);
/// `numbers`: what each cluster is called.
std::string labels_csv(const core::Partition& labels, const std::vector<core::Label>& numbers,
                       const std::vector<std::string>& names);

/// Names of the files that a picture consists of.
const std::vector<std::string>& picture_files();

}  // namespace tertium::experiments
