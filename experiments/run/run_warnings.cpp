#include "experiments/run/run_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/base/error.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// The keys that the folder was last run with; none when it does not tell.
std::vector<TrialKey> earlier_keys(const RunFolder& folder) {
  try {
    return planned_keys(plan_of_run(folder));
  } catch (const core::UserError&) {
    return {};
  }
}

}  // namespace

void warn_of_others(const RunFolder& folder) {
  for (const WriterLog& log : read_job_logs(folder))
    if (log.state == WriterState::kRunning)
      notice("tertium: another tertium ({}, {}) is computing in {}; both will do the same trials\n", log.host, log.pid,
             folder.path().string());
}

void warn_of_other_plan(const RunFolder& folder, const Plan& plan, const std::vector<TrialRow>& rows) {
  const std::vector<TrialKey> now = planned_keys(plan);
  const std::unordered_set<TrialKey> planned(now.begin(), now.end());
  const std::vector<TrialKey> earlier = earlier_keys(folder);
  const auto dropped = [&](const TrialKey& key) { return planned.count(key) == 0; };
  if (std::none_of(earlier.begin(), earlier.end(), dropped)) return;
  const auto n = std::count_if(rows.begin(), rows.end(), [&](const TrialRow& row) { return dropped(row.key); });
  if (n > 0)
    notice("tertium: {} row{} of another configuration stay{} in the store of {}\n", n, n == 1 ? "" : "s",
           n == 1 ? "s" : "", folder.path().string());
}

}  // namespace tertium::experiments
