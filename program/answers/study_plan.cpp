#include "program/answers/study_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "answers/study/study.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/structures/graph_file.hpp"
#include "files/text/text_file.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/tree_picture.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kWidth = "8.5";           // cm, a column of a journal
constexpr const char* kSomeTree = "AddS-3-AL";  // for options that are checked before the method is known

CommandLine command_line(StudyPlan& plan, nlohmann::ordered_json& page) {
  CommandLine line("study", "From answers to a paper in one line: answers, compare, and the tree of the best method.",
                   "tertium study study.csv -o to-paper\n"
                   "  tertium study study.csv --methods 4-AL,4K-AL,AddS-3-AL --folds subjects --support 200\n"
                   "  tertium study study.csv --dry-run");
  add_answer_files(line, "answers", plan.source);
  line.output(
      "Folders answers, compare and tree with what these three make; methods.md, paragraphs for a Methods section with "
      "numbers, settings and versions; references.bib.");
  line.see_also("answers, compare, cluster");
  line.option("methods", 0, "METHODS",
              "which are compared: a list as in 4-AL+search,t-STE+AL, ranges as in t-STE(d=2..4)+AL; trees (default): "
              "those that apply and take at most a minute of a core each");
  line.option("folds", 0, "FOLDS", "as in tertium compare (default: 10)");
  line.option("support", 0, "TREES", "trees of samples, for the support of branches and clusters (default: 1000)");
  line.option("clusters", 'k', "K", "a number, held-out (default) or auto, as in tertium cluster");
  line.option("seed", 0, "SEED", "of folds, samples, renumberings and random ties (default: 1)");
  add_answer_options(line, plan.source);
  line.option("output", 'o', "FOLDER", plan.folder, "default: the name of FILE and -study, here");
  line.flag("force", plan.force, "replace files of another line in FOLDER");
  line.flag("dry-run", plan.dry_run, "print the commands that make the same files, and do nothing");
  line.topic(CommandLine::Topic::kDrawing);
  line.option("images", 0, "FOLDER", "pictures of the objects, NAME.png (jpg, webp, gif, svg), for the page tree.html");
  line.topic(CommandLine::Topic::kOwn);
  add_tree_options(line, page, "8.5, a column");
  return line;
}

/// What the options of a tree's picture and of answers are called.
CommandLine picture_options(nlohmann::ordered_json& page) {
  CommandLine line("study", "", "");
  add_tree_options(line, page);
  return line;
}

CommandLine answer_options(answers::AnswerSource& source) {
  CommandLine line("study", "", "");
  add_answer_options(line, source);
  return line;
}

/// An option with its value where it was given, or with `otherwise` where that is not empty.
void say(const CommandLine& line, const char* name, const std::string& otherwise, Words& words) {
  if (line.has(name) || !otherwise.empty()) words.push_back(fmt::format("--{}={}", name, line.text(name, otherwise)));
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void say_output(const StudyPlan& plan, const char* part, Words& words) {
  words.push_back(fmt::format("--output={}", (plan.folder / part).string()));
  if (plan.force) words.emplace_back("--force");
}

void plan_compare(const CommandLine& line, const Words& reading, StudyPlan& plan) {
  append(plan.compare, reading);
  plan.compare.push_back(fmt::format("--methods={}", line.text("methods", "trees")));
  say(line, "folds", "", plan.compare);
  say(line, "seed", "", plan.compare);
  say_output(plan, kCompareFolder, plan.compare);
}

void plan_tree(const CommandLine& line, nlohmann::ordered_json& page, const Words& reading, StudyPlan& plan) {
  append(plan.tree_head, reading);
  say(line, "support", std::to_string(answers::kStudyTrees), plan.tree_tail);
  say(line, "clusters", "held-out", plan.tree_tail);
  if (line.text("clusters", "held-out") == "held-out") say(line, "folds", "", plan.tree_tail);
  say(line, "seed", "", plan.tree_tail);
  append(plan.tree_tail, line.said_for(picture_options(page)));
  if (!line.has("width")) say(line, "width", kWidth, plan.tree_tail);
  say(line, "images", "", plan.tree_tail);
  say_output(plan, kTreeFolder, plan.tree_tail);
}

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "+-_./=:,@%";
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kPlain.find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted;
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return fmt::format("'{}'", quoted);
}

std::string shell_line(const char* command, const Words& words) {
  std::string text = fmt::format("tertium {}", command);
  for (const std::string& word : words) text += ' ' + shell_word(word);
  return text;
}

}  // namespace

Words StudyPlan::tree(const std::string& method) const {
  Words words = tree_head;
  words.push_back("--method=" + method);
  append(words, tree_tail);
  return words;
}

std::optional<StudyPlan> study_plan(const Words& args) {
  StudyPlan plan;
  nlohmann::ordered_json page;
  CommandLine line = command_line(plan, page);
  if (!line.parse(args)) return std::nullopt;
  const std::string& path = plan.source.path;
  if (files::is_stream(path))
    throw core::UsageError(
        fmt::format("{}: a study reads it three times (a stream is gone after the first), save it as a file", path));
  if (files::is_graph_file(path))
    throw core::UsageError(
        fmt::format("{}: is a graph (a study is of answers), make its tree with tertium cluster {}", path, path));
  if (const std::string problem = answers::no_trees_problem(core::split_list(line.text("methods", "trees")));
      !problem.empty())
    throw core::UsageError("--methods " + problem);
  if (!line.has("output")) plan.folder = answers::stem_of(plan.source) + "-study";
  Words reading{path};
  append(reading, plan.source.others);
  append(reading, line.said_for(answer_options(plan.source)));
  append(plan.look, reading);
  say_output(plan, kLookFolder, plan.look);
  plan_compare(line, reading, plan);
  plan_tree(line, page, reading, plan);
  (void)parse_compare_options(plan.compare);  // refused before anything is done
  plan.clusters = parse_cluster_options(plan.tree(kSomeTree))->request.clusters;
  return plan;
}

std::string line_of(const char* command, const Words& words) {
  return fmt::format("tertium {} {}", command, fmt::join(words, " "));
}

std::vector<std::string> shell_lines(const StudyPlan& plan) {
  const std::string table = shell_word((plan.folder / kCompareFolder / "comparison.csv").string());
  std::string tree = shell_line("cluster", plan.tree_head) + " --method=\"$method\"";
  for (const std::string& word : plan.tree_tail) tree += ' ' + shell_word(word);
  return {shell_line("answers", plan.look), shell_line("compare", plan.compare),
          // The best is in the second line; a name with commas is in quotes.
          fmt::format(R"sh(method=$(sed -n '2{{/^"/!s/,.*//p;s/^"\([^"]*\)".*/\1/p;}}' {}))sh", table), tree};
}

}  // namespace tertium::program
