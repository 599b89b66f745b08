// A trial done again is held against the stored row: same, different, another outcome, none.
#include <gtest/gtest.h>

#include "experiments/cells/cell.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/segment.hpp"
#include "program/sweeps/commands.hpp"
#include "tests/experiments/store_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using testing::message_of;

class TrialCommand : public ::testing::Test {
 protected:
  /// A run that holds the rows of the plan after `change`, and what the command says of its first trial.
  int outcome(const std::function<void(experiments::TrialRow&)>& change, const std::vector<std::string>& more = {}) {
    const experiments::Plan plan = experiments::make_plan(experiments::parse_config(
        "[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1\n[methods]\nrun = AL\n", "one.ini"));
    std::vector<experiments::TrialRow> rows = experiments::cell_rows(plan, 0, plan.cells[0].trials);
    change(rows[0]);
    const experiments::RunFolder folder = experiments::RunFolder::create(scratch_.path() / "run");
    experiments::publish_segment(folder.segments(), rows, experiments::current_run_record(1, 1, "test"));
    experiments::write_run_config(folder, plan.config);
    std::vector<std::string> words = {folder.path().string(), "--trial", experiments::to_hex(plan.trials[0].key)};
    words.insert(words.end(), more.begin(), more.end());
    return status_command(words);
  }

  experiments::ScratchFolder scratch_;
};

TEST_F(TrialCommand, TheSame) {
  EXPECT_EQ(outcome([](experiments::TrialRow&) {}), terminal::kComplete);
}

TEST_F(TrialCommand, ALastBitIsADifference) {
  EXPECT_EQ(outcome([](experiments::TrialRow& row) { row.metrics.begin()->second += 1e-9; }), terminal::kError);
}

TEST_F(TrialCommand, AnotherOutcomeIsNoContradiction) {
  EXPECT_EQ(outcome([](experiments::TrialRow& row) { row.status = experiments::TrialStatus::failed; }),
            terminal::kComplete);
}

TEST_F(TrialCommand, NoRow) {
  EXPECT_EQ(outcome([](experiments::TrialRow& row) { row.key.lo ^= 1; }), terminal::kComplete);
}

TEST_F(TrialCommand, OfARunTakesNoOtherConfiguration) {
  const std::vector<std::vector<std::string>> lines = {{"--set", "model.n0=5"}, {"--smoke"}};
  for (const std::vector<std::string>& more : lines)
    expect_message(
        message_of<core::UsageError>([&] { outcome([](experiments::TrialRow&) {}, more); }),
        more[0] + " is not for " + (scratch_.path() / "run").string() + " (a run has its own configuration)");
}

}  // namespace
}  // namespace tertium::program
