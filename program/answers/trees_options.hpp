#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/trees/tree_set.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {

/// What `tertium trees` is asked for.
struct TreesOptions {
  std::vector<std::string> files;
  answers::Pairing pair{};
  double threshold = answers::kMajority;
  std::size_t listed = 8;  // branches, of each of two trees
  bool json = false, force = false;
  std::optional<std::filesystem::path> output{};
  std::filesystem::path picture{}, classes{};
  std::filesystem::path against{};  // vectors that a single tree is held against; empty: none
  bool cosine = false;
  nlohmann::ordered_json page;

  Outputs outputs() const {
    Inputs inputs(files.begin(), files.end());
    inputs.insert(inputs.end(), {classes, against});
    return {std::move(inputs), force};
  }
};

/// What was written where: these files into the folder, if there is one, and the picture, if it was drawn.
std::string files_line(const TreesOptions& options, const std::vector<std::string>& written, bool drawn);

/// Makes and tells the consensus of many trees, or how far they are from `one`.
void summarize_trees(const TreesOptions& options, const std::vector<answers::TreeSource>& trees,
                     const std::optional<answers::TreeSource>& one, const std::string& command_line);

}  // namespace tertium::program
