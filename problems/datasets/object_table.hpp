#pragma once

#include <filesystem>

#include "core/comparisons/pairs.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

/// Objects out of a person's CSV file: a row each, numbers in its columns. A first row of words is the header. A column
/// that it calls `label` or `class` holds classes; the first column holds names if one of its fields is no number. All
/// other fields are finite numbers. Throws UserError naming file and line.
DatasetContent read_object_table(const std::filesystem::path& file);

/// What the numbers of a square table mean.
enum class TableOf { kSimilarities, kDistances };

/// The upper triangle of a square symmetric table; distances change their sign. Throws UserError "`name`: ..." for a
/// table that is not square or not symmetric (to a relative 1e-9).
core::Similarities table_similarities(const FeatureTable& table, TableOf meaning, const std::string& name);

}  // namespace tertium::problems
