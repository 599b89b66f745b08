#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

/// All columns but trees and labels: key, method, repetition, seed, parameters and metrics (those that any row has,
/// called as in results.h5), status, and how the row came about. RFC 4180; numbers in full precision; absent values are
/// empty.
std::string rows_csv(const RowTable& rows);

/// The same in pieces of whole lines, for many rows.
void write_rows_csv(const RowTable& rows, const std::function<void(std::string_view)>& write);

/// Those of a table that these need.
ColumnChoice columns_of_csv();

/// The tree in Newick form, with the numbers of the objects as names; branch lengths are differences of heights, 0
/// inside an initial cluster.
std::string tree_newick(const StoredTree& tree);

/// The tree as the bytes of a .npy file that numpy.load reads: scipy's Z, float64, one row per merge, four columns.
std::vector<std::byte> tree_npy(const StoredTree& tree);

}  // namespace tertium::experiments
