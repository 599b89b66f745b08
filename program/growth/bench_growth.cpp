// tertium bench growth: how the time of everything grows with what it is given.
#include "program/growth/bench_growth.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "core/base/text.hpp"
#include "program/growth/growth.hpp"
#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

struct GrowthOptions {
  std::string only;
  double seconds = 0.0;
  bool large = false;
};

CommandLine growth_line(GrowthOptions& options) {
  CommandLine line("bench growth",
                   "Doubles objects, answers, folds, replicates and rows, on one core, and fits the exponent of the "
                   "growth in time: for every method, and for other work on answers and runs. The exponent that the "
                   "steps state is printed next to it (if none is stated, that of the input). A line is steeper if it "
                   "exceeds this by more than a quarter in all three repeats (red on a terminal).",
                   "tertium bench growth --only AddS-3-AL");
  line.option("only", 0, "TEXT", options.only, "only lines whose name or doubled quantity contains this");
  line.flag("large", options.large, "larger sizes, and planted comparisons for methods that also take answers");
  line.option("time-limit", 0, "D", into(options.seconds, core::parse_duration),
              "approximate total processor time, e.g. 90s, 10m (default: 1m; with --large 20m)");
  line.then([&options](const CommandLine& words) {
    if (!words.has("time-limit")) options.seconds = options.large ? 1200.0 : 60.0;
  });
  return line;
}

std::vector<GrowthItem> chosen_items(const GrowthOptions& options) {
  std::vector<GrowthItem> items = growth_items();
  if (!options.large) std::erase_if(items, [](const GrowthItem& item) { return item.large; });
  std::erase_if(items, [&](const GrowthItem& item) {
    return item.name.find(options.only) == std::string::npos && item.over.find(options.only) == std::string::npos;
  });
  if (items.empty()) core::fail("no line contains '{}', omit --only to see all", options.only);
  std::ranges::stable_sort(items, std::ranges::greater{}, over_text);  // quick lines first: the others get their time
  return items;
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// Who uses less than an equal share leaves it to those behind. Other programs on the machine take nobody's share.
void measure_all(const std::vector<GrowthItem>& items, double seconds) {
  const GrowthTable table(items, isatty(STDOUT_FILENO) != 0);
  const double begin = processor_seconds();
  std::size_t left = items.size(), steeper = 0;
  std::string over;
  for (const GrowthItem& item : items) {
    if (std::exchange(over, over_text(item)) != over_text(item))
      fmt::print("{}{}", left < items.size() ? "\n" : "", table.header(item));
    const double share = std::max(0.0, seconds - (processor_seconds() - begin)) / static_cast<double>(left--);
    const Growth growth = measure_growth(item, share);
    steeper += growth.steeper() ? 1U : 0U;
    fmt::print("{}", table.line(item, growth));
    std::fflush(stdout);
  }
  fmt::print("{} of {} steeper than stated\n", steeper, core::counted(items.size(), "line"));
}

}  // namespace

int bench_growth(const std::vector<std::string>& args) {
  GrowthOptions options;
  if (!growth_line(options).parse(args)) return terminal::kComplete;
  const std::vector<GrowthItem> items = chosen_items(options);
  omp_set_num_threads(1);
  measure_all(items, options.seconds);
  return terminal::kComplete;
}

}  // namespace tertium::program
