#include "program/answers/trees.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

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

constexpr std::int64_t kListed = 8;  // branches of each tree

CommandLine command_line() {
  CommandLine line("trees", "What two trees of the same objects have in common, and where they differ.",
                   "tertium cluster answers.csv --method AddS-3-AL --support 1000 -o adds\n"
                   "  tertium cluster answers.csv --method t-STE+AL -o tste\n"
                   "  tertium trees adds tste --picture both.pdf\n"
                   "  tertium trees adds/tree.nwk other.nwk --common -o compared\n"
                   "  tertium trees adds tste --picture both.png --classes adds/labels.csv");
  line.argument("FIRST", "a tree: the folder of a result of tertium cluster, Newick, a linkage of scipy (.csv, .npy)");
  line.argument("SECOND", "the tree that it is compared with");
  line.output(
      "The triplet distance (triples of objects of which other two are closest), the Robinson-Foulds distance, "
      "branches that only one tree has and how sure they are. With -o summary.json and branches.csv.");
  line.see_also("cluster, groups");
  line.flag("common", "leave out leaves that only one of the trees has (without it they are refused)");
  line.flag("unrooted",
            "compare branches and sets of four objects, wherever the roots are (default where a tree is unrooted: [&U] "
            "stands before it, or its root has three parts)");
  line.option("list", 'n', "N", fmt::format("branches of each tree that are listed (default: {})", kListed));
  line.flag("json", "print the numbers as JSON, and nothing else");
  line.option("output", 'o', "FOLDER", "write what is found there (default: nothing is written)");
  line.flag("force", "replace files of another line in FOLDER, and a picture that is there");
  line.option("picture", 0, "FILE", "both trees face to face, FILE.png, .pdf or .svg");
  line.option("classes", 0, "TABLE",
              "colours by class: a table with columns name and class (or label), as labels.csv of a result");
  add_picture_options(line);
  return line;
}

Outputs outputs_of(const CommandLine& line) {
  return {{line.text("FIRST"), line.text("SECOND"), line.text("classes")}, line.has("force")};
}

std::filesystem::path picture_file(const CommandLine& line) {
  const std::filesystem::path file = line.text("picture");
  const std::string extension = file.extension().string();
  if (line.has("picture") && extension != ".png" && extension != ".pdf" && extension != ".svg")
    throw core::UsageError(fmt::format(
        "--picture {}: pictures of this kind are not drawn, end its name in .png, .pdf or .svg", file.string()));
  if (line.has("classes") && !line.has("picture"))
    throw core::UsageError("--classes colours the picture (there is none), add --picture FILE");
  if (line.has("picture")) outputs_of(line).expect_free(file);
  return file;
}

void write_results(const CommandLine& line, const answers::TreePair& pair, const answers::TreesComparison& found,
                   const std::string& json, const std::string& command_line) {
  if (!line.has("output")) return;
  ResultFolder folder(line.text("output"), {"tertium trees", command_line, {"summary.json", "branches.csv"}},
                      outputs_of(line));
  folder.write("summary.json", json);
  folder.write("branches.csv", branches_csv(pair, found));
}

/// What was written where.
std::string files_line(const CommandLine& line, bool drawn) {
  std::vector<std::string> files;
  if (line.has("output")) files.push_back(fmt::format("in {}: summary.json, branches.csv", line.text("output")));
  if (drawn) files.push_back(line.text("picture"));
  return files.empty() ? "" : "\n" + terminal::report_line("files", fmt::format("{}", fmt::join(files, "; ")));
}

}  // namespace

int run_trees(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return terminal::kComplete;
  const std::filesystem::path picture = picture_file(line);
  const nlohmann::ordered_json page = picture_page(line);
  const auto listed = static_cast<std::size_t>(line.integer("list", kListed, 0, 1'000'000));
  if (line.text("FIRST") == files::kStandardInput && line.text("SECOND") == files::kStandardInput)
    throw core::UsageError("the standard input is one tree, name a file for the other");
  const answers::TreeSource first = answers::read_tree(line.text("FIRST")),
                            second = answers::read_tree(line.text("SECOND"));
  const answers::TreePair pair =
      answers::paired(first, second, {.common = line.has("common"), .unrooted = line.has("unrooted")});
  const ClassTable classes = line.has("classes") ? read_classes(line.text("classes"), pair.names) : ClassTable();
  const answers::TreesComparison found = answers::compare_trees(pair);
  const std::string command_line = fmt::format("tertium trees {}", fmt::join(args, " "));
  const std::string json = trees_json(pair, found, command_line);
  write_results(line, pair, found, json, command_line);
  if (line.has("json")) fmt::print("{}", json);
  const bool drawn = line.has("picture") && draw_tanglegram(picture, pair, found, classes, page);
  if (!line.has("json")) fmt::print("{}{}", trees_report(pair, found, listed), files_line(line, drawn));
  return terminal::kComplete;
}

}  // namespace tertium::program
