#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// All columns but trees and labels: key, method, repetition, seed, parameters and metrics (those that any row has,
/// called as in results.h5), status, and how the row came about. RFC 4180; numbers in full precision; absent values are
/// empty.
std::string rows_csv(std::span<const TrialRow> rows);

/// The tree in Newick form, with the numbers of the objects as names; branch lengths are differences of heights, 0
/// inside an initial cluster.
std::string tree_newick(const StoredTree& tree);

/// The tree as the bytes of a .npy file that numpy.load reads: scipy's Z, float64, one row per merge, four columns.
std::vector<std::byte> tree_npy(const StoredTree& tree);

}  // namespace tertium::experiments
