#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/text/csv.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium::problems {

/// A file of data/ with a header, read whole and held to the shape that it is known to have.
class DataFile {
 public:
  /// Throws UserError if the file is missing, or if its header or number of rows differ from what is expected.
  DataFile(std::string_view name, std::vector<std::string> header, std::size_t rows);
  /// With whatever header it has, of so many columns.
  DataFile(std::string_view name, std::size_t columns, std::size_t rows);

  const std::vector<std::string>& header() const { return header_; }
  std::size_t rows() const { return cells_.size() / header_.size(); }
  const std::string& text(std::size_t row, std::string_view column) const;
  /// Throws UserError naming the file and the row if the field is no number.
  double number(std::size_t row, std::string_view column) const;
  /// A whole number in [low, high].
  std::int32_t integer(std::size_t row, std::string_view column, std::int32_t low, std::int32_t high) const;
  /// Whole numbers in [low, high] with a space between.
  std::vector<std::int32_t> integers(std::size_t row, std::string_view column, std::int32_t low,
                                     std::int32_t high) const;
  /// Throws UserError: the row is not what it was.
  [[noreturn]] void fail_changed(std::size_t row, const std::string& what) const { fail_at(lines_[row], what); }

 private:
  std::int32_t integer_of(std::size_t row, std::string_view column, std::string_view text, std::int32_t low,
                          std::int32_t high) const;
  DataFile(std::string_view name, std::size_t rows,
           const std::function<std::string(std::span<const std::string>)>& why);
  std::size_t place(std::string_view column) const;
  [[noreturn]] void fail_at(std::int64_t line, const std::string& what) const;

  std::string path_;
  std::vector<std::string> header_;
  std::vector<std::string> cells_;   // rows x columns
  std::vector<std::int64_t> lines_;  // where every row stands
};

/// The features, classes and names of a file whose last column is the class, a whole number out of `class_ids`, or
/// something else that is left out where there are none. `name_column`, the first, is empty if objects have no names:
/// they are then called 1, 2, ...
struct FeatureFile {
  std::string file;
  std::vector<std::string> features;  ///< empty: all columns between the names and the last, `width` of them
  std::size_t width = 0;
  std::string name_column;
  std::size_t rows = 0;
  std::vector<std::int32_t> class_ids;
  std::vector<std::string> class_names;
};
DatasetContent load_features(const FeatureFile& description);

/// The triplets of a file with the columns anchor, near and far, objects by number, as they are.
std::vector<core::Triplet> triplets_of(const DataFile& file, core::Object objects);
/// Those that are about three objects.
std::vector<core::Triplet> without_repeats(std::vector<core::Triplet> triplets);

}  // namespace tertium::problems
