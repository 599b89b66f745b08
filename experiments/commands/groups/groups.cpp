#include "experiments/commands/groups/groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "answers/conclusions/groups.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/trees/trees_comparison.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/method_name.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/commands/cluster/places.hpp"
#include "experiments/commands/groups/groups_report.hpp"
#include "experiments/commands/options/job_progress.hpp"
#include "experiments/commands/options/method_settings.hpp"
#include "experiments/commands/trees/tanglegram_picture.hpp"
#include "experiments/figures/drawing.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/exit_code.hpp"

namespace tertium::experiments {
namespace {

const std::vector<std::string> kPictures{"groups.pdf", "groups.svg", "groups.png"};
constexpr const char* kTrees = "trees.pdf";

CommandLine command_line() {
  CommandLine line(
      "groups",
      "Do groups of people (patients, controls), or answers under several conditions, differ? A column group of FILE "
      "tells them, and a column subject who answered. Two things are looked at: how far what the method makes of one "
      "group's answers is from what it makes of another's (the share of triples of objects of which other two are "
      "closest), and whether people's answers are foretold better by others of their own group. How much of either "
      "there is where groups make no difference is found by shuffling people among the groups, or, of people who "
      "answered in several, their answers.",
      "tertium groups study.csv -o groups\n"
      "  tertium groups study.csv --columns \"Diagnosis=group,Participant=subject\"\n"
      "  tertium groups study.csv --method STE+AL+lengths --shuffles 10000");
  line.argument("FILE", "answers; - for the standard input; or the name of a data set of answers (tertium datasets)");
  line.option(
      "method", 0, "METHOD",
      fmt::format("a method or chain that makes places, trees or clusters (default: {}, of quadruplets {}); it is "
                  "run six times for every group and shuffle",
                  answers::kGroupMethod, answers::kGroupMethodOfQuadruplets));
  line.option("set", 0, "KEY=VALUE", "a parameter of the method", CommandLine::Count::kAnyNumber);
  line.option("shuffles", 0, "N", "how many (default: 1000); the smallest p is 1/(N+1)");
  line.option("folds", 0, "N", "of people, whose answers are foretold from those of others (default: 5)");
  add_answer_options(line);
  line.option("seed", 0, "SEED", "of shuffles, folds and the method (default: 1)");
  line.option("output", 'o', "FOLDER",
              "write summary.json, shuffles.csv, the places (GROUP.csv) or the tree (GROUP.nwk) of each group, and "
              "pictures there");
  line.flag("force", "replace files of another line in FOLDER");
  line.flag("no-picture", "draw nothing");
  add_picture_options(line);
  return line;
}

/// The one that is named. Throws UsageError.
std::optional<core::Method> named_method(const CommandLine& line) {
  if (!line.has("method")) return std::nullopt;
  core::Method method = core::find_method(line.text("method"));
  if (!answers::kOfAnswers.includes(method.needs()))
    throw core::UsageError(
        answers::unmet_needs(method, answers::kOfAnswers, "only somebody's answers are known here", "answers"));
  return method;
}

answers::GroupRequest request_of(const CommandLine& line, core::Method method) {
  answers::GroupRequest request{.method = std::move(method)};
  core::set_parameters(request.method, settings_of(line.texts("set")));
  request.shuffles = line.integer("shuffles", request.shuffles, 19, 1'000'000);
  request.folds = static_cast<std::int32_t>(line.integer("folds", request.folds, 2, 1000));
  request.seed = line.natural("seed", 1);
  return request;
}

/// "controls.nwk" or "controls.csv", by letters and digits of the groups' names; none of clusters.
std::vector<std::string> product_files(const answers::GroupRequest& request, const answers::GroupComparison& found) {
  const core::ProductKind kind = request.method.returns();
  if (kind == core::ProductKind::kPartition) return {};
  std::set<std::string> taken;
  std::vector<std::string> files;
  for (const answers::AnsweringGroup& group : found.groups) {
    std::string stem;
    for (const char c : group.name) stem += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    while (!taken.insert(stem).second) stem += '-';
    files.push_back(stem + (kind == core::ProductKind::kTree ? ".nwk" : ".csv"));
  }
  return files;
}

bool makes_trees(const answers::GroupRequest& request) {
  return request.method.returns() == core::ProductKind::kTree;
}

std::string product_text(const core::Product& product, const std::vector<std::string>& names) {
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) return core::newick(*tree, names) + "\n";
  return places_csv(std::get<core::Coordinates>(product), names);
}

/// Both trees face to face, where there are two.
bool draw_trees(const ResultFolder& folder, const answers::AnswerInput& input, const answers::GroupComparison& found,
                const nlohmann::ordered_json& page) {
  if (found.groups.size() != 2) return false;
  const auto source = [&](std::size_t g) {
    return answers::tree_of_names(core::RootedTree(std::get<core::Dendrogram>(found.made[g])), input.comparisons.names,
                                  found.groups[g].name);
  };
  const answers::TreePair pair = answers::paired(source(0), source(1), false);
  return draw_tanglegram(folder.file(kTrees), pair, answers::compare_trees(pair), {}, page);
}

/// What is there in the end.
std::vector<std::string> write_results(const CommandLine& line, const answers::AnswerInput& input,
                                       const answers::GroupRequest& request, const answers::GroupComparison& found,
                                       const Inputs& inputs, const std::string& command_line) {
  const std::vector<std::string> products = product_files(request, found);
  std::vector<std::string> files{"summary.json", "shuffles.csv"};
  files.insert(files.end(), products.begin(), products.end());
  std::vector<std::string> all = files;
  all.insert(all.end(), kPictures.begin(), kPictures.end());
  all.emplace_back(kTrees);
  ResultFolder folder(line.text("output"), {"tertium groups", command_line, all}, {inputs, line.has("force")});
  folder.write("summary.json", groups_json(input, request, found, command_line));
  folder.write("shuffles.csv", shuffles_csv(found));
  for (std::size_t g = 0; g < products.size(); ++g)
    folder.write(products[g], product_text(found.made[g], input.comparisons.names));
  if (line.has("no-picture")) return files;
  nlohmann::ordered_json description = groups_picture(found);
  description["page"] = picture_page(line);
  if (run_figure_script("groups", {folder.file("groups")}, description_text(description)))
    files.insert(files.end(), kPictures.begin(), kPictures.end());
  if (makes_trees(request) && draw_trees(folder, input, found, description["page"])) files.emplace_back(kTrees);
  return files;
}

}  // namespace

int run_groups(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return kComplete;
  const std::optional<core::Method> named = named_method(line);
  (void)picture_page(line);  // refused before anything is read
  if (named) (void)request_of(line, *named);
  answers::AnswerSource source = answer_source(line);
  source.reading.origins = true;
  const answers::AnswerInput input = answers::read_answer_input(source);
  const answers::GroupRequest request = request_of(line, named ? *named : answers::group_method(input));
  const std::string command_line = fmt::format("tertium groups {}", fmt::join(args, " "));
  const answers::GroupComparison found = answers::compare_groups(input, request, told_on_stderr());
  fmt::print("{}", groups_report(input, request, found));
  if (line.has("output")) {
    const std::vector<std::string> files = write_results(line, input, request, found, inputs_of(source), command_line);
    fmt::print("{:<11}in {}: {}\n", "files", line.text("output"), fmt::join(files, ", "));
  }
  return kComplete;
}

}  // namespace tertium::experiments
