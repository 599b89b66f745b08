#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "core/clusterings/rooted_tree.hpp"

namespace tertium::answers {

/// How sure a branch is, by what.
enum class SupportKind {
  kFelsenstein,  ///< the share of trees of samples that have it
  kTransfer,     ///< of its objects, how many need not be moved until they have it
  kLocal,        ///< answers for it and against it beside its rivals
};
/// What columns of the kinds of support are called, in the order of SupportKind.
inline constexpr std::string_view kSupportNames[] = {"support", "transfer", "local"};  // in that order

/// Of each row of scipy_linkage(*found.tree); it has to have been asked for.
std::vector<double> branch_supports(const Clustering& found, SupportKind kind);
/// As Newick writes it at a node: "0.87"; nothing at the root, which all trees have.
std::vector<std::string> support_labels(const std::vector<double>& supports);

/// The nodes, as scipy numbers them, that are below the k-th of found.cut_branches: one, or of the branch at the root
/// both.
std::vector<core::Node> nodes_below_cut(const Clustering& found, std::size_t k);

/// Of a row: it stays.
std::vector<bool> rows_kept(const std::vector<double>& supports, double least);

/// The tree with those rows of scipy_linkage that are `kept` alone; the children of others hang from the node above. A
/// node was given() as scipy numbers it.
core::RootedTree collapsed_tree(const core::Dendrogram& tree, const std::vector<bool>& kept);

/// Its Newick text, with lengths by the heights of scipy_linkage, and `row_labels` at the nodes.
std::string collapsed_newick(const core::Dendrogram& tree, const std::vector<bool>& kept,
                             const std::vector<std::string>& names, const std::vector<std::string>& row_labels);

/// The trees of the samples, one Newick text a line, without lengths.
std::string newick_lines(const Resampling& resampled, const std::vector<std::string>& names);
/// Their majority-rule tree, with the share of trees at each node; one line.
std::string consensus_newick(const Resampling& resampled, const std::vector<std::string>& names);
/// By node of a tree, as Newick writes it there, in how many of so many trees it is: "0.87"; nothing at the root.
std::vector<std::string> share_labels(std::span<const std::int64_t> counts, std::int64_t trees);

}  // namespace tertium::answers
