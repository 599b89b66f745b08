#include "experiments/commands/cluster/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/commands/cluster/cluster_files.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"
#include "experiments/commands/cluster/compare_run.hpp"
#include "experiments/commands/cluster/tree_html.hpp"
#include "experiments/commands/cluster/tree_picture.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// Everything but the picture.
void write_results(ResultFolder& folder, const ClusterInput& input, const ClusterOutcome& outcome,
                   const std::string& summary) {
  for (const std::string& name : picture_files()) folder.remove(name);  // of an earlier run
  folder.write("summary.json", summary);
  for (const char* name : {"linkage.csv", "nodes.csv", "tree.nwk", "tree.html"}) folder.remove(name);
  if (outcome.tree) {
    folder.write("linkage.csv", linkage_csv(*outcome.tree));
    const auto labels = outcome.support ? support_labels(*outcome.support) : std::vector<std::string>();
    folder.write("tree.nwk", core::newick(*outcome.tree, input.comparisons.names, labels) + "\n");
    if (outcome.support) folder.write("nodes.csv", nodes_csv(*outcome.tree, *outcome.support, input.comparisons.names));
  }
  folder.write("labels.csv", labels_csv(outcome.labels, outcome.numbers, input.comparisons.names));
}

/// Whether there is one in the end.
bool write_page(ResultFolder& folder, const ClusterInput& input, const ClusterOutcome& outcome,
                const std::string& title, const std::vector<std::string>& images) {
  const core::Object leaves = outcome.tree->objects();
  if (leaves < 2 || leaves > kMostLeavesOfAPage) return false;
  const std::optional<std::string> page = tree_html(input, outcome, title, images);
  if (page) folder.write("tree.html", *page);
  return page.has_value();
}

/// Which files are there in the end.
std::string files_line(const ResultFolder& folder, const ClusterOutcome& outcome, bool has_page, bool drawn) {
  return fmt::format("{:<11}in {}: {}{}labels.csv, summary.json{}{}{}\n", "files", folder.path().string(),
                     outcome.tree ? "linkage.csv, tree.nwk, " : "", outcome.support ? "nodes.csv, " : "",
                     has_page ? ", tree.html" : "", drawn ? ", " : "",
                     drawn ? fmt::format("{}", fmt::join(picture_files(), ", ")) : "");
}

int run_compare(const ClusterInput& input, const ClusterOptions& options, const std::string& command_line) {
  ResultFolder folder(options.output.empty() ? std::filesystem::path(input.stem + "-compared") : options.output,
                      options.force, kCompareProgram, kCompareFiles);
  const Comparison found = compare(input, options);
  folder.write("summary.json", compare_summary(input, options, found, command_line));
  folder.write("comparison.csv", comparison_csv(found));
  folder.write("folds.csv", folds_csv(found));
  fmt::print("{}{:<11}in {}: {}\n", compare_report(input, found), "files", folder.path().string(),
             fmt::join(kCompareFiles, ", "));
  return 0;
}

}  // namespace

int run_cluster(const std::vector<std::string>& args) {
  std::optional<ClusterOptions> options = parse_cluster_options(args);
  if (!options) return 0;
  const ClusterInput input = read_cluster_input(*options);
  const std::string command_line = fmt::format("tertium cluster {}", fmt::join(args, " "));
  if (options->compare) return run_compare(input, *options, command_line);
  check_size(input, *options);
  ResultFolder folder(options->output.empty() ? std::filesystem::path(input.stem + "-tertium") : options->output,
                      options->force, "tertium cluster", result_files());
  const std::vector<std::string> images = images_of(options->images, input.comparisons.names);
  const std::string warning = coverage_warning(input);
  if (!warning.empty()) notice("tertium cluster: warning: {}\n", warning);
  std::optional<NumberChoice> number;
  if (options->chooses_clusters) {
    number = choose_number(input, *options);
    options = with_clusters(*options, number->taken);
  }
  ClusterOutcome outcome = cluster(input, *options);
  outcome.number = std::move(number);
  write_results(folder, input, outcome, cluster_summary(input, *options, outcome, command_line));
  fmt::print("{}", cluster_report(input, *options, outcome));
  const std::string title = fmt::format("{}: {}, k = {}", input.stem, options->method.name, outcome.labels.clusters());
  const bool has_page = options->picture && outcome.tree && write_page(folder, input, outcome, title, images);
  if (!images.empty() && !has_page)
    notice("tertium cluster: warning: --images is for the page tree.html, which is for trees of 2 to {} leaves\n",
           kMostLeavesOfAPage);
  const bool drawn = options->picture && outcome.tree && draw_tree(folder, outcome, input, title, options->page);
  fmt::print("{}", files_line(folder, outcome, has_page, drawn));
  return 0;
}

}  // namespace tertium::experiments
