#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/reference.hpp"

namespace tertium::testing {

/// The first case and what belongs to no case, in a folder of their own.
class SmallCopy {
 public:
  /// A number of a file.
  struct Place {
    const char* file;
    std::size_t row;     ///< 0 is the header, where there is one
    const char* column;  ///< its name, or its number in a matrix
  };

  SmallCopy() : folder_(std::filesystem::path(::testing::TempDir()) / unique_name()) {
    const std::filesystem::path source = reference_folder();
    std::vector<Row> index = read_rows(source / "index.csv");
    index.resize(2);
    case_ = folder_ / index[1][0];
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::copy(source / index[1][0], case_);
    std::filesystem::copy(source / "extra", folder_ / "extra");
    write_rows(folder_ / "index.csv", index);
  }
  SmallCopy(const SmallCopy&) = delete;
  SmallCopy& operator=(const SmallCopy&) = delete;
  ~SmallCopy() { std::filesystem::remove_all(folder_); }

  const std::filesystem::path& folder() const { return folder_; }

  /// The path of a file of the folder or, if it is not there, of the case.
  std::filesystem::path file(const std::string& name) const {
    return std::filesystem::exists(folder_ / name) ? folder_ / name : case_ / name;
  }

  /// Adds one to a number; in a matrix also to its mirror image.
  void alter(const Place& place) const {
    std::vector<Row> rows = read_rows(file(place.file));
    const auto add_one = [](std::string& cell) { cell = fmt::format("{}", number<double>(cell) + 1.0); };
    if (is_matrix(place.file)) {
      const auto column = number<std::size_t>(place.column);
      add_one(rows.at(place.row).at(column));
      add_one(rows.at(column).at(place.row));
    } else {
      const auto named = std::find(rows[0].begin(), rows[0].end(), place.column);
      add_one(rows.at(place.row).at(static_cast<std::size_t>(named - rows[0].begin())));
    }
    write_rows(file(place.file), rows);
  }

 private:
  static bool is_matrix(const std::string& file) { return file == "w.csv" || file.starts_with("sim_"); }

  static std::string unique_name() {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');
    return fmt::format("tertium-{}-{}", name, ::getpid());
  }

  std::filesystem::path folder_, case_;
};

}  // namespace tertium::testing
