// Rows and trees for other programs, and keys by their first digits.
#include "experiments/report/row_export.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/step.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/segment.hpp"
#include "program/sweeps/commands.hpp"
#include "tests/experiments/store_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using testing::message_of;

TEST(RowExport, CsvHasAColumnForEverythingThatAnyRowHas) {
  experiments::TrialRow first, second;
  first.key = {1, 2};
  first.method = "a, \"b\"";
  first.parameters["p"] = 0.1;
  first.metrics["aari"] = 0.5;
  first.scores = {"aari", "exact"};
  first.host = "here";
  second.status = experiments::TrialStatus::failed;
  second.parameters["levels"] = std::int64_t{3};
  second.message = "line one\nline two";
  const std::string text = experiments::rows_csv(std::vector{first, second});
  EXPECT_EQ(
      text,
      "key,method,rep,seed,levels,p,status,aari,scores,tolerance,n_comparisons,t_generate,t_kernel,t_cluster,t_wall,"
      "t_score,peak_rss,host,message\n"
      "00000000000000010000000000000002,\"a, \"\"b\"\"\",0,0,,0.1,done,0.5,aari exact,0,,0,0,0,0,0,0,here,\n"
      "00000000000000000000000000000000,,0,0,3,,failed,,,0,,0,0,0,0,0,0,,\"line one\nline two\"\n");
}

TEST(RowExport, NoTwoColumnsAreCalledAlike) {
  experiments::TrialRow row;
  row.parameters = {{"lambda", 1.5}, {"tolerance", 1e-3}, {"t_kernel", 1.0}};
  row.metrics = {{"aari", 1.0}, {"lambda", 0.7}, {"param_tolerance", 2.0}};
  const std::string text = experiments::rows_csv(std::vector{row});
  EXPECT_TRUE(
      text.starts_with("key,method,rep,seed,lambda,param_t_kernel,param_tolerance,status,aari,metric_lambda,"
                       "metric_param_tolerance,scores,tolerance,"))
      << text;
  const experiments::ScratchFolder scratch;
  experiments::ResultsContent content;
  content.rows = {row};
  experiments::write_results(scratch.path() / "results.h5", content);
  const experiments::Hdf5Group trials =
      experiments::Hdf5Group::open_file(scratch.path() / "results.h5").open_group("trials");
  for (const std::string name : {"lambda", "param_t_kernel", "param_tolerance", "metric_lambda"})
    EXPECT_TRUE(trials.has(name)) << name;
  EXPECT_EQ(experiments::read_results(scratch.path() / "results.h5").rows[0].metrics, row.metrics);
}

TEST(RowExport, NoNumberIsReportedUnderTheNameOfAParameter) {
  std::set<std::string> parameters;
  for (const core::Step& step : core::all<core::Step>())
    for (const core::ParameterInfo& info : step.parameters) parameters.insert(info.name);
  for (const core::Step& step : core::all<core::Step>())
    for (const core::ReportedNumber& number : step.reports)
      EXPECT_FALSE(parameters.contains(number.name)) << step.name << " " << number.name;
}

TEST(RowExport, NewickIsThatOfTheTree) {
  core::Dendrogram tree(core::Partition::singletons(5));
  const core::Node ab = tree.merge(0, 3);
  const core::Node cd = tree.merge(1, 4);
  tree.merge(tree.merge(ab, 2), cd);
  const std::vector<std::string> names = {"0", "1", "2", "3", "4"};
  EXPECT_EQ(experiments::tree_newick(experiments::stored_tree(tree)), core::newick(tree, names));
}

TEST(RowExport, NpyIsAHeaderAndTheNumbers) {
  const std::vector<experiments::LinkageRow> tree = {{0, 1, 1, 2}, {2, 3, 2, 3}};
  const std::vector<std::byte> bytes = experiments::tree_npy({.merges = {{0, 1}, {2, 3}}});
  ASSERT_EQ(bytes.size() % 64, 0U);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size() - 64);
  EXPECT_TRUE(text.starts_with(std::string("\x93NUMPY\x01\x00", 8)));
  EXPECT_NE(text.find("'shape': (2, 4)"), std::string::npos);
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(std::memcmp(bytes.data() + bytes.size() - 64, tree.data(), 64), 0);
}

TEST(RowExport, AStoreWithImpossibleNodesIsRefused) {
  const experiments::ScratchFolder scratch;
  const experiments::RunFolder run = experiments::RunFolder::create(scratch.path() / "run");
  auto rows = experiments::make_rows(1, 1);
  rows[0].tree = {.merges = {{0, 1}, {2, 1'000'000'000}}};
  experiments::publish_segment(run.segments(), rows, experiments::current_run_record(1, 1, ""));
  for (const std::string format : {"newick", "rows"}) {
    const auto message = testing::message_of<core::UserError>([&] {
      report_command({run.path().string(), "--format", format});
    });
    EXPECT_NE(message.find(".rows is damaged (a tree is impossible: merge 1 joins nodes"), std::string::npos)
        << message;
  }
}

TEST(TrialKeys, AreFoundByTheirFirstDigits) {
  const std::vector<experiments::TrialKey> keys = {
      {0xabcd000000000000, 1}, {0xabcd000000000000, 2}, {0x1234567800000000, 3}};
  EXPECT_EQ(experiments::find_key(keys, "12345"), keys[2]);
  EXPECT_EQ(experiments::find_key(keys, experiments::to_hex(keys[1])), keys[1]);
  EXPECT_EQ(experiments::find_key(keys, std::string(experiments::to_hex(keys[2]), 0, 31)), keys[2]);
  expect_message(message_of<core::UsageError>([&] { experiments::find_key(keys, "ABCD"); }), "2 trials have keys");
  expect_message(message_of<core::UsageError>([&] { experiments::find_key(keys, "ffff"); }), "no trial has a key");
  expect_message(message_of<core::UsageError>([&] { experiments::find_key(keys, "123"); }), "4 to 32");
  expect_message(message_of<core::UsageError>([&] { experiments::find_key(keys, "wxyz"); }), "is not a key");
}

}  // namespace
}  // namespace tertium::program
