#include "experiments/commands/cluster/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/commands/cluster/cluster_files.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"
#include "experiments/commands/cluster/compare_report.hpp"
#include "experiments/commands/cluster/places.hpp"
#include "experiments/commands/cluster/tree_html.hpp"
#include "experiments/commands/cluster/tree_picture.hpp"
#include "experiments/commands/options/job_progress.hpp"
#include "experiments/commands/options/outputs.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// Everything but the picture.
void write_results(ResultFolder& folder, const answers::AnswerInput& input, const answers::Clustering& outcome,
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
bool write_page(ResultFolder& folder, const answers::AnswerInput& input, const answers::Clustering& outcome,
                const std::string& title, const std::vector<std::string>& images) {
  const core::Object leaves = outcome.tree->objects();
  if (leaves < 2 || leaves > kMostLeavesOfAPage) return false;
  const std::optional<std::string> page = tree_html(input, outcome, title, images);
  if (page) folder.write("tree.html", *page);
  return page.has_value();
}

/// Which files are there in the end.
std::string files_line(const ResultFolder& folder, const answers::Clustering& outcome, bool has_page, bool drawn) {
  return fmt::format("{:<11}in {}: {}{}labels.csv, summary.json{}{}{}\n", "files", folder.path().string(),
                     outcome.tree ? "linkage.csv, tree.nwk, " : "", outcome.support ? "nodes.csv, " : "",
                     has_page ? ", tree.html" : "", drawn ? ", " : "",
                     drawn ? fmt::format("{}", fmt::join(picture_files(), ", ")) : "");
}

void check_clusters(const answers::AnswerInput& input, const std::optional<core::Label>& clusters) {
  const core::Object n = input.comparisons.objects;
  if (const core::Label k = clusters.value_or(answers::kDefaultClusters); k > n)
    throw core::UsageError(fmt::format("--clusters {} is more than the {} objects, lower it", k, n));
}

Outputs outputs_of(const ClusterOptions& options) {
  Inputs inputs = inputs_of(options.source);
  inputs.push_back(options.images);
  return {inputs, options.force};
}

int run_compare(const answers::AnswerInput& input, const ClusterOptions& options, const std::string& command_line) {
  check_clusters(input, options.compare->clusters);
  ResultFolder folder(options.output.empty() ? std::filesystem::path(input.stem + "-compared") : options.output,
                      {kCompareProgram, command_line, kCompareFiles}, outputs_of(options));
  const answers::Comparison found = answers::compare(input, *options.compare, told_on_stderr());
  folder.write("summary.json", compare_summary(input, *options.compare, found, command_line));
  folder.write("comparison.csv", comparison_csv(found));
  folder.write("folds.csv", folds_csv(found));
  fmt::print("{}{:<11}in {}: {}\n", compare_report(input, found), "files", folder.path().string(),
             fmt::join(kCompareFiles, ", "));
  return 0;
}

/// The tree as a page and as pictures, and which files there are in the end.
void draw(ResultFolder& folder, const ClusterOptions& options, const answers::AnswerInput& input,
          const answers::Clustering& outcome, const std::vector<std::string>& images) {
  const std::string title =
      fmt::format("{}: {}, k = {}", input.stem, options.request.method.name, outcome.labels.clusters());
  const bool has_page = options.picture && outcome.tree && write_page(folder, input, outcome, title, images);
  if (!images.empty() && !has_page)
    notice("tertium cluster: warning: --images is for the page tree.html, which is for trees of 2 to {} leaves\n",
           kMostLeavesOfAPage);
  const bool drawn = options.picture && outcome.tree && draw_tree(folder, outcome, input, title, options.page);
  fmt::print("{}", files_line(folder, outcome, has_page, drawn));
}

}  // namespace

int run_cluster(const std::vector<std::string>& args) {
  const std::optional<ClusterOptions> options = parse_cluster_options(args);
  if (!options) return 0;
  answers::ClusterRequest request = options->request;
  const answers::AnswerInput input = answers::read_answer_input(options->source, request.method, options->most_kept);
  const std::string command_line = fmt::format("tertium cluster {}", fmt::join(args, " "));
  if (options->compare) return run_compare(input, *options, command_line);
  if (!makes_clusters(request.method)) return run_without_clusters(input, *options, outputs_of(*options), command_line);
  check_clusters(input, request.clusters);
  answers::check_fit(input, request.method);
  ResultFolder folder(options->output.empty() ? std::filesystem::path(input.stem + "-tertium") : options->output,
                      {"tertium cluster", command_line, result_files()}, outputs_of(*options));
  const std::vector<std::string> images = images_of(options->images, input.comparisons.names);
  const std::string warning = coverage_warning(input);
  if (!warning.empty()) notice("tertium cluster: warning: {}\n", warning);
  std::optional<answers::NumberChoice> number;
  if (options->chooses_clusters) {
    number = answers::choose_number(input, request, options->folds, told_on_stderr());
    request = answers::with_clusters(request, number->taken);
  }
  const answers::Clustering outcome = answers::cluster(input, request, told_on_stderr());
  const ClusterResult result{input, request, outcome, number, options->method_is_default};
  write_results(folder, input, outcome, cluster_summary(result, command_line));
  fmt::print("{}", cluster_report(result));
  draw(folder, *options, input, outcome, images);
  return 0;
}

}  // namespace tertium::experiments
