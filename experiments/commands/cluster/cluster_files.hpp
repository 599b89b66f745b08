#pragma once

#include <string>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::experiments {

/// Names of all files that a result may consist of.
const std::vector<std::string>& result_files();

std::string linkage_csv(const core::Dendrogram& tree);
/// `numbers`: what each cluster is called.
std::string labels_csv(const core::Partition& labels, const std::vector<core::Label>& numbers,
                       const std::vector<std::string>& names);

/// Names of the files that a picture consists of.
const std::vector<std::string>& picture_files();

}  // namespace tertium::experiments
