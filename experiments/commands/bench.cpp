#include <fmt/format.h>
#include <hwy/highway.h>
#include <hwy/targets.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/bench/bench_item.hpp"
#include "experiments/commands/bench_scaling.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {
namespace {

constexpr int kRepetitions = 3;

CommandLine bench_line() {
  CommandLine line(
      "bench",
      "kernels: measures this machine's ceilings, then every kernel and linkage on one core: time, rate, and fraction "
      "of the ceiling, with the plain algorithms beside them. strong, weak: how cells over ranks, one cell over a team "
      "of ranks, and threads inside a cell speed things up, for 1, 2, 4, ... of them; strong: the same work, weak: "
      "work that grows. Start it with mpirun for more than one rank.",
      "mpirun -n 2 --bind-to none tertium bench strong -o scaling");
  line.argument("WHAT", "kernels, strong or weak");
  line.option("output", 'o', "FILE",
              "kernels: write the numbers as JSON; strong, weak: folder for HDF5 and picture "
              "(default: scaling-strong, scaling-weak)");
  line.option("only", 0, "TEXT", "kernels: only items whose name or size contains this");
  line.flag("quick", "kernels: once each instead of three times");
  line.flag("large", "kernels: also what takes some seconds each time");
  line.option("against", 0, "FILE", "kernels: how many times faster than in this file of another run (-o)");
  line.option("target", 0, "NAME", "kernels: the instruction set, as in AVX2 (default: the best of this machine)");
  add_scaling_options(line);
  return line;
}

/// From here on vector code runs on that instruction set.
void choose_target(const std::string& name) {
  std::vector<std::string> known;
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    known.emplace_back(hwy::TargetName(target));
    if (known.back() != name) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  core::fail_unknown("instruction set of this machine", name, known);
}

int bench_kernels(const CommandLine& line) {
  if (line.has("target")) choose_target(line.text("target"));
  omp_set_num_threads(1);
  EarlierSeconds earlier;
  if (line.has("against")) earlier = read_bench_json(line.text("against"));
  const Ceilings ceilings = measure_ceilings();
  std::vector<BenchItem> items = kernel_bench_items(ceilings);
  std::erase_if(items, [&](const BenchItem& item) {
    return (item.name + ", " + item.size).find(line.text("only")) == std::string::npos;
  });
  if (items.empty()) core::fail("no item contains '{}', leave --only out to see all", line.text("only"));
  if (!line.has("large")) std::erase_if(items, [](const BenchItem& item) { return item.large; });
  if (items.empty()) core::fail("all items that contain '{}' are large, add --large", line.text("only"));
  const BenchTable table(items, std::move(earlier));
  const auto tell = [](const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  };
  tell(ceilings_text(ceilings) + table.header());
  const std::vector<BenchResult> results =
      run_bench(items, line.has("quick") ? 1 : kRepetitions, [&](const BenchResult& r) { tell(table.line(r)); });
  if (line.has("output")) replace_file(line.text("output"), bench_json(ceilings, results));
  return kComplete;
}

}  // namespace

int bench_command(const std::vector<std::string>& args) {
  const auto asks_for = [&](const char* what) { return std::find(args.begin(), args.end(), what) != args.end(); };
  if (asks_for("strong") || asks_for("weak")) return bench_scaling(bench_line(), args);
  CommandLine line = bench_line();
  if (!line.parse(args)) return kComplete;
  const std::vector<std::string> known{"kernels", "strong", "weak"};
  if (line.text("WHAT") != "kernels") core::fail_unknown("benchmark", line.text("WHAT"), known);
  return bench_kernels(line);
}

}  // namespace tertium::experiments
