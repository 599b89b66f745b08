#include "program/answers/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/outgroup.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/results/results.hpp"
#include "answers/trees/given_tree.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/cluster_files.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/compare_report.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/summary.hpp"
#include "program/answers/tree_html.hpp"
#include "program/answers/tree_picture.hpp"
#include "program/answers/web_page.hpp"
#include "program/options/job_progress.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Whether there is something to be told of pairs of objects.
bool has_pairs(const answers::Clustering& outcome) {
  return outcome.membership && outcome.membership->together.pairs() > 0;
}

/// The tree, how sure its branches are, and the trees of samples.
void write_tree(ResultFolder& folder, const answers::AnswerInput& input, const answers::Clustering& outcome,
                const std::optional<Collapse>& collapse) {
  const std::vector<std::string>& names = input.comparisons.names;
  folder.write("linkage.csv", linkage_csv(*outcome.tree));
  using answers::SupportKind;
  const SupportKind kind = collapse ? collapse->by : outcome.support ? SupportKind::kFelsenstein : SupportKind::kLocal;
  const std::vector<double> supports = branch_supports(outcome, kind);  // empty where nothing was asked for
  const std::vector<std::string> labels = answers::support_labels(supports);
  folder.write("tree.nwk", (collapse ? answers::collapsed_newick(
                                           *outcome.tree, answers::rows_kept(supports, collapse->least), names, labels)
                                     : core::newick(*outcome.tree, names, labels)) +
                               "\n");
  if (outcome.support || !outcome.votes.empty()) folder.write("nodes.csv", nodes_csv(outcome, names));
  if (!outcome.support) return;
  folder.write("bootstrap.nwk", answers::newick_lines(*outcome.resampled, names));
  folder.write("consensus.nwk", answers::consensus_newick(*outcome.resampled, names));
}

/// Everything but the pictures.
void write_results(ResultFolder& folder, const answers::AnswerInput& input, const answers::Clustering& outcome,
                   const std::string& summary, const std::optional<Collapse>& collapse) {
  for (const std::string& name : result_files())  // of an earlier run
    if (name != "summary.json" && name != "labels.csv") folder.remove(name);
  folder.write("summary.json", summary);
  if (outcome.tree) write_tree(folder, input, outcome, collapse);
  folder.write("labels.csv", labels_csv(outcome, input.comparisons.names));
  if (!outcome.left_out.empty()) folder.write("omitted.csv", omitted_csv(outcome.left_out, input.comparisons));
  if (outcome.people)
    folder.write("weights.csv",
                 files::csv_of(outcome.people->listed(input.comparisons.metadata.subjects), files::recorded()));
  if (has_pairs(outcome))
    folder.write("co_clustering.csv", co_clustering_csv(*outcome.membership, input.comparisons.names));
}

/// Whether there is one in the end.
bool write_page(ResultFolder& folder, const ClusterResult& result, const std::string& title,
                const std::vector<std::string>& images) {
  const core::Object leaves = result.found.tree->objects();
  if (leaves < 2 || leaves > kMostLeavesOfAPage) return false;
  const std::optional<std::string> page = tree_html(result, title, images);
  if (page) folder.write("tree.html", *page);
  return page.has_value();
}

/// Which files are there in the end.
std::string files_line(const ResultFolder& folder) {
  std::vector<std::string> there;
  for (const std::string& name : result_files())
    if (std::filesystem::exists(folder.file(name))) there.push_back(name);
  return terminal::report_line("files", fmt::format("in {}: {}", folder.path().string(), fmt::join(there, ", ")));
}

/// The tree as a page and as pictures, and which files there are in the end.
void draw(ResultFolder& folder, const ClusterOptions& options, const ClusterResult& result,
          const std::vector<std::string>& images) {
  const answers::AnswerInput& input = result.input;
  const answers::Clustering& outcome = result.found;
  const std::string title = fmt::format("{}: {}, k = {}", input.stem,
                                        result.request.given ? result.request.given->name : result.request.method.name,
                                        outcome.labels.clusters());
  const bool has_page = options.picture && outcome.tree && write_page(folder, result, title, images);
  if (!images.empty() && !has_page)
    terminal::notice(
        "tertium cluster: warning: --images is for the page tree.html, which is for trees of 2 to {} leaves\n",
        kMostLeavesOfAPage);
  if (options.picture && outcome.tree) draw_tree(folder, outcome, input, title, options.page);
  if (options.picture && has_pairs(outcome)) draw_co_clustering(folder, outcome, input, title, options.page);
  fmt::print("{}", files_line(folder));
}

/// The objects that --outgroup names; a name may have a comma where it stands alone.
std::vector<core::Object> outgroup_of(const std::string& text, const answers::AnswerInput& input) {
  const std::vector<std::string>& names = input.comparisons.names;
  const bool one = std::find(names.begin(), names.end(), text) != names.end();
  return answers::objects_called(one ? std::vector{text} : core::split_list(text), input);
}

Outputs outputs_of(const ClusterOptions& options) {
  Inputs inputs = inputs_of(options.source);
  inputs.insert(inputs.end(), {options.images, options.against});
  return {inputs, options.force};
}

}  // namespace

answers::AnswerInput read_input(const char* command, const ClusterOptions& options) {
  const core::Method& method = options.request.method;
  constexpr double kLarge = 4e6;  // rows, of which reading takes a second or so
  if (const auto size = answers::size_of_reading(options.source, method, options.most_kept);
      size && size->rows > kLarge)
    terminal::notice("{}: reading about {:.2g} rows{}\n", command, size->rows,
                     size->bytes > 0.0 ? fmt::format(", {} in memory", core::bytes_text(size->bytes)) : "");
  answers::AnswerInput input = answers::read_answer_input(options.source, method, options.most_kept);
  if (input.packed && input.packed->answers() > 0)
    terminal::notice("{}: {} answers about {} objects, with {} {} in memory\n", command, input.packed->answers(),
                     input.comparisons.objects, method.name, core::bytes_text(answers::bytes_needed(input, method)));
  return input;
}

void check_clusters(const answers::AnswerInput& input, const std::optional<core::Label>& clusters) {
  const core::Object n = input.comparisons.objects;
  if (const core::Label k = clusters.value_or(answers::kDefaultClusters); k > n)
    throw core::UsageError(fmt::format("--clusters {} is more than the {} objects, lower it", k, n));
}

ResultFolder comparison_folder(const CompareOptions& options, const std::string& stem,
                               const std::string& command_line) {
  return {options.output.empty() ? std::filesystem::path(stem + "-compared") : options.output,
          {kCompareProgram, command_line, kCompareFiles},
          {inputs_of(options.source), options.force}};
}

void write_comparison(ResultFolder& folder, const answers::AnswerInput& input, const answers::CompareRequest& request,
                      const answers::Comparison& found, const std::string& command_line) {
  files::Json summary = summary_of(kCompareProgram, command_line, input);
  summary.update({{"objects", input.comparisons.objects}, {"seed", request.seed}});
  summary.update(json_of(record_of(found)));
  folder.write("summary.json", summary_text(std::move(summary)));
  folder.write("comparison.csv", files::csv_of(found.rows(), files::recorded(found)));
  folder.write("folds.csv", files::csv_of(fold_rows(found), files::recorded()));
  fmt::print(
      "{}{}", compare_report(input, found),
      terminal::report_line("files", fmt::format("in {}: {}", folder.path().string(), fmt::join(kCompareFiles, ", "))));
}

ClustersFolder::ClustersFolder(const ClusterOptions& options, const answers::AnswerInput& input,
                               const std::string& command_line)
    : folder(options.output.empty() ? std::filesystem::path(input.stem + "-tertium") : options.output,
             {"tertium cluster", command_line, result_files()}, outputs_of(options)),
      images(images_of(options.images, input.comparisons.names)) {
  if (const std::string warning = coverage_warning(input); !warning.empty())
    terminal::notice("tertium cluster: warning: {}\n", warning);
}

void ClustersFolder::write(const ClusterOptions& options, const ClusterResult& result,
                           const std::string& command_line) {
  write_results(folder, result.input, result.found, cluster_summary(result, command_line), options.collapse);
  fmt::print("{}", cluster_report(result));
  draw(folder, options, result, images);
}

namespace {

/// By answers held out; where that takes long it is said before.
answers::DefaultChoice choose_method(const answers::AnswerInput& input, const answers::ClusterRequest& request) {
  constexpr double kWorthSaying = 10.0;  // seconds of a core
  const bool with_lengths = !request.outgroup.empty();
  if (const double seconds = answers::cost_of_choice(input, with_lengths); seconds > kWorthSaying)
    terminal::notice(
        "tertium cluster: choosing a method by cross-validation, about {} of one core (--method sets the method)\n",
        core::duration_text(seconds));
  return answers::choose_default(input, request.seed, request.people, with_lengths, job_progress_on_stderr());
}

/// The tree, or else the clusters, beside vectors of the same objects.
answers::AgainstTable held_against(const files::NamedVectors& vectors, bool cosine, const answers::Clustering& found,
                                   const answers::AnswerInput& input, std::uint64_t seed) {
  const core::Product product = found.tree ? core::Product(*found.tree) : core::Product(found.labels);
  return answers::compare_with(vectors, cosine, product, input.comparisons.names, input.comparisons, seed);
}

void make_clusters(const ClusterOptions& options, const std::string& command_line) {
  const answers::AnswerInput input = read_input("tertium cluster", options);
  const std::optional<files::NamedVectors> vectors = vectors_of(options);
  answers::ClusterRequest request = options.request;
  check_clusters(input, request.clusters);
  if (!options.tree.empty())
    request.given = {options.tree, answers::given_tree(answers::read_tree(options.tree), input.comparisons.names)};
  if (request.given && is_unrooted(options.page) && !request.given->tree.has_lengths())
    core::fail("{}: is a tree without lengths (its root counts), leave --layout unrooted out", request.given->name);
  if (!options.outgroup.empty()) request.outgroup = outgroup_of(options.outgroup, input);
  answers::check_outgroup(input, request.method, request.outgroup);
  answers::check_fit(input, request.method);
  if (request.by_criterion) answers::check_criterion(input, request.method);
  ClustersFolder folder(options, input, command_line);
  std::optional<answers::DefaultChoice> method_choice;
  if (options.chooses_method) {
    method_choice = choose_method(input, request);
    request.method = method_choice->method();
    request.clusters_by = method_choice->clusters_by();
  }
  std::optional<answers::NumberChoice> number;
  if (options.chooses_clusters) {
    answers::ClusterRequest asked = request;
    asked.method = request.clusters_by.value_or(request.method);
    number = answers::choose_number(input, asked, options.folds, job_progress_on_stderr());
    request = answers::with_clusters(request, number->taken);
  }
  const answers::Clustering found = answers::cluster(input, request, job_progress_on_stderr());
  if (found.number) number = found.number;
  ClusterResult result{input, request, found, number, method_choice, options.collapse, options.method_is_default};
  if (vectors) result.against = held_against(*vectors, options.cosine, found, input, request.seed);
  folder.write(options, result, command_line);
}

void compare_methods(const CompareOptions& options, const std::string& command_line) {
  const answers::AnswerInput input = answers::read_answer_input(options.source);
  check_clusters(input, options.request.clusters);
  ResultFolder folder = comparison_folder(options, input.stem, command_line);
  write_comparison(folder, input, options.request, answers::compare(input, options.request, job_progress_on_stderr()),
                   command_line);
}

}  // namespace

int run_cluster(const std::vector<std::string>& args) {
  if (const std::optional<ClusterOptions> options = parse_cluster_options(args))
    make_clusters(*options, fmt::format("tertium cluster {}", fmt::join(args, " ")));
  return terminal::kComplete;
}

int run_compare(const std::vector<std::string>& args) {
  if (const std::optional<CompareOptions> options = parse_compare_options(args))
    compare_methods(*options, fmt::format("tertium compare {}", fmt::join(args, " ")));
  return terminal::kComplete;
}

}  // namespace tertium::program
