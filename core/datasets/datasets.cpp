#include "core/datasets/datasets.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/base/error.hpp"

namespace tertium::core {

std::filesystem::path home_folder() {
  const char* home = std::getenv("TERTIUM_HOME");
  return home != nullptr && *home != '\0' ? home : TERTIUM_HOME_DEFAULT;
}

std::optional<Partition> DatasetContent::truth() const {
  if (labels.empty()) return std::nullopt;
  return Partition(labels);
}

}  // namespace tertium::core
