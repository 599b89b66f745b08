#include "program/answers/trees.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "answers/results/results.hpp"
#include "answers/trees/tree_pair.hpp"
#include "core/base/error.hpp"
#include "files/text/text_file.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/tanglegram_picture.hpp"
#include "program/answers/trees_report.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

struct TreesOptions {
  std::string first, second;
  answers::Pairing pair{};
  std::size_t listed = 8;  // branches of each tree
  bool json = false, force = false;
  std::optional<std::filesystem::path> output{};
  std::filesystem::path picture{}, classes{};
  nlohmann::ordered_json page;
};

CommandLine command_line(TreesOptions& options) {
  CommandLine line("trees", "What two trees of the same objects have in common, and where they differ.",
                   "tertium cluster answers.csv --method AddS-3-AL --support 1000 -o adds\n"
                   "  tertium cluster answers.csv --method t-STE+AL -o tste\n"
                   "  tertium trees adds tste --picture both.pdf\n"
                   "  tertium trees adds/tree.nwk other.nwk --common -o compared\n"
                   "  tertium trees adds tste --picture both.png --classes adds/labels.csv");
  line.argument("FIRST", options.first,
                "a tree: the folder of a result of tertium cluster, Newick, a linkage of scipy (.csv, .npy)");
  line.argument("SECOND", options.second, "the tree that it is compared with");
  line.output(
      "The triplet distance (triples of objects of which other two are closest), the Robinson-Foulds distance, "
      "branches that only one tree has and how sure they are. With -o summary.json and branches.csv.");
  line.see_also("cluster, groups");
  line.flag("common", options.pair.common,
            "leave out leaves that only one of the trees has (without it they are refused)");
  line.flag("unrooted", options.pair.unrooted,
            "compare branches and sets of four objects, wherever the roots are (default where a tree is unrooted: [&U] "
            "stands before it, or its root has three parts)");
  line.option("list", 'n', "N", in_range(options.listed, 0, 1'000'000),
              fmt::format("branches of each tree that are listed (default: {})", options.listed));
  line.flag("json", options.json, "print the numbers as JSON, and nothing else");
  line.option("output", 'o', "FOLDER", options.output, "write what is found there (default: nothing is written)");
  line.flag("force", options.force, "replace files of another line in FOLDER, and a picture that is there");
  line.option("picture", 0, "FILE", options.picture, "both trees face to face, FILE.png, .pdf or .svg");
  line.option("classes", 0, "TABLE", options.classes,
              "colours by class: a table with columns name and class (or label), as labels.csv of a result");
  add_picture_options(line, options.page);
  return line;
}

Outputs outputs_of(const TreesOptions& options) {
  return {{options.first, options.second, options.classes}, options.force};
}

void check_picture(const CommandLine& line, const TreesOptions& options) {
  const std::string extension = options.picture.extension().string();
  if (line.has("picture") && extension != ".png" && extension != ".pdf" && extension != ".svg")
    throw core::UsageError(
        fmt::format("--picture {}: pictures of this kind are not drawn, end its name in .png, .pdf or .svg",
                    options.picture.string()));
  if (line.has("classes") && !line.has("picture"))
    throw core::UsageError("--classes colours the picture (there is none), add --picture FILE");
  if (line.has("picture")) outputs_of(options).expect_free(options.picture);
}

void write_results(const TreesOptions& options, const answers::TreePair& pair, const answers::TreesComparison& found,
                   const std::string& json, const std::string& command_line) {
  if (!options.output) return;
  ResultFolder folder(*options.output, {"tertium trees", command_line, {"summary.json", "branches.csv"}},
                      outputs_of(options));
  folder.write("summary.json", json);
  folder.write("branches.csv", files::csv_of(branch_rows(pair, found), files::recorded(pair)));
}

/// What was written where.
std::string files_line(const TreesOptions& options, bool drawn) {
  std::vector<std::string> files;
  if (options.output) files.push_back(fmt::format("in {}: summary.json, branches.csv", options.output->string()));
  if (drawn) files.push_back(options.picture.string());
  return files.empty() ? "" : "\n" + terminal::report_line("files", fmt::format("{}", fmt::join(files, "; ")));
}

}  // namespace

int run_trees(const std::vector<std::string>& args) {
  TreesOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  check_picture(line, options);
  if (options.first == files::kStandardInput && options.second == files::kStandardInput)
    throw core::UsageError("the standard input is one tree, name a file for the other");
  const answers::TreeSource first = answers::read_tree(options.first), second = answers::read_tree(options.second);
  const answers::TreePair pair = answers::paired(first, second, options.pair);
  const ClassTable classes = line.has("classes") ? read_classes(options.classes, pair.names) : ClassTable();
  const answers::TreesComparison found = answers::compare_trees(pair);
  const std::string command_line = fmt::format("tertium trees {}", fmt::join(args, " "));
  const std::string json = trees_json(pair, found, command_line);
  write_results(options, pair, found, json, command_line);
  if (options.json) fmt::print("{}", json);
  const bool drawn = line.has("picture") && draw_tanglegram(options.picture, pair, found, classes, options.page);
  if (!options.json) fmt::print("{}{}", trees_report(pair, found, options.listed), files_line(options, drawn));
  return terminal::kComplete;
}

}  // namespace tertium::program
