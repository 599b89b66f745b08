#include "program/answers/groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "answers/conclusions/groups.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/results/results.hpp"
#include "answers/study/study_text.hpp"
#include "answers/tables/people_groups.hpp"
#include "answers/trees/trees_comparison.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/method_name.hpp"
#include "embedding/dense/main_plane.hpp"
#include "embedding/dense/procrustes.hpp"
#include "files/text/text_file.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/embed_files.hpp"
#include "program/answers/embed_picture.hpp"
#include "program/answers/groups_report.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/tanglegram_picture.hpp"
#include "program/options/command_line.hpp"
#include "program/options/job_progress.hpp"
#include "program/options/method_settings.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

const std::vector<std::string> kPictures{"groups.pdf", "groups.svg", "groups.png"};
const std::vector<std::string> kMaps{"maps.pdf", "maps.svg", "maps.png"};
constexpr const char* kTrees = "trees.pdf";

constexpr std::size_t kMostMaps = 6;  // side by side

struct GroupsOptions {
  answers::AnswerSource source;
  std::filesystem::path table{};         // of groups; empty: a column of the answers
  std::optional<core::Method> method{};  // that is named
  core::Settings settings{};
  answers::GroupRequest request{};  // method apart
  std::optional<std::filesystem::path> output{};
  bool force = false, picture = true;
  nlohmann::ordered_json page;
};

core::Method parse_method(const std::string& name) {
  core::Method method = core::find_method(name);
  if (!answers::kOfAnswers.includes(method.needs()))
    throw core::UsageError(answers::unmet_needs(method, answers::kOfAnswers, "only answers are known here", "answers"));
  return method;
}

CommandLine command_line(GroupsOptions& options) {
  CommandLine line("groups",
                   "Do groups of participants (patients, controls), or answers under several conditions, differ?",
                   "tertium groups study.csv -o groups\n"
                   "  tertium groups answers.csv --groups participants.csv --permutations 10000");
  add_answer_files(line, "answers, with a column subject", options.source);
  line.input(
      "Groups are in a column group of FILE, or in --groups. Two permutation tests: whether the fits to the groups' "
      "answers differ, and whether participants are predicted better by their own group than by others.");
  line.output(
      "summary.json, permutations.csv, methods.md (a paragraph for a paper), coordinates (GROUP.csv) or the tree "
      "(GROUP.nwk) of each group, and pictures.");
  line.see_also("answers, cluster, trees");
  line.option("groups", 0, "TABLE", options.table, "CSV file subject,group (default: a column of FILE)");
  line.option("method", 0, "METHOD", into(options.method, parse_method),
              fmt::format("fitted to each group's answers: coordinates, a tree or clusters (default: {}, for "
                          "quadruplets {}); runs once for every group and permutation",
                          answers::kGroupMethod, answers::kGroupMethodOfQuadruplets));
  add_settings_option(line, options.settings, "a parameter of the method");
  line.option("permutations", 0, "N", in_range(options.request.permutations, 19, 100'000),
              "number of permutations (default: 1000); the smallest p is 1/(N+1)");
  line.option("folds", 0, "N", in_range(options.request.folds, 2, 1000),
              "folds of participants, predicted from the answers of the others (default: 5)");
  line.option("seed", 0, "SEED", options.request.seed, "of permutations, folds and the method (default: 1)");
  add_answer_options(line, options.source);
  line.option("output", 'o', "FOLDER", options.output, "write the results there (default: nothing is written)");
  line.flag("force", options.force, "replace files of another command line in FOLDER");
  line.flag("no-picture", off(options.picture), "make no pictures");
  add_picture_options(line, options.page);
  return line;
}

answers::GroupRequest request_of(const GroupsOptions& options, core::Method method) {
  answers::GroupRequest request = options.request;
  request.method = std::move(method);
  core::set_parameters(request.method, options.settings);
  return request;
}

/// A group's name as a part of a file's: letters, digits and what is no ASCII, and not too long.
std::string stem_of(const std::string& name) {
  constexpr std::size_t kMost = 60;
  std::string stem;
  for (const char c : name.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    stem += byte >= 0x80 || std::isalnum(byte) != 0 ? c : '-';
  }
  return stem;
}

/// Of every group that the answers know: "controls.nwk" or "controls.csv"; nothing of clusters.
std::map<std::string, std::string> product_files(const answers::GroupRequest& request,
                                                 const std::vector<std::string>& groups) {
  const core::ProductKind kind = request.method.returns();
  if (kind == core::ProductKind::kPartition) return {};
  std::set<std::string> taken{"permutations"};
  std::map<std::string, std::string> files;
  for (const std::string& group : groups) {
    std::string stem = stem_of(group);
    while (!taken.insert(stem).second) stem += '-';
    files.emplace(group, stem + (kind == core::ProductKind::kTree ? ".nwk" : ".csv"));
  }
  return files;
}

std::string product_text(const core::Product& product, const std::vector<std::string>& names) {
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) return core::newick(*tree, names) + "\n";
  return places_csv(std::get<core::Coordinates>(product), names);
}

bool makes_trees(const answers::GroupRequest& request) {
  return request.method.returns() == core::ProductKind::kTree;
}

/// Both trees face to face, where there are two.
bool draw_trees(const ResultFolder& folder, const answers::AnswerInput& input, const answers::GroupComparison& found,
                const nlohmann::ordered_json& page) {
  if (found.groups.size() != 2) return false;
  const auto source = [&](std::size_t g) {
    return answers::tree_of_names(core::RootedTree(std::get<core::Dendrogram>(found.made[g])), input.comparisons.names,
                                  found.groups[g].name);
  };
  const answers::TreePair pair = answers::paired(source(0), source(1));
  return draw_tanglegram(folder.file(kTrees), pair, answers::compare_trees(pair), {}, page);
}

/// The groups' maps side by side, in the main plane of the first, which the others are moved onto.
bool draw_maps(const ResultFolder& folder, const answers::AnswerInput& input, const answers::GroupComparison& found,
               const nlohmann::ordered_json& page) {
  const auto& first = std::get<core::Coordinates>(found.made.front());
  const embedding::MainPlane plane = embedding::main_plane(first);
  nlohmann::ordered_json description{{"page", page}, {"names", input.labels()}, {"dimensions", first.dimensions}};
  for (std::size_t g = 0; g < found.groups.size(); ++g) {
    const embedding::Procrustes moved = embedding::moved_onto(std::get<core::Coordinates>(found.made[g]), first);
    nlohmann::ordered_json panel{{"label", found.groups[g].name}, {"distance", moved.distance}};
    panel["plane"] = rows_json(g == 0 ? plane.places : plane.seen(moved.moved));
    description["panels"].push_back(std::move(panel));
  }
  return pictures::run_figure_script("maps", {folder.file("maps")}, pictures::description_text(description));
}

/// What may be written.
std::vector<std::string> all_files(const std::map<std::string, std::string>& products) {
  std::vector<std::string> files{"summary.json", "permutations.csv", "methods.md", kTrees};
  files.insert(files.end(), kPictures.begin(), kPictures.end());
  files.insert(files.end(), kMaps.begin(), kMaps.end());
  for (const auto& [group, file] : products) files.push_back(file);
  return files;
}

/// What is there in the end.
std::vector<std::string> write_results(ResultFolder& folder, const GroupsOptions& options,
                                       const answers::AnswerInput& input, const answers::GroupRequest& request,
                                       const answers::GroupComparison& found, const std::string& command_line) {
  const std::map<std::string, std::string> products = product_files(request, input.comparisons.metadata.groups);
  for (const std::string& name : all_files(products)) folder.remove(name);  // of an earlier line
  std::vector<std::string> files{"summary.json", "permutations.csv", "methods.md"};
  folder.write("methods.md", answers::groups_paragraph(request, found) + "\n");
  folder.write("summary.json", groups_json(input, request, found, command_line));
  folder.write("permutations.csv",
               files::csv_of(files::numbers_below(found.distance.permuted.size() + 1),
                             [&](std::size_t permutation) { return permutation_of(found, permutation); }));
  for (std::size_t g = 0; g < found.groups.size(); ++g)
    if (const auto product = products.find(found.groups[g].name); product != products.end()) {
      folder.write(product->second, product_text(found.made[g], input.comparisons.names));
      files.push_back(product->second);
    }
  if (!options.picture) return files;
  nlohmann::ordered_json description = groups_picture(found);
  description["page"] = options.page;
  if (pictures::run_figure_script("groups", {folder.file("groups")}, pictures::description_text(description)))
    files.insert(files.end(), kPictures.begin(), kPictures.end());
  if (request.method.returns() == core::ProductKind::kCoordinates && found.groups.size() <= kMostMaps &&
      draw_maps(folder, input, found, options.page))
    files.insert(files.end(), kMaps.begin(), kMaps.end());
  if (makes_trees(request) && draw_trees(folder, input, found, description["page"])) files.emplace_back(kTrees);
  return files;
}

}  // namespace

namespace {

std::string line_of(const std::vector<std::string>& args) {
  return fmt::format("tertium groups {}", fmt::join(args, " "));
}

/// Where results go, if they are to be written.
std::unique_ptr<ResultFolder> folder_of(const GroupsOptions& options, const answers::AnswerInput& input,
                                        const answers::GroupRequest& request, const std::string& command_line) {
  if (!options.output) return nullptr;
  Inputs inputs = inputs_of(options.source);
  inputs.push_back(options.table);
  const std::vector<std::string> files = all_files(product_files(request, input.comparisons.metadata.groups));
  return std::make_unique<ResultFolder>(*options.output, ResultKind{"tertium groups", command_line, files},
                                        Outputs{inputs, options.force});
}

void report(ResultFolder* folder, const GroupsOptions& options, const answers::AnswerInput& input,
            const answers::GroupRequest& request, const answers::GroupComparison& found,
            const std::string& command_line) {
  fmt::print("{}", groups_report(input, request, found));
  if (folder == nullptr) return;
  const std::vector<std::string> files = write_results(*folder, options, input, request, found, command_line);
  fmt::print(
      "{}", terminal::report_line("files", fmt::format("in {}: {}", options.output->string(), fmt::join(files, ", "))));
}

}  // namespace

int run_groups(const std::vector<std::string>& args) {
  GroupsOptions options;
  if (!command_line(options).parse(args)) return terminal::kComplete;
  if (options.method) (void)request_of(options, *options.method);  // refused before anything is read
  answers::AnswerSource& source = options.source;
  source.reading.origins = true;
  const std::filesystem::path& table = options.table;
  if (files::is_stream(table) && files::is_stream(source.path))
    throw core::UsageError("both FILE and --groups are streams (only one can be), save one as a file");
  answers::AnswerInput input = answers::read_answer_input(source);
  if (!table.empty()) answers::take_groups(answers::read_people_groups(table), input.comparisons);
  const answers::GroupRequest request =
      request_of(options, options.method ? *options.method : answers::group_method(input));
  const std::unique_ptr<ResultFolder> folder = folder_of(options, input, request, line_of(args));
  report(folder.get(), options, input, request, answers::compare_groups(input, request, job_progress_on_stderr()),
         line_of(args));
  return terminal::kComplete;
}

void write_groups(const std::vector<std::string>& args, const answers::AnswerInput& input,
                  const answers::GroupRequest& request, const answers::GroupComparison& found) {
  GroupsOptions options;
  if (!command_line(options).parse(args)) return;
  const std::unique_ptr<ResultFolder> folder = folder_of(options, input, request, line_of(args));
  report(folder.get(), options, input, request, found, line_of(args));
}

}  // namespace tertium::program
