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

const std::vector<Dataset>& all_datasets() {
  static const std::vector<Dataset> all = [] {
    std::vector<Dataset> list;
    datasets::register_all(list);
    std::sort(list.begin(), list.end(), [](const Dataset& a, const Dataset& b) { return a.name < b.name; });
    return list;
  }();
  return all;
}

const Dataset& find_dataset(std::string_view name) {
  std::vector<std::string> names;
  for (const Dataset& dataset : all_datasets()) {
    if (dataset.name == name) return dataset;
    names.push_back(dataset.name);
  }
  fail_unknown("data set", name, names);
}

}  // namespace tertium::core
