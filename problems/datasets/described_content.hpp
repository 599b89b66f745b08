#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

/// A table of objects, or answers about them: what data/datasets.ini says, key by key.
struct DatasetDescription {
  std::string file, words, answers, called, only_as_in;
  std::size_t objects = 0, columns = 0, rows = 0, first = 0, answer_rows = 0;
  std::vector<std::string> names, classes, class_ids, only_classes;
  bool class_is_feature = false, box = false;

  bool has_features() const { return words.empty() && answers.empty(); }
};

/// Throws UserError where the files are not what the description says.
DatasetContent load_described(const DatasetDescription& description);

}  // namespace tertium::problems
