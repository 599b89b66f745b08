#include "program/answers/trees.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "answers/conclusions/against_table.hpp"
#include "answers/results/results.hpp"
#include "answers/trees/given_tree.hpp"
#include "answers/trees/tree_pair.hpp"
#include "core/base/error.hpp"
#include "files/structures/object_rows.hpp"
#include "files/text/text_file.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/embed.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/tanglegram_picture.hpp"
#include "program/answers/trees_options.hpp"
#include "program/answers/trees_report.hpp"
#include "program/options/command_line.hpp"
#include "program/options/into.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// A share of trees; below half, branches may contradict each other.
Into threshold_into(double& threshold) {
  return Into([&threshold](const std::string& option, const std::string& text) {
    threshold = number_in<double>(option, text, 0.0, 1.0);
    if (threshold < answers::kMajority)
      throw core::UsageError(
          fmt::format("{} {} is below one half (such branches may contradict each other), give a fraction from .5 to 1",
                      option, text));
  });
}

CommandLine command_line(TreesOptions& options) {
  CommandLine line("trees",
                   "What two trees of the same objects have in common, and where they differ; consensus of many trees.",
                   "tertium cluster answers.csv --method AddS-3-AL --support 1000 -o adds\n"
                   "  tertium cluster answers.csv --method t-STE+AL -o tste\n"
                   "  tertium trees adds tste --picture both.pdf\n"
                   "  tertium trees adds/tree.nwk other.nwk --common -o compared\n"
                   "  tertium trees adds tste --picture both.png --classes adds/labels.csv\n"
                   "  tertium trees adds/bootstrap.nwk --threshold .7 -o consensus\n"
                   "  tertium trees posterior.nex tste -o held-against\n"
                   "  tertium trees adds --against word_vectors.csv --cosine");
  line.argument("TREE", options.files,
                "two trees, each a result folder of tertium cluster, Newick, NEXUS or a scipy linkage (.csv, .npy); or "
                "one file of many trees, or more than two: their consensus; or many, and one that they are compared "
                "with; or with --against a single one");
  line.output(
      "The triplet distance (triples of objects whose closest pair differs), the Robinson-Foulds distance, branches of "
      "only one tree and their support. With -o summary.json and branches.csv. For many trees: their distances to the "
      "consensus, or to the one; with -o consensus.nwk, or that one as tree.nwk, with the fraction of trees that have "
      "each branch, and distances.csv.");
  line.see_also("cluster, groups");
  line.flag("common", options.pair.common,
            "leave out leaves that only one of the trees has (without it they are refused)");
  line.flag("unrooted", options.pair.unrooted,
            "compare branches and sets of four objects, regardless of roots (default if a tree is unrooted: [&U] "
            "before it, or three branches at its root)");
  line.option("threshold", 0, "SHARE", threshold_into(options.threshold),
              "for many trees: the consensus has the branches of at least this fraction of them, and of more than half "
              "(default: .5, majority rule; 1: strict consensus)");
  line.option("list", 'n', "N", in_range(options.listed, 0, 1'000'000),
              fmt::format("number of branches listed, of each of two trees (default: {})", options.listed));
  line.flag("json", options.json, "print the numbers as JSON, and nothing else");
  line.option("output", 'o', "FOLDER", options.output, "write the results there (default: nothing is written)");
  line.flag("force", options.force, "replace files of another command line in FOLDER, and an existing picture");
  line.option("picture", 0, "FILE", options.picture,
              "draw both trees face to face, or the consensus: FILE.png, .pdf or .svg");
  line.option("classes", 0, "TABLE", options.classes,
              "colours by class: a table with columns name and class (or label), as labels.csv of a result");
  line.option("against", 0, "TABLE", options.against,
              "compare a single tree with vectors of its leaves, such as a language model's (CSV: name, then numbers): "
              "triplets with the same closest pair");
  line.flag("cosine", options.cosine, "with --against: compare its vectors by cosines, not by Euclidean distances");
  add_picture_options(line, options.page);
  return line;
}

void check_picture(const CommandLine& line, const TreesOptions& options) {
  const std::string extension = options.picture.extension().string();
  if (line.has("picture") && extension != ".png" && extension != ".pdf" && extension != ".svg")
    throw core::UsageError(
        fmt::format("--picture {}: pictures of this kind are not drawn, end its name in .png, .pdf or .svg",
                    options.picture.string()));
  if (line.has("classes") && !line.has("picture"))
    throw core::UsageError("--classes colours the picture (there is none), add --picture FILE");
  if (line.has("picture")) options.outputs().expect_free(options.picture);
}

void write_results(const TreesOptions& options, const answers::TreePair& pair, const answers::TreesComparison& found,
                   const std::string& json, const std::string& command_line) {
  if (!options.output) return;
  ResultFolder folder(*options.output, {"tertium trees", command_line, {"summary.json", "branches.csv"}},
                      options.outputs());
  folder.write("summary.json", json);
  folder.write("branches.csv", files::csv_of(branch_rows(pair, found), files::recorded(pair)));
}

/// What files have; of two the one tree of the one that has no more, if there is such a file.
struct GivenTrees {
  std::vector<answers::TreeSource> many;
  std::optional<answers::TreeSource> one;
};

GivenTrees read_given(const std::vector<std::string>& files) {
  GivenTrees given;
  for (const std::string& file : files) {
    std::vector<answers::TreeSource> read = answers::read_trees(file);
    const bool second = files.size() == 2 && &file == &files.back();
    if (second && (read.size() == 1 || given.many.size() == 1)) {
      if (read.size() > 1) std::swap(given.many, read);
      given.one = std::move(read.front());
    } else {
      std::ranges::move(read, std::back_inserter(given.many));
    }
  }
  return given;
}

/// What two trees have in common.
void compare_two(const TreesOptions& options, const answers::TreeSource& first, const answers::TreeSource& second,
                 const std::string& command_line) {
  const answers::TreePair pair = answers::paired(first, second, options.pair);
  const ClassTable classes = options.classes.empty() ? ClassTable() : read_classes(options.classes, pair.names);
  const answers::TreesComparison found = answers::compare_trees(pair);
  const std::string json = trees_json(pair, found, command_line);
  write_results(options, pair, found, json, command_line);
  if (options.json) fmt::print("{}", json);
  const bool drawn = !options.picture.empty() && draw_tanglegram(options.picture, pair, found, classes, options.page);
  if (!options.json)
    fmt::print("{}{}", trees_report(pair, found, options.listed),
               files_line(options, {"summary.json", "branches.csv"}, drawn));
}

/// A tree beside vectors of its leaves.
void hold_against(const CommandLine& line, const TreesOptions& options) {
  if (options.files.size() != 1) throw core::UsageError("--against is for a single tree (there are several), name one");
  for (const char* option : {"common", "unrooted", "threshold", "list", "output", "picture", "classes"})
    if (line.has(option)) throw core::UsageError(fmt::format("--{} is not for --against, leave it out", option));
  const answers::TreeSource tree = answers::read_tree(options.files.front());
  const std::vector<std::string>& names = tree.named.names;
  const answers::AgainstTable found =
      answers::compare_with(files::vectors_of(files::read_object_rows(options.against)), options.cosine,
                            answers::given_tree(tree, names), names, {}, 1);
  if (options.json)
    fmt::print("{}\n", json_of(record_of(found)).dump(2));
  else
    fmt::print("{}", against_lines(found));
}

}  // namespace

std::string files_line(const TreesOptions& options, const std::vector<std::string>& written, bool drawn) {
  std::vector<std::string> files;
  if (options.output) files.push_back(fmt::format("in {}: {}", options.output->string(), fmt::join(written, ", ")));
  if (drawn) files.push_back(options.picture.string());
  return files.empty() ? "" : "\n" + terminal::report_line("files", fmt::format("{}", fmt::join(files, "; ")));
}

int run_trees(const std::vector<std::string>& args) {
  TreesOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  check_picture(line, options);
  if (options.cosine && options.against.empty())
    throw core::UsageError("--cosine is for --against, give that, too, or leave it out");
  if (!options.against.empty()) {
    hold_against(line, options);
    return terminal::kComplete;
  }
  if (std::ranges::count(options.files, files::kStandardInput) > 1)
    throw core::UsageError("the standard input is read once, name a file for the other");
  const GivenTrees given = read_given(options.files);
  if (given.one && line.has("threshold"))
    throw core::UsageError("--threshold is for a consensus of many trees (no consensus is made here), leave it out");
  if (!given.one && given.many.size() == 1)
    throw core::UsageError(fmt::format("{} is one tree, name another to compare it with", options.files[0]));
  const std::string command_line = fmt::format("tertium trees {}", fmt::join(args, " "));
  if (given.one && given.many.size() == 1)
    compare_two(options, given.many.front(), *given.one, command_line);
  else
    summarize_trees(options, given.many, given.one, command_line);
  return terminal::kComplete;
}

}  // namespace tertium::program
