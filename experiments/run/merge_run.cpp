#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/results_file.hpp"
#include "terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// One for every name; of a method with swept parameters, the first combination.
std::vector<MethodEntry> method_entries(const Plan& plan) {
  std::vector<MethodEntry> entries;
  for (const MethodVariant& variant : plan.config.methods) {
    const core::Method& method = variant.method;
    if (!entries.empty() && entries.back().name == method.name) continue;
    std::string sentence, citation;
    for (const core::Link& link : method.links) {
      sentence += (sentence.empty() ? "" : "; then ") + link.step->sentence;
      citation += (citation.empty() ? "" : "; ") + link.step->citation;
    }
    entries.push_back({method.name, sentence, citation, method.text()});
  }
  return entries;
}

/// What columns of scores and reported numbers mean.
std::map<std::string, ColumnNote> column_notes(const Plan& plan) {
  std::map<std::string, ColumnNote> notes;
  for (const std::string& name : plan.config.metrics) {
    const metrics::Score& score = metrics::find_score(name);
    notes[name] = {score.sentence, score.unit};
  }
  for (const MethodVariant& variant : plan.config.methods)
    for (const core::ReportedNumber& number : variant.method.reports())
      notes[number.name] = {number.sentence, number.unit};
  return notes;
}

/// Names the damaged file results.h5.damaged, so that a new one can take its place.
void set_aside(const std::filesystem::path& results) {
  std::filesystem::path aside = results;
  aside += ".damaged";
  std::error_code error;
  std::filesystem::rename(results, aside, error);
  if (error) core::fail("cannot rename {} ({}), move it away", results.string(), error.message());
  terminal::notice("tertium: {} was damaged and is made again from the segments; the old one is {}\n", results.string(),
                   aside.filename().string());
}

}  // namespace

bool pass_over_damaged_results(StoreContent& content, const RunFolder& folder, const Plan& plan) {
  const auto damaged = std::find_if(content.damaged.begin(), content.damaged.end(),
                                    [&](const DamagedFile& file) { return file.path == folder.results(); });
  if (damaged == content.damaged.end()) {
    content.expect_whole();
    return false;
  }
  content.damaged.erase(damaged);
  content.expect_whole();
  const std::size_t missing = verify(content, planned_keys(plan)).missing.size();
  if (missing > 0)
    core::fail(
        "{} is damaged, and the segments lack {} of {} trials (it may be the only file with them), "
        "move it away, then start tertium run again to compute what is lost",
        folder.results().string(), missing, plan.trials.size());
  return true;
}

void merge_run(const RunFolder& folder, const Plan& plan) {
  folder.expect_writable();
  StoreContent content = folder.load();
  const bool damaged = pass_over_damaged_results(content, folder, plan);
  ResultsContent results;
  results.rows = std::move(content.rows);
  name_as_planned(plan, order_as_planned(plan, results.rows), results.rows);
  results.runs = std::move(content.runs);
  if (content.segments_hold_all) results.segments = std::move(content.segments);
  results.methods = method_entries(plan);
  results.notes = column_notes(plan);
  std::set<RowParameters> known;
  for (const Trial& trial : plan.trials) {
    RowParameters parameters = row_parameters(plan, trial);
    if (known.insert(parameters).second) results.points.push_back(std::move(parameters));
  }
  results.config_source = plan.config.source_text;
  results.config_resolved = resolved_text(plan.config);
  if (damaged) set_aside(folder.results());
  write_results(folder.results(), results);
}

}  // namespace tertium::experiments
