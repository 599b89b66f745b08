#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/random/random.hpp"
#include "files/text/csv.hpp"
#include "program/answers/cluster.hpp"
#include "program/answers/embed.hpp"

namespace tertium::testing {

/// A folder of its own as working directory, and `tertium cluster` run in this process.
class ClusterTest : public ::testing::Test {
 protected:
  struct Output {
    int code = 0;
    std::string out;
    std::string err;
  };

  void SetUp() override {
    before_ = std::filesystem::current_path();
    folder_ =
        std::filesystem::path(::testing::TempDir()) / ("tertium_cluster_" + std::to_string(getpid()) + "_" +
                                                       ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
    unsetenv("TERTIUM_HOME");
  }

  static void write(const std::string& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }

  static std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    EXPECT_TRUE(stream) << file;
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  /// One column of a CSV file with a header.
  static std::vector<std::string> column(const std::filesystem::path& file, const std::string& name) {
    files::CsvReader rows(file);
    EXPECT_TRUE(rows.next());
    std::size_t place = 0;
    while (place < rows.fields().size() && rows.fields()[place] != name) ++place;
    std::vector<std::string> values;
    while (rows.next()) values.emplace_back(rows.fields()[place]);
    return values;
  }

  static Output run(const std::vector<std::string>& args) { return run_command(program::run_cluster, args); }

  static Output compare(const std::vector<std::string>& args) { return run_command(program::run_compare, args); }
  static Output embed(const std::vector<std::string>& args) { return run_command(program::run_embed, args); }

  static Output run_command(int (*command)(const std::vector<std::string>&), const std::vector<std::string>& args) {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Output output;
    try {
      output.code = command(args);
    } catch (...) {
      ::testing::internal::GetCapturedStdout();
      ::testing::internal::GetCapturedStderr();
      throw;
    }
    output.out = ::testing::internal::GetCapturedStdout();
    output.err = ::testing::internal::GetCapturedStderr();
    return output;
  }

  /// All triplets of 12 objects in two groups, 0-5 and 6-11: a stranger is always farther. Inside a group, closer
  /// numbers are more alike. `object(i)` writes object i; `ends` ends a row.
  template <typename ObjectText>
  static std::string two_groups(ObjectText&& object, const std::string& delimiter = ",",
                                const std::string& ends = "\n") {
    constexpr int kObjects = 12;
    const auto distance = [](int i, int j) { return std::abs(i - j) + (i / 6 == j / 6 ? 0 : 100); };
    std::vector<std::string> rows;
    for (int a = 0; a < kObjects; ++a)
      for (int b = 0; b < kObjects; ++b)
        for (int c = 0; c < kObjects; ++c)
          if (a != b && a != c && distance(a, b) < distance(a, c))
            rows.push_back(object(a) + delimiter + object(b) + delimiter + object(c) + ends);
    core::Stream({}, core::Purpose::kTest).shuffle(std::span(rows));
    std::string text;
    for (const std::string& row : rows) text += row;
    return text;
  }
  static std::string two_groups() {
    return two_groups([](int i) { return std::to_string(i); });
  }

  /// Their clusters.
  static inline const std::vector<std::string> kTwoGroups{"0", "0", "0", "0", "0", "0", "1", "1", "1", "1", "1", "1"};

  std::filesystem::path folder_;

 private:
  std::filesystem::path before_;
};

}  // namespace tertium::testing
