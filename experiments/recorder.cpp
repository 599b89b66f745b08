#include "experiments/recorder.hpp"

namespace tertium::experiments {
namespace {

std::unordered_map<TrialKey, double> predictions(const Plan& plan, const CostModel& costs,
                                                 const std::deque<Job>& jobs) {
  std::unordered_map<TrialKey, double> seconds;
  for (const Job& job : jobs)
    for (const int trial : job.trials) seconds.emplace(plan.trials[trial].key, costs.seconds(plan, plan.trials[trial]));
  return seconds;
}

double sum(const std::unordered_map<TrialKey, double>& predicted) {
  double total = 0.0;
  for (const auto& [key, seconds] : predicted) total += seconds;
  return total;
}

}  // namespace

Recorder::Recorder(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs, const RunFolder& folder,
                   const RunRecord& run)
    : predicted_(predictions(plan, costs, jobs)),
      writer_(folder, run),
      log_(folder, writer_.run(), predicted_.size()),
      progress_(predicted_.size(), sum(predicted_)) {}

void Recorder::row(TrialRow row) {
  const bool done = row.status == TrialStatus::done;
  progress_.add(done ? 1 : 0, done ? 0 : 1, predicted_[row.key]);
  log_.trial(row);
  writer_.add(std::move(row));
}

void Recorder::tick() {
  writer_.tick();
  log_.tick();
  progress_.tick();
}

void Recorder::end(const std::string& how) {
  writer_.close();
  log_.end(how);
}

}  // namespace tertium::experiments
