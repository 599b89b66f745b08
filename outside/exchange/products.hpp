#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/methods/product.hpp"
#include "files/structures/number_table.hpp"

namespace tertium::outside {

/// What somebody's program or object made of n objects, looked at before it counts as a product. `name` stands for it
/// in messages. All throw UserError.
core::Partition checked_labels(const std::vector<std::string>& labels, core::Object n, const std::string& name);
core::Coordinates checked_places(const files::NumberTable& table, core::Object n, const std::string& name);
/// The upper half counts; the diagonal does not.
core::SimilarityMatrix checked_similarities(const files::NumberTable& table, core::Object n, const std::string& name);
/// Of a linkage's rows, numbered as scipy's. Merges are in the order of their heights, rows of equal ones in theirs; or
/// in that of the rows where there are no heights, or one is below that of a part of it.
core::Dendrogram checked_linkage(const core::RootedTree& tree, std::span<const double> heights, core::Object n,
                                 const std::string& name);

/// Reads the product that a program has left in the folder: labels.csv or .npy; linkage.csv or .npy, or tree.nwk, whose
/// leaves are called 0 to n - 1 and whose lengths are kept where they say more than the order of merges; coordinates or
/// similarities, .csv or .npy. Throws UserError.
core::Product read_product(const std::filesystem::path& folder, core::ProductKind kind, core::Object n);

}  // namespace tertium::outside
