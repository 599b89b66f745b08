#pragma once

#include <string>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/resampling/people.hpp"
#include "core/clusterings/dendrogram.hpp"

namespace tertium::program {

/// Names of all files that a result may consist of, as they are told.
const std::vector<std::string>& result_files();

std::string linkage_csv(const core::Dendrogram& tree);
/// Every node that merges make, in the order of linkage.csv: its id, height, size, how sure it is, as far as that was
/// asked for (the share of the bootstrap trees that have it, transfer support; local support, concordance), and its
/// members, unless there are more than kMostListed objects.
std::string nodes_csv(const answers::Clustering& found, const std::vector<std::string>& names);
inline constexpr core::Object kMostListed = 2000;
/// Answers that a cover took out, as a file of triplets, where they were triplets, or of odd-one-outs.
std::string omitted_csv(std::span<const answers::LeftOut> left_out, const files::ComparisonFile& given);
/// Of each object its cluster, and the share of samples that have it there, where samples were drawn.
std::string labels_csv(const answers::Clustering& found, const std::vector<std::string>& names);
/// Of each pair of objects the share of samples that have both in one cluster: a square matrix with the names as header
/// and first column.
std::string co_clustering_csv(const answers::ClusterMembership& membership, const std::vector<std::string>& names);

}  // namespace tertium::program
