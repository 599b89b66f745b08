// tertium-bench: what `tertium bench kernels` starts. A program of its own, so that nobody who does not measure has to
// have Google Benchmark, or to wait for it.
#include <fmt/format.h>
#include <hwy/highway.h>
#include <hwy/targets.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/bench_item.hpp"
#include "core/base/error.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/output_marks.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::benchmarks {
namespace {

using program::CommandLine;

constexpr int kRepetitions = 3;

struct BenchOptions {
  std::string output{}, only{}, against{}, target{};
  bool force = false, quick = false, large = false;
};

CommandLine bench_line(BenchOptions& options) {
  CommandLine line("bench kernels",
                   "Measures this machine's ceilings, then every kernel and linkage on one core: time, rate and "
                   "fraction of the ceiling, next to the plain algorithms.",
                   "tertium bench kernels --only MulK");
  line.option("output", 'o', "FILE", options.output, "write the numbers as JSON");
  add_force_option(line, options.force);
  line.option("only", 0, "TEXT", options.only, "only items whose name or size contains this");
  line.flag("quick", options.quick, "measure each item once instead of three times");
  line.flag("large", options.large, "include items that take some seconds each time");
  line.option("against", 0, "FILE", options.against, "print the speed-up relative to this file of another run (-o)");
  line.option("target", 0, "NAME", options.target,
              "instruction set, e.g. AVX2 (default: the best one; builds for several sets contain several)");
  return line;
}

/// From here on vector code runs on that instruction set, one of those that it is compiled for.
void choose_target(const std::string& name) {
  std::vector<std::string> known;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    known.emplace_back(hwy::TargetName(target));
    if (known.back() != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  core::fail_unknown("instruction set of this machine and build", name, known);
}

void tell(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

int run(const std::vector<std::string>& args) {
  BenchOptions options;
  if (!bench_line(options).parse(args)) return terminal::kComplete;
  if (!options.output.empty()) program::Outputs({options.against}, options.force).expect_free(options.output);
  if (!options.target.empty()) choose_target(options.target);
  omp_set_num_threads(1);
  EarlierSeconds earlier;
  if (!options.against.empty()) earlier = read_bench_json(options.against);
  const Ceilings ceilings = measure_ceilings();
  std::vector<BenchItem> items = kernel_bench_items(ceilings);
  std::erase_if(items, [&](const BenchItem& item) { return full_name(item).find(options.only) == std::string::npos; });
  if (items.empty()) core::fail("no item contains '{}', omit --only to see all", options.only);
  if (!options.large) std::erase_if(items, [](const BenchItem& item) { return item.large; });
  if (items.empty()) core::fail("all items that contain '{}' are large, add --large", options.only);
  const BenchTable table(items, std::move(earlier));
  tell(ceilings_text(ceilings) + table.header());
  const std::vector<BenchResult> results =
      run_bench(items, options.quick ? 1 : kRepetitions, [&](const BenchResult& r) { tell(table.line(r)); });
  if (!options.output.empty()) files::replace_file(options.output, bench_json(ceilings, results));
  return terminal::kComplete;
}

}  // namespace
}  // namespace tertium::benchmarks

int main(int argc, char** argv) {
  using namespace tertium;
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    files::name_this_line(words);
    return benchmarks::run(words);
  } catch (const std::exception& error) {
    terminal::notice("tertium bench kernels: {}\n", core::one_plain_line(error.what()));
    return dynamic_cast<const core::UsageError*>(&error) != nullptr ? terminal::kUsage : terminal::kError;
  }
}
