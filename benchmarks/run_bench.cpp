#include <benchmark/benchmark.h>
#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/bench_item.hpp"

namespace tertium::benchmarks {
namespace {

/// Takes the median of the repetitions of every item, in the items' order.
class Collector final : public benchmark::BenchmarkReporter {
 public:
  Collector(const std::vector<BenchItem>& items, const std::function<void(const BenchResult&)>& tell)
      : items_(items), tell_(tell) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<double> times;
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred)
        times.push_back(time_of(run) / static_cast<double>(run.iterations));
    if (times.empty()) return;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    results_.push_back({items_[results_.size()], times[times.size() / 2]});
    tell_(results_.back());
  }
  std::vector<BenchResult> take() { return std::move(results_); }

 private:
  /// Processor time; by the clock, or as the item takes it itself, where it says so.
  static double time_of(const Run& run) {
    const std::string& type = run.run_name.time_type;
    const bool by_clock = type.find("real_time") != std::string::npos || type.find("manual_time") != std::string::npos;
    return by_clock ? run.real_accumulated_time : run.cpu_accumulated_time;
  }

  const std::vector<BenchItem>& items_;
  const std::function<void(const BenchResult&)>& tell_;
  std::vector<BenchResult> results_;
};

double processor_time_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs the item, with the time that it takes itself where another program does the work.
void run_item(benchmark::State& state, const BenchItem& item) {
  const std::function<void()> run = item.prepare();
  omp_set_num_threads(item.threads);
  for (auto _ : state) {
    const double before = processor_time_of_children();
    run();
    if (item.other_program) state.SetIterationTime(processor_time_of_children() - before);
  }
  omp_set_num_threads(1);
}

void register_item(const BenchItem& item, int repetitions) {
  auto* const registered =
      benchmark::RegisterBenchmark(full_name(item).c_str(), [item](benchmark::State& state) { run_item(state, item); });
  registered->MinTime(0.02)->Repetitions(repetitions);
  if (item.other_program)
    registered->UseManualTime();
  else if (item.threads > 1)
    registered->UseRealTime();
  else
    registered->MeasureProcessCPUTime();
}

}  // namespace

std::vector<BenchResult> run_bench(const std::vector<BenchItem>& items, int repetitions,
                                   const std::function<void(const BenchResult&)>& tell) {
  int argc = 1;
  char program[] = "tertium";
  char* argv[] = {program, nullptr};
  benchmark::Initialize(&argc, argv);
  benchmark::ClearRegisteredBenchmarks();
  for (const BenchItem& item : items) register_item(item, repetitions);
  Collector collector(items, tell);
  benchmark::RunSpecifiedBenchmarks(&collector);
  benchmark::ClearRegisteredBenchmarks();
  return collector.take();
}

}  // namespace tertium::benchmarks
