#include "experiments/run/controlling.hpp"

namespace tertium::experiments {
namespace {

std::unordered_map<TrialKey, double> predictions(const Plan& plan, const CostModel& costs,
                                                 const std::deque<Job>& jobs) {
  std::unordered_map<TrialKey, double> seconds;
  for (const Job& job : jobs)
    for (const int trial : job.trials) seconds.emplace(plan.trials[trial].key, costs.seconds(plan, plan.trials[trial]));
  return seconds;
}

/// Thousands of tiny trials a second would else become dozens of files a second, each as dear to read as a large one.
constexpr BatchLimits kLimits{.rows = 8192};
constexpr std::size_t kEnoughRows = 256;
constexpr std::chrono::seconds kBetweenFiles(1);

double sum(const std::unordered_map<TrialKey, double>& predicted) {
  double total = 0.0;
  for (const auto& [key, seconds] : predicted) total += seconds;
  return total;
}

}  // namespace

Recorder::Recorder(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs, std::size_t others,
                   const RunFolder& folder, const RunRecord& run, core::Progress& progress)
    : predicted_(predictions(plan, costs, jobs)),
      writer_(folder, run, kLimits),
      log_(folder, writer_.run(), predicted_.size() + others),
      progress_(progress) {
  progress_.expect(predicted_.size() + others, sum(predicted_));
}

void Recorder::row(TrialRow row) {
  const bool done = row.status == TrialStatus::done;
  progress_.add(done ? 1 : 0, done ? 0 : 1, predicted_[row.key]);
  log_.trial(row);
  writer_.add(std::move(row));
  publish_if_due();
}

void Recorder::tick() {
  publish_if_due();
  writer_.tick();
  log_.tick();
  progress_.tick();
}

void Recorder::publish_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (writer_.n_pending() < kEnoughRows || now - published_ < kBetweenFiles) return;
  writer_.flush();
  published_ = now;
}

void Recorder::end(const std::string& how) {
  writer_.close();
  log_.end(how);
}

}  // namespace tertium::experiments
