// Limits of nested control groups, of both versions, from folders made for the test.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <string>

#include "core/base/machine.hpp"

namespace tertium::core {
namespace {

namespace fs = std::filesystem;

class ControlGroups : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "control_groups_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  void group2(const fs::path& folder, const std::string& limit, const std::string& used,
              const std::string& reclaimable = "0") const {
    write(folder / "memory.max", limit + "\n");
    write(folder / "memory.current", used + "\n");
    write(folder / "memory.stat", "anon 5\ninactive_file " + reclaimable + "\nactive_file 7\n");
  }
  double left(const std::string& groups, const std::string& mounts) const {
    return memory_left_in_groups(groups, mounts, root_);
  }

  fs::path root_;
};

const std::string kMounted2 = "35 24 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string kMounted1 =
    "32 31 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:15 - cgroup cgroup rw,memory\n";

TEST_F(ControlGroups, TheTightestOfAllLevelsHolds) {
  group2("sys/fs/cgroup/slurm", "8000", "1000");
  group2("sys/fs/cgroup/slurm/job_7", "3000", "500");
  group2("sys/fs/cgroup/slurm/job_7/step_0", "max", "500");
  EXPECT_EQ(left("0::/slurm/job_7/step_0\n", kMounted2), 2500);
  EXPECT_EQ(left("0::/slurm\n", kMounted2), 7000);
  EXPECT_TRUE(std::isinf(left("0::/\n", kMounted2)));
}

TEST_F(ControlGroups, PagesOfFilesAreGivenUpAtNeed) {
  group2("sys/fs/cgroup/a", "1000", "900", "600");
  EXPECT_EQ(left("0::/a\n", kMounted2), 700);
  group2("sys/fs/cgroup/a", "1000", "1200");
  EXPECT_EQ(left("0::/a\n", kMounted2), 0);
}

TEST_F(ControlGroups, VersionOneHasItsOwnNames) {
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "5000\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1500\n");
  write("sys/fs/cgroup/memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n");
  write("sys/fs/cgroup/memory/job/task/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(left("5:cpuacct,cpu:/\n4:memory:/job/task\n0::/\n", kMounted1), 4000);
}

TEST_F(ControlGroups, AMountMayShowOnlyTheGroupsOfAContainer) {
  group2("sys/fs/cgroup", "4000", "1000");
  group2("sys/fs/cgroup/inner", "3500", "1000");
  const std::string mounted = "35 24 0:30 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
  EXPECT_EQ(left("0::/docker/abc/inner\n", mounted), 2500);
  EXPECT_EQ(left("0::/docker/abc\n", mounted), 3000);
  EXPECT_EQ(left("0::/elsewhere\n", mounted), 3000) << "the path as the host sees it";
}

TEST_F(ControlGroups, NoneOrNonsenseLimitsNothing) {
  EXPECT_TRUE(std::isinf(left("", kMounted2)));
  EXPECT_TRUE(std::isinf(left("0::/gone\n", kMounted2)));
  EXPECT_TRUE(std::isinf(left("no colon\n1:2\n", "no dash\n - \n" + kMounted2)));
}

}  // namespace
}  // namespace tertium::core
