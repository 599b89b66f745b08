#include "program/answers/cluster_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "answers/conclusions/default_method.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/outgroup.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "core/base/text.hpp"
#include "core/methods/method_name.hpp"
#include "files/structures/graph_file.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/tree_picture.hpp"
#include "program/options/command_line.hpp"
#include "program/options/method_settings.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

bool is_mean(const std::string& text) {
  if (text != "mean") throw UsageError(fmt::format("--symmetric {} is not known, give mean", text));
  return true;
}

CommandLine command_line(ClusterOptions& options, core::Settings& settings) {
  CommandLine line("cluster", "A tree of the objects, or flat clusters, from answers of participants.",
                   "tertium cluster car -k 4\n"
                   "  tertium cluster answers.csv --method AddS-3-AL --support 1000 --collapse .5\n"
                   "  tertium cluster friends.mtx --method AL -k 5");
  add_answer_files(line, "answers, or a graph", options.source);
  line.input(
      "One answer per row, in names or ids: anchor,near,far; i,j,k,l (i and j are more similar than k and l); a,b,odd; "
      "or central,a,b. With a header, columns may have other names and any order. A graph is a Matrix Market file or a "
      "list source,target,weight.");
  line.output(
      "linkage.csv (in scipy's format), tree.nwk, labels.csv, summary.json, the tree as tree.html, dendrogram.pdf, "
      ".svg and .png; with --support also nodes.csv, bootstrap.nwk, consensus.nwk and co_clustering.csv.");
  line.see_also("answers, compare, embed, study, list methods");
  add_steps_option(line);
  line.option("method", 0, "METHOD",
              "a method or chain (default: AL for graphs; for answers 4-AL+search, or the same with lengths if that "
              "predicts held-out answers better)");
  line.option("clusters", 'k', "K",
              "number of clusters (default: 2); auto: by a criterion (BIC); held-out: the smallest that predicts "
              "held-out answers as well as the best");
  line.option("min-cluster-size", 0, "N", in_range(options.request.min_cluster_size, 1, core::kMostObjects),
              "for a tree: smallest size of a cluster, so that single outliers are no clusters: -k 3 "
              "--min-cluster-size 5 (default: 1)");
  add_support_options(line);
  line.flag("chance", options.request.chance, "also report what trees of random answers satisfy (five more fits)");
  line.option(
      "bound", 0, "TIME", into(options.request.bound, seconds_of),
      "also prove, in this time each, how many answers any such tree and any distances can satisfy (for graphs, the "
      "least cost of a tree), so that the distance of this tree from the best is known: 30s; 0s takes a moment");
  line.option("tree", 0, "TREE", options.tree,
              "evaluate this tree (Newick, or a scipy linkage) instead of fitting one: answers satisfied, local "
              "support, --bound");
  line.option("outgroup", 0, "NAMES", options.outgroup,
              "for a tree with lengths: put the root between these objects (separated by commas) and all others");
  add_against_options(line, options);
  line.option("folds", 0, "FOLDS", into(options.folds, answers::parse_folds),
              "with -k held-out: number of folds (default: 10)");
  add_fit_options(line, settings, into(options.request.people, weight_of), options.request.seed);
  add_answer_options(line, options.source, {"graph", "ratings"});
  line.topic(CommandLine::Topic::kReading);
  line.flag("distances", options.ratings.distances, "for ratings: larger ratings mean less similar objects");
  line.option("symmetric", 0, "HOW", into(options.ratings.both_sides, is_mean),
              "for an asymmetric matrix of ratings: mean takes the mean of both sides (default: refuse it)");
  line.topic(CommandLine::Topic::kOwn);
  add_folder_options(line, "-tertium", options);
  line.flag("no-picture", off(options.picture), "make no pictures and no page");
  line.topic(CommandLine::Topic::kDrawing);
  line.option("images", 0, "FOLDER", options.images,
              "pictures of the objects, NAME.png (jpg, webp, gif, svg), for the page tree.html");
  line.topic(CommandLine::Topic::kOwn);
  add_tree_options(line, options.page);
  add_layout_option(line, options.page);
  return line;
}

constexpr core::Provisions kGraph{core::Provision::kGraph};

/// Whether FILE is a graph, and that no option is given that only answers have.
bool is_graph(const CommandLine& line, const std::string& file) {
  const std::string kind = line.text("kind", "auto");
  for (const char* option : {"distances", "symmetric"})
    if (kind != "ratings" && line.has(option))
      throw UsageError(fmt::format("--{} is for ratings, give --kind ratings, too, or leave it out", option));
  if (kind != "graph" && kind != "ratings" && (kind != "auto" || !files::is_graph_file(file))) return false;
  for (const char* option : {"base",      "objects",   "skip-bad", "columns",  "answers",       "from",  "questions",
                             "normalize", "responses", "sets",     "missing",  "drop-subjects", "where", "grades",
                             "ties",      "weights",   "support",  "collapse", "chance",        "folds", "outgroup"})
    if (line.has(option))
      throw UsageError(fmt::format("--{} is for answers ({} is a graph), leave it out{}", option, file,
                                   std::string_view(option) == "objects" ? ", or list all objects with --names" : ""));
  if (line.text("heights", "rank") != "rank")
    throw UsageError(
        fmt::format("--heights {} is a fraction of answers ({} is a graph), leave it out", line.text("heights"), file));
  return true;
}

void expect_clusters(const core::Method& method, const std::string& file) {
  if (!makes_clusters(method))
    throw UsageError(fmt::format("{} makes {} (no clusters), take tertium embed {} --method \"{}\", or a chain: {}+AL",
                                 method.name, name_of(method.returns()), file, method.name, method.name));
}

/// -k auto: by the tree's criterion, or as the method finds it.
void take_auto(ClusterOptions& options) {
  const core::Method& method = options.request.method;
  options.request.by_criterion = method.returns() == core::ProductKind::kTree;
  if (options.request.by_criterion && options.source.graph)
    throw UsageError("--clusters auto: a graph has no answers for this criterion, give a number or leave it out");
  if (const std::string problem = answers::no_number_problem(method); !problem.empty())
    throw UsageError("--clusters auto: " + problem);
}

/// -k: where a tree is cut, or the parameter k of a method that makes so many clusters. One that finds their number
/// takes none but `auto`.
void take_clusters(const CommandLine& line, ClusterOptions& options) {
  const core::Method& method = options.request.method;
  if (line.text("clusters") == "auto") return take_auto(options);
  options.chooses_clusters = line.text("clusters") == "held-out";
  if (options.chooses_clusters && options.source.graph)
    throw UsageError("--clusters held-out: a graph has no answers to hold out, give a number or leave it out");
  if (const std::string problem = answers::own_number_problem(method); !problem.empty())
    throw UsageError(fmt::format("--clusters {}: {}", line.text("clusters"), problem));
  if (options.chooses_clusters) return;
  const std::int64_t clusters = number_in<std::int64_t>("--clusters", line.text("clusters"), 1, core::kMostObjects);
  options.request = answers::with_clusters(options.request, static_cast<core::Label>(clusters));
}

void check_outgroup(const CommandLine& line, const ClusterOptions& options) {
  if (line.has("outgroup") && core::trimmed(options.outgroup).empty())
    throw UsageError("--outgroup names no object, give names separated by commas, or leave it out");
  if (!options.outgroup.empty() && options.chooses_clusters)
    throw UsageError(
        "--outgroup cannot be combined with --clusters held-out (its trees have other roots), give a number");
}

/// Of a tree that is there no method is asked, and how sure its branches are is told by the answers alone.
void take_tree(const CommandLine& line, ClusterOptions& options) {
  if (options.tree.empty()) return;
  for (const char* option : {"method", "set", "weights", "support", "collapse", "chance", "outgroup", "folds", "seed"})
    if (line.has(option))
      throw UsageError(fmt::format("--{} is for fitted trees (--tree gives one), leave one of them out", option));
  if (line.text("clusters") == "held-out")
    throw UsageError("-k held-out fits a tree in every fold (--tree gives one), give a number, or auto");
  if (options.source.graph) throw UsageError("--tree is evaluated by answers (this is a graph), leave it out");
  options.request.local_support = true;
  options.chooses_method = false;
}

/// Throws UsageError where it is known before anything is read that the tree has no lengths, or where it is not known.
void check_layout(const CommandLine& line, const ClusterOptions& options) {
  if (!is_unrooted(options.page)) return;
  for (const char* option : {"orientation", "heights", "no-picture"})
    if (line.has(option))
      throw UsageError(
          fmt::format("--{} is not for --layout unrooted (a picture without a root), leave one of them out", option));
  if (!options.tree.empty()) return;
  const core::Method& method = options.request.method;
  if (options.chooses_method)
    throw UsageError(
        "--layout unrooted is for trees with lengths (the automatically chosen method may have none), name one: "
        "--method 4-AL+search+lengths");
  if (!answers::gives_lengths(method))
    throw UsageError(fmt::format("--layout unrooted is for trees with lengths ({} makes none: its root counts), {}",
                                 method.name,
                                 options.source.graph ? "leave it out"
                                 : method.returns() == core::ProductKind::kTree
                                     ? fmt::format("put a step behind it: --method {}+lengths", method.name)
                                     : std::string("take one that does: --method 4-AL+search+lengths")));
}

void check_sizes(const CommandLine& line, const ClusterOptions& options) {
  if (!line.has("min-cluster-size")) return;
  if (options.request.method.returns() != core::ProductKind::kTree)
    throw UsageError(fmt::format("--min-cluster-size is for trees ({} makes flat clusters), leave it out",
                                 options.request.method.name));
  if (options.chooses_clusters)
    throw UsageError(
        "--min-cluster-size: -k held-out cuts a tree in every fold (which may have fewer such clusters), give a "
        "number, or auto");
}

void check_bound(const ClusterOptions& options) {
  if (options.request.bound && options.request.method.returns() != core::ProductKind::kTree)
    throw UsageError(
        fmt::format("--bound is about trees ({} makes flat clusters), leave it out", options.request.method.name));
}

}  // namespace

void add_fit_options(CommandLine& line, core::Settings& settings, const Into& weights, std::uint64_t& seed) {
  add_settings_option(line, settings, "a parameter of the method, e.g. --set ties=random");
  line.option("weights", 0, "RULE", weights,
              "how participants are weighted: all (default), equally; attentive, without those whose answers the "
              "others predict no better than chance; weighted, by how well the others predict their answers");
  line.option("seed", 0, "SEED", seed, "of renumbering, samples, folds and random ties (default: 1)");
}

void add_against_options(CommandLine& line, ClusterOptions& options) {
  line.option(
      "against", 0, "TABLE", options.against,
      "compare with vectors of the same objects, such as a language model's (CSV: name, then numbers): triplets with "
      "the same closest pair, answers that each predicts and, for coordinates, Procrustes distance");
  line.flag("cosine", options.cosine, "with --against: compare its vectors by cosines, not by Euclidean distances");
}

void check_against(const ClusterOptions& options) {
  if (options.cosine && options.against.empty())
    throw UsageError("--cosine is for --against, give that, too, or leave it out");
}

std::optional<files::NamedVectors> vectors_of(const ClusterOptions& options) {
  if (options.against.empty()) return std::nullopt;
  return files::vectors_of(files::read_object_rows(options.against));
}

double seconds_of(const std::string& text, const std::string& option) {
  return core::parse_duration(text, option);
}

std::vector<answers::PeopleRule> weights_of(const std::string& text) {
  std::vector<answers::PeopleRule> rules;
  for (const std::string& name : core::split_list(text))
    if (const answers::PeopleRule rule = answers::people_rule(name); std::ranges::count(rules, rule) == 0)
      rules.push_back(rule);
  return rules;
}

bool makes_clusters(const core::Method& method) {
  return method.returns() == core::ProductKind::kTree || method.returns() == core::ProductKind::kPartition;
}

answers::PeopleRule weight_of(const std::string& text) {
  const std::vector<answers::PeopleRule> rules = weights_of(text);
  if (rules.size() != 1)
    throw UsageError("--weights has several rules (there is one fit), give one of them, or take tertium compare");
  return rules.front();
}

bool draws_answers(const ClusterOptions& options) {
  const answers::ClusterRequest& request = options.request;
  return request.support > 0 || request.local_support || options.chooses_clusters || options.chooses_method ||
         request.by_criterion || request.people != answers::PeopleRule::kAll;
}

void check_images(const ClusterOptions& options) {
  if (!options.images.empty() && !std::filesystem::is_directory(options.images))
    throw UsageError(fmt::format("--images {} is not a folder, name one with pictures", options.images.string()));
  if (!options.images.empty() && !options.picture)
    throw UsageError("--images is for the page that --no-picture leaves out, give one of them");
}

core::Method method_of(const std::string& name, const core::Settings& settings, bool graph) {
  const std::vector<std::string> kernels = answers::kernels_of_answers();
  const bool is_kernel = std::find(kernels.begin(), kernels.end(), core::split_method_name(name).bare) != kernels.end();
  core::Method method = is_kernel ? answers::kernel_called(name) : core::find_method(name);
  core::set_parameters(method, settings);
  const core::Provisions provided = graph ? kGraph : answers::kOfAnswers;
  if (provided.includes(method.needs())) return method;
  throw UsageError(graph ? answers::unmet_needs(method, provided, "only a graph is known here", "graphs")
                         : answers::unmet_needs(method, provided, "only answers are known here", "answers"));
}

std::optional<ClusterOptions> parse_cluster_options(const std::vector<std::string>& args) {
  ClusterOptions options;
  core::Settings settings;
  CommandLine line = command_line(options, settings);
  if (!line.parse(args)) return std::nullopt;
  const bool graph = options.source.graph = is_graph(line, options.source.path);
  if (line.text("kind", "auto") == "ratings") options.source.ratings = options.ratings;
  options.request.method = method_of(line.text("method", graph ? "AL" : answers::kDefaultMethod), settings, graph);
  expect_clusters(options.request.method, options.source.path);
  options.method_is_default = !line.has("method");
  options.chooses_method = options.method_is_default && !graph && settings.empty();
  take_support(line, options);
  take_tree(line, options);
  if (line.has("clusters")) take_clusters(line, options);
  if (line.has("folds") && !options.chooses_clusters)
    throw UsageError("--folds is for -k held-out (no answers are held out), give that, too, or leave it out");
  if (draws_answers(options)) options.source.reading.origins = true;
  if (draws_answers(options) || options.request.bound || !options.against.empty()) options.most_kept = SIZE_MAX;
  check_bound(options);
  check_sizes(line, options);
  check_outgroup(line, options);
  check_layout(line, options);
  check_images(options);
  check_against(options);
  options.source.statement_counts = options.picture && options.page["heights"] == "similarity";
  return options;
}

}  // namespace tertium::program
