#include "experiments/commands/cluster/tree_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/figures/drawing.hpp"

namespace tertium::experiments {
namespace {

std::string choice(const CommandLine& line, const char* option, const std::vector<std::string>& known) {
  const std::string text = line.text(option, known.front());
  if (std::find(known.begin(), known.end(), text) == known.end())
    core::fail_unknown(std::string("--") + option, text, known);
  return text;
}

}  // namespace

void add_tree_options(CommandLine& line) {
  add_picture_options(line);
  line.option("orientation", 0, "SIDE", "where the root of the drawn tree is: left (default) or top");
  line.option("heights", 0, "WHAT",
              "heights in the drawn tree: rank, the number of the merge (default), or similarity, the share of "
              "statements about the pairs joined there that call them the more alike");
}

nlohmann::ordered_json tree_page(const CommandLine& line) {
  nlohmann::ordered_json page = picture_page(line);
  page["orientation"] = choice(line, "orientation", {"left", "top"});
  page["heights"] = choice(line, "heights", {"rank", "similarity"});
  return page;
}

std::vector<double> merge_similarities(const core::Dendrogram& tree, const std::vector<core::Quadruplet>& statements) {
  const auto rows = core::scipy_linkage(tree);
  const int n = tree.objects();
  std::vector<int> parent(static_cast<std::size_t>(n) + rows.size(), -1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const int side : {0, 1}) parent[static_cast<std::size_t>(rows[row][side])] = n + static_cast<int>(row);
  const auto joined_at = [&](int a, int b) {  // a parent has a higher number than its children
    while (a != b) (a < b ? a : b) = parent[std::min(a, b)];
    return static_cast<std::size_t>(a - n);
  };
  std::vector<double> alike(rows.size(), 0.0), asked(rows.size(), 0.0);
  for (const core::Quadruplet& statement : statements) {
    const std::size_t near = joined_at(statement.i, statement.j);
    alike[near] += 1.0;
    asked[near] += 1.0;
    asked[joined_at(statement.k, statement.l)] += 1.0;
  }
  std::vector<double> shares;
  for (std::size_t row = 0; row < rows.size(); ++row)
    shares.push_back(asked[row] > 0 ? alike[row] / asked[row] : std::numeric_limits<double>::quiet_NaN());
  return shares;
}

bool draw_tree(const ResultFolder& folder, const answers::Clustering& outcome, const answers::AnswerInput& input,
               const std::string& title, const nlohmann::ordered_json& page) {
  nlohmann::ordered_json description{{"title", title}, {"page", page}};
  if (page["heights"] == "similarity") {
    for (const double share : merge_similarities(*outcome.tree, input.comparisons.statements))
      description["similarities"].push_back(std::isfinite(share) ? nlohmann::ordered_json(share)
                                                                 : nlohmann::ordered_json());
  }
  if (outcome.support)
    for (std::size_t row = 0; row < outcome.support->counts.size(); ++row)
      description["support"].push_back(outcome.support->share(row));
  return run_figure_script("dendrogram",
                           {folder.file("linkage.csv"), folder.file("labels.csv"), folder.file("dendrogram")},
                           description_text(description));
}

}  // namespace tertium::experiments
