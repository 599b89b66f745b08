#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "experiments/commands/commands.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/terminal/catalogue.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kShown = 10;

double file_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0.0 : static_cast<double>(size);
}

std::string count_text(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, n] : counts) parts.push_back(fmt::format("{} {}", n, name));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Fact> plan_facts(const RunFolder& folder) {
  std::error_code error;
  if (!std::filesystem::exists(config_path(folder), error)) return {{"plan", "unknown (no config.ini)"}};
  const Plan plan = plan_of_run(folder);
  const std::vector<std::string> methods = plan.config.method_names();
  return {{"sweep", plan.config.name},
          {"model", plan.config.model->name},
          {"methods", fmt::format("{}", fmt::join(methods, ", "))},
          {"plan", fmt::format("{} points x {} repetitions, {} trials, seed {}", plan.points.size(),
                               plan.config.repetitions, plan.trials.size(), plan.config.seed)}};
}

std::vector<Fact> store_facts(const RunFolder& folder, const StoreContent& content) {
  std::map<std::string, std::size_t> statuses;
  std::set<std::string> hosts;
  double seconds = 0.0, segments = 0.0;
  std::size_t trees = 0;
  for (const TrialRow& row : content.rows) {
    ++statuses[std::string(status_name(row.status))];
    hosts.insert(row.host);
    seconds += row.t_wall;
    trees += row.tree.empty() ? 0U : 1U;
  }
  for (const std::filesystem::path& path : folder.list_segments()) segments += file_bytes(path);
  const double merged = file_bytes(folder.results());
  std::vector<Fact> facts = {
      {"rows", count_text(statuses) + (trees > 0 ? fmt::format("; {} with trees", trees) : "")},
      {"computed",
       fmt::format("{} of trials on {} machine{}", duration_text(seconds), hosts.size(), hosts.size() == 1 ? "" : "s")},
      {"files", fmt::format("{}, {}; results.h5 {}", counted(content.n_segments, "segment"), bytes_text(segments),
                            merged > 0 ? bytes_text(merged) : "not made yet")}};
  for (const DamagedFile& file : content.damaged) facts.emplace_back("damaged", file.reason);
  return facts;
}

std::string writer_line(const RunRecord& run) {
  return fmt::format("{} to {}\n    {}, {} rank{} x {} thread{}{}; commit {}{}, {}\n    {}\n", run.started,
                     run.finished, run.host, run.ranks, run.ranks == 1 ? "" : "s", run.threads,
                     run.threads == 1 ? "" : "s", run.slurm_job_id.empty() ? "" : ", Slurm job " + run.slurm_job_id,
                     run.commit, run.dirty ? " and changes" : "", run.compiler, wrapped(run.command_line, 4));
}

}  // namespace

int info_command(const std::vector<std::string>& args) {
  CommandLine line("info", "What a run is: its sweep, its rows and files, and which programs made it, when and where.",
                   "tertium info runs/hc19-fig2");
  line.argument("RUN", "folder of the run");
  line.flag("all", "show all programs that wrote (default: the last 10)");
  if (!line.parse(args)) return kComplete;
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const StoreContent content = folder.load();
  std::vector<Fact> facts = plan_facts(folder);
  const std::vector<Fact> stored = store_facts(folder, content);
  facts.insert(facts.end(), stored.begin(), stored.end());
  fmt::print("{}", fact_lines(facts, 0));
  const std::size_t all = content.runs.size();
  const std::size_t shown = line.has("all") ? all : std::min(kShown, all);
  fmt::print("\nwritten by {} program{}{}\n", all, all == 1 ? "" : "s",
             shown < all ? fmt::format(", the last {} (--all shows all)", shown) : "");
  for (std::size_t k = all - shown; k < all; ++k) fmt::print("  {}", writer_line(content.runs[k]));
  return kComplete;
}

}  // namespace tertium::experiments
