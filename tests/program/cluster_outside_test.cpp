// What other programs make of the results: scipy reads the tree, Python draws it, and its absence does no harm.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;

TEST_F(ClusterTest, ScipyReadsTheTreeAndCutsItAlike) {
  write("answers.csv", two_groups());
  write("check.py", R"(import sys
import numpy as np
from scipy.cluster.hierarchy import fcluster, is_valid_linkage
z = np.loadtxt(sys.argv[1] + "/linkage.csv", delimiter=",", skiprows=1, ndmin=2)
labels = np.loadtxt(sys.argv[1] + "/labels.csv", delimiter=",", skiprows=1, usecols=2, dtype=int)
assert is_valid_linkage(z, throw=True) and len(z) + 1 == len(labels)
cut = fcluster(z, int(sys.argv[2]), criterion="maxclust")
sys.path.insert(0, sys.argv[3])
from pictures import dendrogram
drawn = labels[dendrogram.drawn(z, labels)[0]]
assert (np.diff(drawn) >= 0).all(), "clusters are numbered as they are drawn"
assert len(set(zip(cut, labels))) == len(set(cut)) == len(set(labels)) == int(sys.argv[2])
)");
  for (const int k : {1, 2, 5, 10}) {  // fcluster never keeps the first two merges apart
    run({"answers.csv", "--method", "4-AL", "--no-picture", "-k", std::to_string(k), "-o", "out", "--force"});
    ASSERT_EQ(
        std::system(fmt::format("/usr/bin/python3 -B check.py out {} " TERTIUM_SOURCE_DIR " 2>check.log", k).c_str()),
        0)
        << read("check.log");
  }
}

TEST_F(ClusterTest, TheTreeIsDrawn) {
  write("answers.csv", two_groups([](int i) { return fmt::format("object $_{}", i); }));
  const Output output = run({"answers.csv", "--heights", "similarity", "--width", "8.5"});
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.err, "");
  EXPECT_NE(output.out.find("dendrogram.pdf, dendrogram.svg, dendrogram.png"), std::string::npos)
      << output.out << output.err;
  for (const char* file : {"dendrogram.pdf", "dendrogram.svg", "dendrogram.png"})
    EXPECT_GT(fs::file_size(fs::path("answers-tertium") / file), 1000U);
  EXPECT_NE(read("answers-tertium/dendrogram.svg").find("object"), std::string::npos);
  run({"answers.csv", "--no-picture", "--force"});
  EXPECT_FALSE(fs::exists("answers-tertium/dendrogram.pdf")) << "a picture of an earlier tree would mislead";
}

TEST_F(ClusterTest, WithoutAPictureTheResultStands) {
  write("answers.csv", two_groups());
  setenv("TERTIUM_HOME", folder_.c_str(), 1);
  const Output output = run({"answers.csv"});
  EXPECT_EQ(output.code, 0);
  EXPECT_NE(output.err.find("no picture:"), std::string::npos) << output.err;
  EXPECT_TRUE(fs::exists("answers-tertium/linkage.csv"));
  EXPECT_EQ(output.out.find("dendrogram"), std::string::npos);
}

TEST_F(ClusterTest, WithoutMatplotlibTheResultStands) {
  write("answers.csv", two_groups());
  fs::copy(fs::path(TERTIUM_SOURCE_DIR) / "pictures", folder_ / "pictures", fs::copy_options::recursive);
  fs::create_directories(folder_ / "matplotlib");
  write((folder_ / "matplotlib" / "__init__.py").string(), "raise ImportError('none here')\n");
  setenv("TERTIUM_HOME", folder_.c_str(), 1);
  const Output output = run({"answers.csv"});
  EXPECT_EQ(output.code, 0);
  EXPECT_NE(output.err.find("no picture:"), std::string::npos) << output.err;
  EXPECT_TRUE(fs::exists("answers-tertium/linkage.csv"));
}

TEST_F(ClusterTest, TooMuchMemoryIsRefusedWithTheFigure) {
  if (core::available_memory() > 90e9) GTEST_SKIP() << "this machine could really do it";
  write("answers.csv", "0,1,65535\n");
  const std::string message = testing::message_of([] { run({"answers.csv", "--method", "4-AL"}); });
  testing::expect_message(message, "answers.csv: 65536 objects and 1 comparisons need about ");
  testing::expect_message(message, " are available), cluster fewer objects");
}

}  // namespace
}  // namespace tertium::program
