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
/// Of a linkage, in the order of its merges; `object` of each leaf.
core::Dendrogram checked_tree(const core::RootedTree& tree, std::span<const core::Object> object, bool merges_in_order,
                              core::Object n, const std::string& name);

/// Reads the product that a program has left in the folder: labels.csv or .npy; linkage.csv or .npy, or tree.nwk, whose
/// leaves are called 0 to n - 1; coordinates or similarities, .csv or .npy. Throws UserError.
core::Product read_product(const std::filesystem::path& folder, core::ProductKind kind, core::Object n);

}  // namespace tertium::outside
