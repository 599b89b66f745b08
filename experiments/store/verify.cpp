#include <fmt/format.h>

#include <unordered_map>

#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

std::string VerifyReport::summary() const {
  std::string text = fmt::format("{} of {} trials done", n_done, n_planned);
  const auto add = [&](std::size_t n, const char* what) {
    if (n > 0) text += fmt::format(", {} {}", n, what);
  };
  add(failed.size(), "failed");
  add(missing.size(), "missing");
  add(damaged.size(), "damaged files");
  add(conflicts.size(), "not reproducible");
  add(n_duplicates, "found twice");
  add(n_unplanned, "not in the plan");
  return text;
}

VerifyReport verify(const StoreContent& content, std::span<const TrialKey> planned) {
  std::unordered_map<TrialKey, TrialStatus> found;
  found.reserve(content.rows.size());
  for (const TrialRow& row : content.rows) found.emplace(row.key, row.status);
  VerifyReport report;
  report.n_planned = planned.size();
  for (const TrialKey& key : planned) {
    const auto at = found.find(key);
    if (at == found.end()) {
      report.missing.push_back(key);
    } else if (at->second == TrialStatus::done) {
      ++report.n_done;
    } else {
      report.failed.push_back(key);
    }
  }
  report.n_unplanned = content.rows.size() - report.n_done - report.failed.size();
  report.damaged = content.damaged;
  report.conflicts = content.conflicts;
  report.n_duplicates = content.n_duplicates;
  return report;
}

VerifyReport verify(const RunFolder& folder, std::span<const TrialKey> planned) {
  return verify(folder.load(), planned);
}

}  // namespace tertium::experiments
