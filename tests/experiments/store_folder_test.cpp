#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <thread>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/segment.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public ::testing::Test {
 protected:
  RunFolder folder() { return RunFolder::create(scratch_.path() / "run"); }
  static void publish(const RunFolder& folder, const std::vector<TrialRow>& rows) {
    RunRecord record = current_run_record(1, 1, "");
    record.pid = ++processes;  // two runs of a process in one millisecond would be one
    publish_segment(folder.segments(), rows, record);
  }
  static std::string refusal(const fs::path& path) {
    return refusal_of([&] { RunFolder::create(path); });
  }
  static inline int processes = 0;
  ScratchFolder scratch_;
};

TEST_F(RunFolderTest, RefusesAFile) {
  const auto path = scratch_.path() / "data.h5";
  Hdf5Group::create_file(path).write_column("x", std::vector<double>{1});
  const std::string before = read_text_file(path);
  EXPECT_NE(refusal(path).find("(it is a file), give the name of a folder"), std::string::npos) << refusal(path);
  EXPECT_EQ(read_text_file(path), before);
  EXPECT_NE(refusal(path / "below"), "");
}

TEST_F(RunFolderTest, RefusesAFolderWithOtherThings) {
  write_text_file(scratch_.path() / "thesis.tex", "x");
  EXPECT_NE(refusal(scratch_.path()).find("contains other files and no run"), std::string::npos);
  EXPECT_EQ(refusal(scratch_.path() / "run"), "");
  EXPECT_EQ(refusal(scratch_.path() / "run"), "") << "a second program may use the run";
}

TEST_F(RunFolderTest, RefusesAFolderThatCannotBeWritten) {
  fs::permissions(scratch_.path(), fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                       fs::perms::others_exec | fs::perms::group_exec | fs::perms::group_read);
  const pid_t child = fork();
  if (child == 0) {
    // The superuser may write everywhere: become nobody.
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    const std::string message = refusal(scratch_.path() / "run");
    _exit(message.find("(Permission denied)") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  fs::permissions(scratch_.path(), fs::perms::owner_all);
}

TEST_F(RunFolderTest, OpenNeedsARun) {
  const auto message = [&](const fs::path& path) { return refusal_of([&] { RunFolder::open(path); }); };
  EXPECT_NE(message(scratch_.path() / "none").find("no such folder"), std::string::npos);
  EXPECT_NE(message(scratch_.path()).find("neither segments nor results.h5"), std::string::npos);
  folder();
  EXPECT_EQ(message(scratch_.path() / "run"), "");
}

TEST_F(RunFolderTest, UnionOfOverlappingSegments) {
  const RunFolder run = folder();
  publish(run, make_rows(0, 30));
  publish(run, make_rows(20, 30));
  write_text_file(run.segments() / ".tmp-other-1-0", "half a file");
  write_text_file(run.segments() / "notes.txt", "not a segment");
  const StoreContent content = run.load();
  ASSERT_EQ(content.rows.size(), 50U);
  EXPECT_EQ(content.n_duplicates, 10U);
  EXPECT_EQ(content.n_segments, 2U);
  EXPECT_TRUE(content.conflicts.empty());
  EXPECT_TRUE(content.damaged.empty());
  EXPECT_TRUE(std::is_sorted(content.rows.begin(), content.rows.end(),
                             [](const TrialRow& a, const TrialRow& b) { return a.key < b.key; }));
  EXPECT_EQ(content.runs.size(), 2U);
  content.expect_whole();
}

TEST_F(RunFolderTest, ADifferentResultIsAConflict) {
  const RunFolder run = folder();
  publish(run, make_rows(0, 3));
  auto rows = make_rows(1, 1);
  rows[0].metrics["aari"] = 0.75;
  publish(run, rows);
  const StoreContent content = run.load();
  ASSERT_EQ(content.conflicts.size(), 1U);
  EXPECT_EQ(content.conflicts[0].key, make_row(1).key);
  EXPECT_NE(content.conflicts[0].difference.find("metric aari"), std::string::npos);
  EXPECT_NE(refusal_of([&] { content.expect_whole(); }).find("two different results"), std::string::npos);
}

TEST_F(RunFolderTest, ARetriedTrialIsDone) {
  const RunFolder run = folder();
  TrialRow failed = make_row(3);
  ASSERT_EQ(failed.status, TrialStatus::failed);
  TrialRow done = failed;
  done.status = TrialStatus::done;
  done.message.clear();
  for (const auto& order : {std::array{failed, done}, std::array{done, failed}}) {
    RowUnion rows;
    rows.add({order[0]}, "a");
    rows.add({order[1]}, "b");
    EXPECT_TRUE(rows.conflicts().empty());
    EXPECT_EQ(rows.take_rows().at(0).status, TrialStatus::done);
  }
}

TEST_F(RunFolderTest, DamagedSegmentsAreListedAndTheRestIsRead) {
  const RunFolder run = folder();
  publish(run, make_rows(0, 5));
  publish(run, make_rows(5, 5));
  fs::resize_file(run.list_segments()[0], 600);
  Hdf5Group::create_file(run.segments() / "foreign.rows").write_column("x", std::vector<double>{1});
  const StoreContent content = run.load();
  EXPECT_EQ(content.rows.size(), 5U);
  ASSERT_EQ(content.damaged.size(), 2U);
  EXPECT_NE(content.damaged[0].reason.find("cut short"), std::string::npos);
  EXPECT_NE(content.damaged[1].reason.find("tertium did not write"), std::string::npos);
  EXPECT_THROW(content.expect_whole(), core::UserError);
}

TEST_F(RunFolderTest, MergedRowsCountOnce) {
  const RunFolder run = folder();
  publish(run, make_rows(0, 8));
  StoreContent content = run.load();
  write_results(run.results(), {.rows = content.rows,
                                .points = {},
                                .methods = {},
                                .runs = content.runs,
                                .segments = {},
                                .notes = {},
                                .config_source = "",
                                .config_resolved = ""});
  content = run.load();
  EXPECT_EQ(content.rows.size(), 8U);
  EXPECT_EQ(content.runs.size(), 1U);
  EXPECT_EQ(content.n_duplicates, 0U);
  EXPECT_TRUE(content.conflicts.empty()) << content.conflicts[0].difference;
  fs::remove_all(run.segments());
  content = RunFolder::open(run.path()).load();
  EXPECT_EQ(content.rows.size(), 8U) << "results.h5 alone is a run";
}

TEST_F(RunFolderTest, VerifyNamesWhatIsMissing) {
  const RunFolder run = folder();
  publish(run, make_rows(0, 5));
  std::vector<TrialKey> planned;
  for (std::uint64_t i = 1; i < 7; ++i) planned.push_back(make_row(i).key);
  const VerifyReport report = verify(run, planned);
  EXPECT_FALSE(report.complete());
  EXPECT_EQ(report.missing, (std::vector{make_row(5).key, make_row(6).key}));
  EXPECT_EQ(report.failed, std::vector{make_row(3).key});
  EXPECT_EQ(report.n_done, 3U);
  EXPECT_EQ(report.n_unplanned, 1U);
  EXPECT_EQ(report.summary(), "3 of 6 trials done, 1 failed, 2 missing, 1 not in the plan");
  EXPECT_TRUE(verify(run, std::vector{make_row(1).key}).complete());
}

TEST_F(RunFolderTest, WriterPublishesByCountAndAgeAndCompacts) {
  const RunFolder run = folder();
  SegmentWriter writer(run, current_run_record(1, 1, ""), {.rows = 4, .age = std::chrono::milliseconds(20)});
  for (const TrialRow& row : make_rows(0, 9)) writer.add(row);
  EXPECT_GE(writer.n_published(), 8U);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  writer.tick();
  EXPECT_EQ(writer.n_published(), 9U);
  EXPECT_EQ(writer.n_pending(), 0U);
  EXPECT_GE(run.list_segments().size(), 3U);
  writer.close();
  EXPECT_EQ(run.list_segments().size(), 1U);
  EXPECT_EQ(run.load().rows.size(), 9U);
  EXPECT_EQ(run.load().n_duplicates, 0U);
}

TEST_F(RunFolderTest, CompactionLeavesDamageAndForeignRowsAlone) {
  const RunFolder run = folder();
  publish(run, make_rows(100, 3));
  SegmentWriter writer(run, current_run_record(1, 1, ""), {.rows = 2, .age = std::chrono::hours(1)});
  for (const TrialRow& row : make_rows(0, 6)) writer.add(row);
  const auto segments = run.list_segments();
  ASSERT_EQ(segments.size(), 4U);
  writer.close();
  EXPECT_EQ(run.list_segments().size(), 2U);
  EXPECT_EQ(run.load().rows.size(), 9U);
}

}  // namespace
}  // namespace tertium::experiments
