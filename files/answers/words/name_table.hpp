#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::files {

/// A table of all objects.
struct NameTable {
  std::vector<std::string> objects;  ///< as the answers write them
  std::vector<std::string> names;    ///< no two of them the same
};

/// Reads a CSV file object,name. A header is known by the words "object" (or "id", "item") and "name", which may then
/// stand over any columns; and one of other words, over the first two, by objects that are all numbers but the first.
/// Throws UserError.
NameTable read_name_table(const std::filesystem::path& path);

/// Comparisons, read by `read`, of the objects that the table at `names` lists, under its names; without a table of
/// those that occur. Throws UserError.
ComparisonFile read_named(const std::filesystem::path& names, ComparisonOptions options,
                          const std::function<ComparisonFile(const ComparisonOptions&)>& read);

/// Names of objects that have none: 0, 1, 2, ...
std::vector<std::string> number_names(core::Object objects);

/// Names for pictures and lists: of paths and of pictures in HTML the last part without its extension, of long names
/// the beginning and the end. As they are where two would be the same.
std::vector<std::string> short_names(std::span<const std::string> names);

/// Some names for a message: "a, b, c, d, e, ...", of all objects or of those that are given.
std::string first_names(std::span<const std::string> names);
std::string first_names(std::span<const std::string> names, std::span<const core::Object> objects);

}  // namespace tertium::files
