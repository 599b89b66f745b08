#include <gtest/gtest.h>

#include <set>

#include "core/base/error.hpp"
#include "experiments/store/build_id.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/packed_rows.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/seal.hpp"
#include "experiments/store/segment.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/unfinished_file.hpp"
#include "files/output/unique_name.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

class SegmentTest : public ::testing::Test {
 protected:
  std::filesystem::path publish(std::uint64_t first, std::uint64_t n) {
    return publish_segment(scratch_.path(), make_rows(first, n), current_run_record(2, 1, "tertium run x.ini"));
  }
  static std::string refusal(const std::filesystem::path& path) {
    return refusal_of([&] { read_segment(path); });
  }
  ScratchFolder scratch_;
};

TEST_F(SegmentTest, RoundTrip) {
  const auto segment = read_segment(publish(3, 20));
  ASSERT_TRUE(segment);
  ASSERT_EQ(segment->rows.size(), 20U);
  for (std::uint64_t i = 0; i < 20; ++i) EXPECT_TRUE(same_result(segment->rows[i], make_row(3 + i)));
  EXPECT_EQ(segment->run.command_line, "tertium run x.ini");
  EXPECT_EQ(segment->run.ranks, 2);
  EXPECT_EQ(segment->run.host, files::host_name());
  EXPECT_FALSE(segment->run.compiler.empty());
  const RunRecord run = current_run_record(2, 1, "");
  EXPECT_EQ(segment->run.pid, run.pid);
  EXPECT_EQ(segment->run.dirty, run.dirty);
  EXPECT_EQ(segment->run.commit, run.commit);
  EXPECT_EQ(segment->run.build, linker_build_id());
}

TEST(Build, TheLinkerGaveTheProgramAnIdentity) {
  EXPECT_EQ(linker_build_id().size(), 40U) << "SHA-1, see CMakeLists.txt";
  EXPECT_EQ(linker_build_id().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(this_build(), 0U);
  EXPECT_EQ(build_name(this_build()), linker_build_id().substr(0, 12));
  EXPECT_EQ(build_name(0), "unknown");
}

TEST_F(SegmentTest, TwoSegmentsWithOneFirstKeyGetTwoNames) {
  EXPECT_NE(publish(3, 2), publish(3, 5));
}

TEST_F(SegmentTest, PublishNeverReplaces) {
  write_text_file(scratch_.path() / "taken-0", "precious");
  const std::string bytes = "new";
  const auto path = files::publish_file(scratch_.path(), std::as_bytes(std::span(bytes)),
                                        [](int attempt) { return fmt::format("taken-{}", attempt); });
  EXPECT_EQ(path.filename(), "taken-1");
  EXPECT_EQ(read_text_file(scratch_.path() / "taken-0"), "precious");
  EXPECT_EQ(read_text_file(path), "new");
}

TEST_F(SegmentTest, AMissingFileIsNoError) {
  EXPECT_FALSE(read_segment(scratch_.path() / "gone.rows"));
}

TEST_F(SegmentTest, EveryCutIsReported) {
  const auto path = publish(0, 3);
  const auto size = std::filesystem::file_size(path);
  for (std::uintmax_t left = size; left-- > 0;) {
    if (left > 200 && left < size - 200 && left % 37 != 0) continue;
    std::filesystem::resize_file(path, left);
    EXPECT_NE(refusal(path).find("cut short"), std::string::npos) << left << ": " << refusal(path);
  }
}

TEST_F(SegmentTest, EveryFlippedByteIsReported) {
  const auto path = publish(0, 2);
  const std::string whole = read_text_file(path);
  for (std::size_t i = 0; i < whole.size(); i += 7) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_text_file(path, damaged);
    EXPECT_NE(refusal(path), "") << i;
  }
  write_text_file(path, whole);
  EXPECT_EQ(refusal(path), "");
}

TEST_F(SegmentTest, ForeignFilesAreNamedAsSuch) {
  const auto path = scratch_.path() / "other.rows";
  Hdf5Group::create_file(path).write_column("x", std::vector<double>{1, 2});
  EXPECT_NE(refusal(path).find("is not a segment (tertium did not write it)"), std::string::npos) << refusal(path);
  append_seal(path, kResultsFormat, kResultsVersion);
  EXPECT_NE(refusal(path).find("is not a segment (tertium did not write it)"), std::string::npos) << refusal(path);
  write_text_file(path, "hello");
  EXPECT_NE(refusal(path).find("is not a segment (tertium did not write it)"), std::string::npos) << refusal(path);
}

TEST_F(SegmentTest, ANewerVersionIsNamedAsSuch) {
  const auto path = publish(0, 2);
  std::string text = read_text_file(path);
  text.replace(text.rfind(" 0003 "), 6, " 0004 ");
  write_text_file(path, text);
  EXPECT_NE(refusal(path).find("has version 4 (this program reads 3)"), std::string::npos) << refusal(path);
}

TEST_F(SegmentTest, AnOlderVersionIsRead) {
  TrialRow row = make_row(3);
  row.t_score = 7.0;
  Packer packer;
  put_run_record(packer, current_run_record(1, 1, ""), 1);
  put_rows(packer, std::vector{row}, 1);
  std::string text = "tertium-segment\n";
  for (const std::byte byte : packer.bytes()) text += static_cast<char>(byte);
  const auto path = scratch_.path() / "old.rows";
  write_text_file(path, text);
  append_seal(path, "tertium-segment", 1);
  const auto segment = read_segment(path);
  ASSERT_TRUE(segment);
  EXPECT_TRUE(same_result(segment->rows.at(0), row));
  EXPECT_EQ(segment->rows[0].t_score, 0.0);
}

TEST_F(SegmentTest, AFolderThatCannotBeWrittenIsOneLine) {
  const std::string message =
      refusal_of([&] { publish_segment("/proc/self", make_rows(0, 1), current_run_record(1, 1, "")); });
  EXPECT_TRUE(message.starts_with("cannot create /proc/self/.tmp-")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST_F(SegmentTest, LeftoversOfDeadProgramsAndOldOnesGo) {
  namespace fs = std::filesystem;
  const auto name = [&](const std::string& system, const char* random = "0123456789abcdef") {
    return scratch_.path() / fmt::format(".tmp-tertium-a-host-{}-7-{}", system, random);
  };
  const auto make = [&](const fs::path& path, int hours) {
    write_text_file(path, "half");
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  const files::UnfinishedFile alive(scratch_.path());
  fs::last_write_time(alive.path(), fs::file_time_type::clock::now() - std::chrono::hours(25));
  const fs::path dead = name(files::system_digits()), elsewhere = name("00000000"),
                 old = name("00000000", "fedcba9876543210"), notes = scratch_.path() / ".tmp-notes",
                 older = scratch_.path() / ".tmp-host-7-0";
  for (const auto& path : {dead, elsewhere}) make(path, 1);
  for (const auto& path : {old, notes, older}) make(path, 25);
  files::remove_leftovers(scratch_.path(), files::Leftovers::kInAnyFolder);
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_FALSE(fs::exists(old));
  for (const auto& path : {alive.path(), elsewhere, notes, older}) EXPECT_TRUE(fs::exists(path)) << path;
  files::remove_leftovers(scratch_.path(), files::Leftovers::kOfRuns);
  EXPECT_FALSE(fs::exists(older)) << "of an older version of the program";
  for (const auto& path : {alive.path(), elsewhere}) EXPECT_TRUE(fs::exists(path)) << path;
}

TEST_F(SegmentTest, TemporaryFilesGoUnlessTheyGotAnotherName) {
  namespace fs = std::filesystem;
  const fs::path kept = scratch_.path() / "kept";
  std::set<fs::path> names;
  for (int k = 0; k < 3; ++k) {
    files::UnfinishedFile one(scratch_.path()), two(scratch_.path());
    names.insert({one.path(), two.path()});
    fs::rename(two.path(), kept);
    two.renamed();
  }
  EXPECT_EQ(names.size(), 6U) << "whatever the host and the process are called";
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch_.path()), {}), 1);
}

}  // namespace
}  // namespace tertium::experiments
