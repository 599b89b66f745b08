#include "experiments/commands/cluster/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/commands/cluster/cluster_files.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"
#include "experiments/commands/cluster/tree_picture.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// Everything but the picture.
void write_results(ResultFolder& folder, const ClusterInput& input, const ClusterOutcome& outcome,
                   const std::string& summary) {
  for (const std::string& name : picture_files()) folder.remove(name);  // of an earlier run
  folder.write("summary.json", summary);
  for (const char* name : {"linkage.csv", "tree.nwk"}) folder.remove(name);
  if (outcome.tree) {
    folder.write("linkage.csv", linkage_csv(*outcome.tree));
    folder.write("tree.nwk", core::newick(*outcome.tree, input.comparisons.names) + "\n");
  }
  folder.write("labels.csv", labels_csv(outcome.labels, outcome.numbers, input.comparisons.names));
}

/// Which files are there in the end.
std::string files_line(const ResultFolder& folder, bool tree, bool drawn) {
  return fmt::format("{:<11}in {}: {}labels.csv, summary.json{}{}\n", "files", folder.path().string(),
                     tree ? "linkage.csv, tree.nwk, " : "", drawn ? ", " : "",
                     drawn ? fmt::format("{}", fmt::join(picture_files(), ", ")) : "");
}

}  // namespace

int run_cluster(const std::vector<std::string>& args) {
  const std::optional<ClusterOptions> options = parse_cluster_options(args);
  if (!options) return 0;
  const ClusterInput input = read_cluster_input(*options);
  check_size(input, *options);
  ResultFolder folder(options->output.empty() ? std::filesystem::path(input.stem + "-tertium") : options->output,
                      options->force, "tertium cluster", result_files());
  const std::string warning = coverage_warning(input);
  if (!warning.empty()) notice("tertium cluster: warning: {}\n", warning);
  const ClusterOutcome outcome = cluster(input, *options);
  write_results(folder, input, outcome,
                cluster_summary(input, *options, outcome, fmt::format("tertium cluster {}", fmt::join(args, " "))));
  fmt::print("{}", cluster_report(input, *options, outcome));
  const std::string title = fmt::format("{}: {}, k = {}", input.stem, options->method.name, outcome.labels.clusters());
  const bool drawn = options->picture && outcome.tree && draw_tree(folder, *outcome.tree, input, title, options->page);
  fmt::print("{}", files_line(folder, outcome.tree.has_value(), drawn));
  return 0;
}

}  // namespace tertium::experiments
