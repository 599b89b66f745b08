#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "answers/study/study.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/structures/graph_file.hpp"
#include "files/text/text_file.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/reading_words.hpp"
#include "program/answers/study.hpp"
#include "program/answers/tree_picture.hpp"
#include "program/options/command_line.hpp"
#include "program/options/method_settings.hpp"

namespace tertium::program {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kWidth = "8.5";           // cm, a column of a journal
constexpr const char* kSomeTree = "AddS-3-AL";  // for options that are read before the method is known
constexpr const char* kMethod = "--method=";

CommandLine command_line(StudyPlan& plan, answers::AnswerSource& source, nlohmann::ordered_json& page) {
  CommandLine line(
      "study",
      "From answers to a paper in one command: answers, compare, the tree of the best method, a map, and groups.",
      "tertium study study.csv -o to-paper\n"
      "  tertium study study.csv --methods 4-AL,4K-AL,AddS-3-AL --folds subjects --support 200\n"
      "  tertium study study.csv --dry-run");
  add_answer_files(line, "answers", source);
  line.output(
      "Folders answers, compare, tree, map and groups (if a column has them) with the results of these commands; "
      "methods.md, paragraphs for a Methods section with numbers, settings and versions; references.bib.");
  line.see_also("answers, compare, cluster, embed, groups");
  add_steps_option(line);
  line.option("methods", 0, "METHODS",
              "methods to compare: a list as in 4-AL+search,t-STE+AL, ranges as in t-STE(d=2..4)+AL; trees (default): "
              "those that apply and take at most a minute of one core each");
  line.option("folds", 0, "FOLDS", "as in tertium compare (default: 10)");
  line.option("support", 0, "TREES", "bootstrap trees, for the support of branches and clusters (default: 1000)");
  line.option("clusters", 'k', "K", "a number, held-out (default) or auto, as in tertium cluster");
  line.option("bound", 0, "TIME",
              "as in tertium cluster and compare: what any tree, and any distances, can satisfy at most");
  line.option("seed", 0, "SEED", "of folds, samples, renumberings and random ties (default: 1)");
  add_answer_options(line, source);
  line.option("output", 'o', "FOLDER", plan.folder, "default: the name of FILE and -study, in this folder");
  line.flag("force", plan.force, "replace files of another command line in FOLDER");
  line.flag("dry-run", plan.dry_run, "print the commands that make the same files, and do nothing");
  line.topic(CommandLine::Topic::kDrawing);
  line.option("images", 0, "FOLDER", "pictures of the objects, NAME.png (jpg, webp, gif, svg), for the page tree.html");
  line.topic(CommandLine::Topic::kOwn);
  add_tree_options(line, page, "8.5, a column");
  return line;
}

/// An option with its value where it was given, or with `otherwise` where that is not empty.
void say(const CommandLine& line, const char* name, const std::string& otherwise, Words& words) {
  if (line.has(name) || !otherwise.empty()) words.push_back(fmt::format("--{}={}", name, line.text(name, otherwise)));
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

Words words_of_tree(const CommandLine& line) {
  Words words{kMethod, "--chance"};
  say(line, "steps", "", words);
  say(line, "support", std::to_string(answers::kStudyTrees), words);
  say(line, "clusters", "held-out", words);
  if (line.text("clusters", "held-out") == "held-out") say(line, "folds", "", words);
  say(line, "bound", "", words);
  say(line, "seed", "", words);
  CommandLine drawing("study", "", "");
  nlohmann::ordered_json page;
  add_tree_options(drawing, page);
  append(words, line.said_for(drawing));
  if (!line.has("width")) say(line, "width", kWidth, words);
  say(line, "images", "", words);
  return words;
}

Words words_of_map(const CommandLine& line) {
  Words words{fmt::format("--support={}", answers::kStudyMaps)};
  say(line, "seed", "", words);
  say(line, "width", kWidth, words);
  say(line, "images", "", words);
  return words;
}

/// Throws UsageError for what no study is made of.
void check_input(const CommandLine& line, const std::string& path) {
  if (files::is_stream(path))
    throw core::UsageError(fmt::format(
        "{}: the commands of a study read it three times (a stream can be read once), save it as a file", path));
  if (files::is_graph_file(path))
    throw core::UsageError(
        fmt::format("{}: is a graph (a study is of answers), make its tree with tertium cluster {}", path, path));
  if (const std::string problem = answers::no_trees_problem(core::split_list(line.text("methods", "trees")));
      !problem.empty())
    throw core::UsageError("--methods " + problem);
}

}  // namespace

Words with_method(Words tree_words, const std::string& method) {
  std::ranges::replace(tree_words, kMethod, kMethod + method);
  return tree_words;
}

std::optional<StudyPlan> study_plan(const Words& args) {
  StudyPlan plan;
  answers::AnswerSource source;
  nlohmann::ordered_json page;
  CommandLine line = command_line(plan, source, page);
  if (!line.parse(args)) return std::nullopt;
  check_input(line, source.path);
  plan.reading_words = reading_words(line);
  if (!line.has("output")) plan.folder = answers::stem_of(source) + "-study";
  const auto part = [&](const char* name, const Words& own) {
    Words words = plan.reading_words;
    append(words, own);
    words.push_back(fmt::format("--output={}", (plan.folder / name).string()));
    if (plan.force) words.emplace_back("--force");
    return words;
  };
  Words compare;
  say(line, "steps", "", compare);
  say(line, "methods", "trees", compare);
  say(line, "folds", "", compare);
  say(line, "bound", "", compare);
  say(line, "seed", "", compare);
  plan.look_words = part(kLookFolder, {});
  plan.compare_words = part(kCompareFolder, compare);
  plan.tree_words = part(kTreeFolder, words_of_tree(line));
  plan.map_words = part(kMapFolder, words_of_map(line));
  Words groups;
  say(line, "seed", "", groups);
  say(line, "width", kWidth, groups);
  plan.groups_words = part(kGroupsFolder, groups);
  plan.compare = *parse_compare_options(plan.compare_words);
  plan.tree = *parse_cluster_options(with_method(plan.tree_words, kSomeTree));
  // A result that is there is of this study: of an earlier file, maybe, and another method.
  plan.tree.force = plan.force || std::filesystem::exists(plan.tree.output / "summary.json");
  return plan;
}

std::string line_of(const char* command, const Words& words) {
  return fmt::format("tertium {} {}", command, fmt::join(words, " "));
}

std::vector<std::string> shell_lines(const StudyPlan& plan, bool map, bool groups) {
  const std::string table = shell_word((plan.folder / kCompareFolder / "comparison.csv").string());
  std::string tree = shell_line("cluster", plan.tree_words);
  tree.insert(tree.find(fmt::format(" {} ", kMethod)) + 1 + std::strlen(kMethod), "\"$method\"");
  std::vector<std::string> lines{
      shell_line("answers", plan.look_words), shell_line("compare", plan.compare_words),
      // The best is in the second line; a name with commas is in quotes.
      fmt::format(R"sh(method=$(sed -n '2{{/^"/!s/,.*//p;s/^"\([^"]*\)".*/\1/p;}}' {}))sh", table), tree};
  if (map) lines.push_back(shell_line("embed", plan.map_words));
  if (groups) lines.push_back(shell_line("groups", plan.groups_words));
  return lines;
}

}  // namespace tertium::program
