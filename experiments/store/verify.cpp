#include <fmt/format.h>

#include <utility>

#include "experiments/store/key_places.hpp"
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

namespace {

VerifyReport verify_rows(const StoreFacts& content, const KeyPlaces& rows, std::span<const TrialStatus> statuses,
                         std::span<const TrialKey> planned) {
  VerifyReport report;
  report.n_planned = planned.size();
  for (const TrialKey& key : planned) {
    const std::uint32_t row = rows.find(key);
    if (row == KeyPlaces::kNone) {
      report.missing.push_back(key);
    } else if (statuses[row] == TrialStatus::done) {
      ++report.n_done;
    } else {
      report.failed.push_back(key);
    }
  }
  report.n_unplanned = rows.size() - report.n_done - report.failed.size();
  report.damaged = content.damaged;
  report.conflicts = content.conflicts;
  report.n_duplicates = content.n_duplicates;
  return report;
}

}  // namespace

VerifyReport verify(const StoreContent& content, std::span<const TrialKey> planned) {
  std::vector<TrialKey> keys;
  std::vector<TrialStatus> statuses;
  for (const TrialRow& row : content.rows) {
    keys.push_back(row.key);
    statuses.push_back(row.status);
  }
  return verify_rows(content, KeyPlaces(std::move(keys)), statuses, planned);
}

VerifyReport verify(const StoreTable& content, std::span<const TrialKey> planned) {
  const RowTable& rows = content.rows;
  return verify_rows(content, KeyPlaces(rows.column<&TrialRow::key>()), rows.column<&TrialRow::status>(), planned);
}

VerifyReport verify(const RunFolder& folder, std::span<const TrialKey> planned) {
  return verify(folder.load_table({}), planned);
}

}  // namespace tertium::experiments
