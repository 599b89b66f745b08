#include <gtest/gtest.h>

#include "experiments/config/config.hpp"
#include "program/slurm/slurm_jobs.hpp"
#include "program/slurm/slurm_site.hpp"
#include "terminal/run_program.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using testing::message_of;

const TemplateValues kValues = {{"NAME", "hc19"}, {"LAST_SHARD", "7"}, {"EMPTY", ""}, {"NESTED", "@NAME@"}};

std::string filled(const std::string& text) {
  return fill_template(text, kValues, "array.sbatch.in");
}

TEST(SlurmTemplate, PlaceholdersAreFilled) {
  EXPECT_EQ(filled("--name=@NAME@ --array=0-@LAST_SHARD@@EMPTY@\n"), "--name=hc19 --array=0-7\n");
  EXPECT_EQ(filled(""), "");
  EXPECT_EQ(filled("@NESTED@"), "@NAME@");  // values are not templates
}

TEST(SlurmTemplate, OtherAtSignsStay) {
  EXPECT_EQ(filled("B:USR1@@LAST_SHARD@ ${part[@]} a@b @ @"), "B:USR1@7 ${part[@]} a@b @ @");
}

TEST(SlurmTemplate, UnknownAndUnfilledPlaceholdersAreErrors) {
  expect_message(message_of([] { filled("a\nb @NMAE@\n"); }),
                 "unknown placeholder of array.sbatch.in:2 '@NMAE@'; did you mean '@NAME@'?");
  expect_message(message_of([] { filled("@NAME "); }), "array.sbatch.in:1: the placeholder @NAME is not closed");
  expect_message(message_of([] { filled("x\n\n@NAME"); }), "array.sbatch.in:3: the placeholder @NAME is not closed");
  expect_message(message_of([] { fill_template_file("none.sbatch.in", kValues); }), "is missing (a template of job");
}

TEST(SlurmTime, WholeMinutesRoundedUp) {
  EXPECT_EQ(slurm_time(1), "00:01:00");
  EXPECT_EQ(slurm_time(60), "00:01:00");
  EXPECT_EQ(slurm_time(3601), "01:01:00");
  EXPECT_EQ(slurm_time(86399), "1-00:00:00");
  EXPECT_EQ(slurm_time(2 * 86400 + 3600), "2-01:00:00");
}

TEST(SlurmJobs, SizeFollowsPredictionAndSite) {
  JobRequest request;
  request.site.memory = 1e10;
  request.target_time = 100;
  Work work;
  work.jobs.resize(50);
  work.seconds = 1000;
  work.longest = 40;
  EXPECT_EQ(size_of_job(work, request).elements, 10);
  request.site.ranks = 4;
  EXPECT_EQ(size_of_job(work, request).elements, 3);
  EXPECT_DOUBLE_EQ(size_of_job(work, request).seconds, 1000.0 / 12);
  request.target_time = 1e-3;
  EXPECT_EQ(size_of_job(work, request).elements, 50);  // cells are not divided
  EXPECT_DOUBLE_EQ(size_of_job(work, request).seconds, 40);
  request.site.max_array_size = 7;
  EXPECT_EQ(size_of_job(work, request).elements, 7);
  request.site.time_limit = 700;
  EXPECT_DOUBLE_EQ(size_of_job(work, request).time_limit, 700);
  work.longest = 600;
  expect_message(message_of([&] { size_of_job(work, request); }), "the longest cell is predicted to take 10 min");
}

TEST(SlurmJobs, MemoryCanBeDoubledUpToANode) {
  Site site;
  site.memory = 4096.0 * 1024 * 1024;
  JobSize size;
  size.megabytes = 300;
  size.ranks = 4;
  size.threads = 2;
  EXPECT_EQ(most_megabytes(size, site), 512);
  size.nodes = 3;
  EXPECT_EQ(most_megabytes(size, site), 1024);  // two ranks on a node
  site.memory = 1.0;
  EXPECT_EQ(most_megabytes(size, site), 300);
}

TEST(SlurmJobs, ScalingIsPlanned) {
  const experiments::Plan plan = experiments::make_plan(
      experiments::parse_config("[model]\nkind = planted-hierarchy\n[methods]\nrun = 4K-AL\n", "a test"));
  JobRequest request;
  request.kind = JobKind::kScaling;
  request.site.memory = 1e11;
  request.site.cores = 4;
  const JobSize whole = size_of_scaling(plan, request);
  EXPECT_EQ(whole.ranks, 4);
  EXPECT_EQ(whole.repeats, 5);
  EXPECT_GT(whole.time_limit, whole.seconds);
  EXPECT_GT(whole.megabytes, 200);
  request.smoke = true;
  EXPECT_LT(size_of_scaling(plan, request).seconds, 0.1 * whole.seconds);
  EXPECT_EQ(scaling_of(plan, request, true).methods, std::vector<std::string>{"4K-AL"});
  request.smoke = false;
  request.site.notice = 0;
  request.site.time_limit = 2.5 * whole.seconds / 5;
  EXPECT_EQ(size_of_scaling(plan, request).repeats, 2);
  request.site.time_limit = 0.5 * whole.seconds / 5;
  expect_message(message_of([&] { size_of_scaling(plan, request); }), "one repeat of the measurement is predicted");
  request.site.memory = 1e6;
  expect_message(message_of([&] { size_of_scaling(plan, request); }), "the measurement (its largest cell) needs about");
}

TEST(Variables, AreMeantByNamesAndBeginnings) {
  const terminal::Variables some{{"SLURM_*", "LANG"}, {"SLURM_CONF*"}};
  for (const char* name : {"SLURM_JOB_ID", "SLURM_", "LANG"}) EXPECT_TRUE(some.contain(name)) << name;
  for (const char* name : {"SLURM", "SLURMD_NODENAME", "LANGUAGE", "SLURM_CONF", "SLURM_CONF_SERVER", ""})
    EXPECT_FALSE(some.contain(name)) << name;
}

}  // namespace
}  // namespace tertium::program
