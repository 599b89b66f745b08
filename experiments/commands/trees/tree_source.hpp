#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/files/newick_file.hpp"

namespace tertium::experiments {

/// A tree that a person names.
struct TreeSource {
  std::string name;  ///< as it was given
  core::NamedTree named;
  std::vector<double> support;  ///< by node, in [0, 1], NaN where it is not known; empty: of none
};

/// Reads what `tertium cluster` and `tertium export` write: a result's folder (its tree.nwk), Newick, or linkages of
/// scipy (.csv, .npy), whose objects are named by a labels.csv of as many objects beside them, else 0, 1, 2, ...; "-"
/// is Newick on the standard input. Labels of inner nodes are support if all are numbers in [0, 1], or in percent.
/// Throws UserError.
TreeSource read_tree(const std::filesystem::path& path);

}  // namespace tertium::experiments
