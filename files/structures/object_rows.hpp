#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::files {

/// A table that says something of objects, a row each, by their names.
struct ObjectRows {
  std::string source{};                            ///< for messages
  std::vector<std::string> columns{};              ///< but that of names; "" where there is no header
  std::vector<std::string> names{};                ///< no two of them the same
  std::vector<std::vector<std::string>> fields{};  ///< by object, as the columns
  std::vector<std::int64_t> lines{};               ///< by object
};

/// Reads a CSV file, or one with tabs, semicolons or blanks, as word vectors have them. A first row without a number
/// behind its first field is a header. Names are in its column `name`; else in `object`, `id`, `item` or `word`; else
/// in the first one. Beside `name` a column `object` is left out, for it only numbers them. Throws UserError, also
/// where an object has two rows.
ObjectRows read_object_rows(const std::filesystem::path& path);

/// Vectors of objects by their names.
struct NamedVectors {
  std::string source{};  ///< for messages
  std::vector<std::string> names{};
  core::Coordinates places{};  ///< of them, in their order
};
/// All columns as coordinates, but standard deviations (sd1 beside x1, as embedding.csv of a map with support has
/// them). Throws UserError where one of them holds no finite number.
NamedVectors vectors_of(const ObjectRows& rows);

/// What a column says of each of `names`, "" where the table has no such object. An empty `column`: the only one.
/// Throws UserError, with what there is, where there is no such column or where no name is in the table.
std::vector<std::string> column_of(const ObjectRows& rows, const std::string& column,
                                   const std::vector<std::string>& names);

}  // namespace tertium::files
