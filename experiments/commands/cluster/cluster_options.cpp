#include "experiments/commands/cluster/cluster_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "answers/conclusions/default_method.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/method_name.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/cluster/tree_picture.hpp"
#include "experiments/commands/options/method_settings.hpp"
#include "experiments/terminal/command_line.hpp"
#include "files/structures/graph_file.hpp"

namespace tertium::experiments {
namespace {

using core::UsageError;

CommandLine command_line() {
  CommandLine line(
      "cluster",
      "Clusters objects from answers that people gave. FILE has one answer per row: i,j,k,l (i and j are more alike "
      "than k and l), anchor,near,far (anchor is more like near than like far), a,b,odd (the odd one out of three) or "
      "central,a,b (the most central one), with names or ids from 0 or 1; separated by comma, semicolon, tab or "
      "blanks. "
      "With a header columns may have other names and any order: reference or head for anchor, closer or winner for "
      "near, farther or loser for far; anchor,left,right,answer and a,b,c,odd, where the last says which one was "
      "chosen; count (or votes, weight) says how often the row was answered. tertium answers looks at the answers "
      "first. Answers are votes: repeated "
      "ones count, opposite ones stand against each other. FILE may be larger than memory with a method that begins "
      "with AddS-3 or AddS-4, which add answers up as they are read; AddS-3-sparse and AddS-3-splits keep 8 bytes of "
      "each. FILE may also be a graph, whose edges say how "
      "alike two objects are: a Matrix Market file (.mtx), or a list of edges source,target or source,target,weight. "
      "Written are linkage.csv "
      "(left,right,height,size as in scipy, ids from 0), tree.nwk (Newick), labels.csv (object,name,label; object "
      "is the id in linkage.csv), summary.json, and the drawn tree; of a method that makes places or similarities "
      "places.csv with a picture, or similarities.npy. --support tells how sure the branches of a tree are (nodes.csv; "
      "the "
      "trees of samples are in bootstrap.nwk, what most of them have in consensus.nwk), and how often each object is "
      "in "
      "its cluster (the column share of labels.csv, co_clustering.csv for pairs); "
      "--compare "
      "tells which method foretells answers best that it has not seen, and makes no clusters.",
      "tertium cluster car --method 4-AL -k 4\n"
      "  tertium cluster answers.csv --method AddS-3-AL --skip-bad\n"
      "  tertium cluster car --method AddS-3-AL --support 1000\n"
      "  tertium cluster faces --method AddS-3-AL --support 1000 --collapse .5\n"
      "  tertium cluster faces --method AddS-3-AL --support local\n"
      "  tertium cluster car --method AddS-3-AL+search+lengths --outgroup \"outlier 21\"\n"
      "  tertium cluster faces --compare AddS-3-AL,4-AL,t-STE --folds subjects\n"
      "  tertium cluster car --method \"t-STE(d=3)\"\n"
      "  tertium cluster friends.mtx --method AL -k 5\n"
      "  zcat answers.csv.gz | tertium cluster - -o results");
  add_answer_files(line, "answers, or a graph");
  line.option(
      "method", 0, "METHOD",
      "a method, chain or beginning of one: trees, clusters, places (t-STE) or similarities (AddS-3); tertium "
      "methods lists them. Default: of graphs AL, of answers 4-AL+search, where that foretells answers held out "
      "as well as the better one of the same with lengths (+lengths(interchanges=0)) and with lengths and "
      "interchanges (+lengths), else that one");
  line.option("set", 0, "KEY=VALUE",
              "a parameter of the method, e.g. --set ties=random; with --compare, of those methods that have it",
              CommandLine::Count::kAnyNumber);
  line.option(
      "clusters", 'k', "K",
      "cut the tree into K clusters (default: 2), or make so many; auto: of 1 to 20 clusters of a tree the number "
      "of the best criterion (BIC) of the answers, or the number that the method finds; held-out: of 1 to 20 the "
      "smallest that foretells answers held out as well as the best");
  add_support_options(line);
  line.option("outgroup", 0, "NAMES",
              "of a tree with lengths: the root is in the middle of the branch that parts these objects (separated by "
              "commas) from all others, not in the middle of the longest path; trees of samples have theirs as near to "
              "that as they can");
  add_compare_options(line);
  line.option(
      "people", 0, "RULE",
      "what answers count by who gave them: all (default), the same; attentive, not those of people of whom no "
      "more is foretold than by chance; weighed, the more, the more of somebody's answers is foretold from those "
      "of others; with --compare a list, and each method is tried with each");
  add_answer_options(line, ", graph");
  line.option("seed", 0, "SEED", "of the random renumbering of objects and of random ties (default: 1)");
  line.option("output", 'o', "FOLDER", "where results go (default: the name of FILE and -tertium, here)");
  line.flag("force", "replace files of another line in FOLDER");
  line.flag("no-picture", "draw nothing, and make no page");
  line.option("images", 0, "FOLDER", "pictures of the objects, NAME.png (jpg, webp, gif, svg), for the page tree.html");
  add_tree_options(line);
  return line;
}

constexpr core::Provisions kGraph{core::Provision::kGraph};

/// Whether FILE is a graph, and that no option is given that only answers have.
bool is_graph(const CommandLine& line) {
  const std::string kind = line.text("kind", "auto");
  if (kind != "graph" && (kind != "auto" || !files::is_graph_file(line.text("FILE")))) return false;
  for (const char* option :
       {"base", "objects", "skip-bad", "columns", "answers", "from", "questions", "normalize", "responses", "sets",
        "missing", "drop-subjects", "people", "support", "collapse", "compare", "outgroup"})
    if (line.has(option))
      throw UsageError(fmt::format("--{} is for answers ({} is a graph), leave it out{}", option, line.text("FILE"),
                                   std::string_view(option) == "objects" ? ", or list all objects with --names" : ""));
  if (line.text("heights", "rank") != "rank")
    throw UsageError(fmt::format("--heights {} is a share of answers ({} is a graph), leave it out",
                                 line.text("heights"), line.text("FILE")));
  return true;
}

core::Method method_of(const CommandLine& line, bool graph) {
  const std::string name = line.text("method", graph ? "AL" : answers::kDefaultMethod);
  const std::vector<std::string> kernels = answers::kernels_of_answers();
  const bool is_kernel = std::find(kernels.begin(), kernels.end(), core::split_method_name(name).bare) != kernels.end();
  core::Method method = is_kernel ? answers::kernel_called(name) : core::find_method(name);
  core::set_parameters(method, settings_of(line.texts("set")));
  const core::Provisions provided = graph ? kGraph : answers::kOfAnswers;
  if (provided.includes(method.needs())) return method;
  throw UsageError(graph ? answers::unmet_needs(method, provided, "only a graph is known here", "graphs")
                         : answers::unmet_needs(method, provided, "only somebody's answers are known here", "answers"));
}

core::Label clusters_of(const CommandLine& line) {
  return static_cast<core::Label>(line.integer("clusters", 0, 1, core::kMostObjects));
}

/// Throws UsageError for what is about clusters or their tree, where there are none.
void check_kind(const CommandLine& line, const core::Method& method) {
  if (makes_clusters(method)) return;
  for (const char* option : {"clusters", "support", "collapse", "images", "orientation", "heights", "outgroup"})
    if (line.has(option))
      throw UsageError(fmt::format("--{} is for clusters ({} makes {}), leave it out, or put a step behind it: {}+AL",
                                   option, method.name, name_of(method.returns()), method.name));
}

/// -k auto: by the tree's criterion, or as the method finds it.
void take_auto(ClusterOptions& options) {
  const core::Method& method = options.request.method;
  options.request.by_criterion = method.returns() == core::ProductKind::kTree;
  if (options.request.by_criterion && options.source.graph)
    throw UsageError("--clusters auto: a graph has no answers to judge by, give a number or leave it out");
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
  if (!options.chooses_clusters) options.request = answers::with_clusters(options.request, clusters_of(line));
}

void take_people(const CommandLine& line, ClusterOptions& options) {
  std::vector<answers::PeopleRule> rules;
  for (const std::string& name : core::split_list(line.text("people", "all")))
    if (const answers::PeopleRule rule = answers::people_rule(name); std::ranges::count(rules, rule) == 0)
      rules.push_back(rule);
  if (options.compare)
    options.compare->people = rules;
  else if (rules.size() != 1)
    throw UsageError("--people has several rules, and without --compare there is one fit, give one of them");
  else
    options.request.people = rules.front();
}

}  // namespace

bool makes_clusters(const core::Method& method) {
  return method.returns() == core::ProductKind::kTree || method.returns() == core::ProductKind::kPartition;
}

std::optional<ClusterOptions> parse_cluster_options(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return std::nullopt;
  ClusterOptions options;
  const bool graph = is_graph(line);
  options.source = answer_source(line, "graph");
  options.source.graph = graph;
  options.compare = compare_request(line);
  options.request.method = options.compare ? core::find_method(answers::kDefaultMethod) : method_of(line, graph);
  options.method_is_default = !line.has("method");
  options.chooses_method = options.method_is_default && !graph && !options.compare && line.texts("set").empty();
  check_kind(line, options.request.method);
  options.request.seed = line.natural("seed", 1);
  options.folds = answers::parse_folds(line.text("folds", "10"));
  take_support(line, options);
  take_people(line, options);
  if (options.compare) {
    options.compare->folds = options.folds;
    options.compare->seed = options.request.seed;
    if (line.has("clusters")) options.compare->clusters = clusters_of(line);
  } else if (line.has("clusters")) {
    take_clusters(line, options);
  }
  if (options.request.support > 0 || options.request.local_support || options.compare || options.chooses_clusters ||
      options.chooses_method || options.request.by_criterion || options.request.people != answers::PeopleRule::kAll) {
    options.source.reading.origins = true;
    options.most_kept = SIZE_MAX;  // whoever draws answers again needs them side by side
  }
  options.outgroup = line.text("outgroup", "");
  if (line.has("outgroup") && core::trimmed(options.outgroup).empty())
    throw core::UsageError("--outgroup names no object, give names with commas between, or leave it out");
  if (!options.outgroup.empty() && options.chooses_clusters)
    throw UsageError(
        "--outgroup moves the root, and --clusters held-out cuts trees that have it elsewhere, give a number");
  options.output = line.text("output");
  options.force = line.has("force");
  options.picture = !line.has("no-picture");
  options.images = line.text("images", "");
  if (!options.images.empty() && !std::filesystem::is_directory(options.images))
    throw UsageError(fmt::format("--images {} is no folder, name one with pictures", options.images.string()));
  if (!options.images.empty() && !options.picture)
    throw UsageError("--images is for the page that --no-picture leaves out, give one of them");
  options.page = tree_page(line);
  options.source.told = options.picture && options.page["heights"] == "similarity";
  return options;
}

}  // namespace tertium::experiments
