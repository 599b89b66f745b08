#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

/// The data sets that an INI text describes, a section for each; data/datasets.ini tells of the keys. Throws UsageError
/// with file and line. Their files are read, and held to the description, when they are loaded.
std::vector<Dataset> described_datasets(std::string_view text, const std::string& origin);

}  // namespace tertium::problems
