#include <fmt/format.h>
#include <omp.h>

#include <fstream>

#include "core/error.hpp"
#include "experiments/bench/bench_item.hpp"
#include "experiments/command_line.hpp"
#include "experiments/commands/commands.hpp"

namespace tertium::experiments {
namespace {

constexpr int kRepetitions = 3;

void write_json(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  if (!(file << text).flush()) core::fail("{} cannot be written, name another file: --output FILE", path);
}

}  // namespace

int bench_command(const std::vector<std::string>& args) {
  CommandLine line(
      "bench",
      "Measures this machine's ceilings, then every kernel and linkage on one core: time, rate, and fraction of the "
      "ceiling, with the plain algorithms beside them.",
      "tertium bench kernels --output bench.json");
  line.argument("WHAT", "kernels");
  line.option("output", 'o', "FILE", "write the numbers as JSON");
  line.option("only", 0, "TEXT", "only items whose name or size contains this");
  line.flag("quick", "once each instead of three times");
  if (!line.parse(args)) return kComplete;
  const std::vector<std::string> known{"kernels"};
  if (line.text("WHAT") != "kernels") core::fail_unknown("benchmark", line.text("WHAT"), known);
  omp_set_num_threads(1);
  const Ceilings ceilings = measure_ceilings();
  std::vector<BenchItem> items = kernel_bench_items(ceilings);
  std::erase_if(items, [&](const BenchItem& item) {
    return (item.name + ", " + item.size).find(line.text("only")) == std::string::npos;
  });
  if (items.empty()) core::fail("no item contains '{}', leave --only out to see all", line.text("only"));
  const std::vector<BenchResult> results = run_bench(items, line.has("quick") ? 1 : kRepetitions);
  fmt::print("{}", bench_table(ceilings, results));
  if (line.has("output")) write_json(line.text("output"), bench_json(ceilings, results));
  return kComplete;
}

}  // namespace tertium::experiments
