#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "problems/datasets/data_files.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

inline constexpr const char* kNewsgroupsCitation = "K. Lang, 20 Newsgroups, by-date version (J. Rennie)";

/// A file of articles of the 20 newsgroups in 100 dimensions: document, components, and the number of the group.
FeatureFile newsgroups_file(std::string name, std::size_t rows);

/// Some of the objects of a feature data set, in the order of `rows`.
DatasetContent objects_at(const DatasetContent& content, std::span<const std::size_t> rows);

}  // namespace tertium::problems
