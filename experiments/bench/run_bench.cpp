#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "experiments/bench/bench_item.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// Keeps every repetition's time by the name of its benchmark, and says what is being done.
class Collector final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred)
        seconds_[run.run_name.function_name].push_back(seconds_of(run) / static_cast<double>(run.iterations));
    if (!runs.empty()) notice("{}\n", runs.front().run_name.function_name);
  }
  double median(const std::string& name) {
    std::vector<double>& times = seconds_.at(name);
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
  }

 private:
  static double seconds_of(const Run& run) {
    return run.run_name.time_type == "real_time" ? run.real_accumulated_time : run.cpu_accumulated_time;
  }

  std::map<std::string, std::vector<double>> seconds_;
};

std::string full_name(const BenchItem& item) {
  return item.name + ", " + item.size;
}

void register_item(const BenchItem& item, int repetitions) {
  auto* const registered = benchmark::RegisterBenchmark(
      full_name(item).c_str(), [prepare = item.prepare, threads = item.threads](benchmark::State& state) {
        const std::function<void()> run = prepare();
        omp_set_num_threads(threads);
        for (auto _ : state) run();
        omp_set_num_threads(1);
      });
  registered->MinTime(0.02)->Repetitions(repetitions);
  if (item.threads > 1)
    registered->UseRealTime();
  else
    registered->MeasureProcessCPUTime();
}

}  // namespace

std::vector<BenchResult> run_bench(const std::vector<BenchItem>& items, int repetitions) {
  int argc = 1;
  char program[] = "tertium";
  char* argv[] = {program, nullptr};
  benchmark::Initialize(&argc, argv);
  benchmark::ClearRegisteredBenchmarks();
  for (const BenchItem& item : items) register_item(item, repetitions);
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  std::vector<BenchResult> results;
  for (const BenchItem& item : items) results.push_back({item, collector.median(full_name(item))});
  benchmark::ClearRegisteredBenchmarks();
  return results;
}

}  // namespace tertium::experiments
