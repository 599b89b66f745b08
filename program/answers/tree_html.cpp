#include "program/answers/tree_html.hpp"

#include <nlohmann/json.hpp>

#include "program/answers/web_page.hpp"

namespace tertium::program {
namespace {

/// Of every row: what is known of how sure the branch is, and whether it is left.
void add_support(const answers::Clustering& outcome, const std::optional<Collapse>& collapse,
                 nlohmann::ordered_json& data) {
  using answers::SupportKind;
  if (outcome.support) {
    data["support"] = branch_supports(outcome, SupportKind::kFelsenstein);
    data["transfer"] = branch_supports(outcome, SupportKind::kTransfer);
  }
  if (!outcome.votes.empty()) data["local"] = branch_supports(outcome, SupportKind::kLocal);
  for (const metrics::VotesOnBranch& votes : outcome.votes)
    data["answers"].push_back({votes.in_favour[0] + votes.in_favour[1], votes.against[0] + votes.against[1]});
  if (collapse) data["kept"] = answers::rows_kept(branch_supports(outcome, collapse->by), collapse->least);
}

}  // namespace

std::optional<std::string> tree_html(const ClusterResult& result, const std::string& title,
                                     const std::vector<std::string>& images) {
  const answers::AnswerInput& input = result.input;
  const answers::Clustering& outcome = result.found;
  nlohmann::ordered_json data{{"title", title}, {"names", input.labels()}, {"measured", measured_lines(result)}};
  for (core::Object i = 0; i < outcome.labels.objects(); ++i)
    data["labels"].push_back(outcome.numbers[static_cast<std::size_t>(outcome.labels[i])]);
  for (const auto& row : core::scipy_linkage(*outcome.tree))
    data["rows"].push_back({static_cast<int>(row[0]), static_cast<int>(row[1]), row[2]});
  if (!input.classes.empty()) data["classes"] = input.classes;
  if (outcome.tree->has_lengths()) data["lengths"] = core::scipy_lengths(*outcome.tree);
  for (std::size_t k = 0; k < outcome.cut_branches.size(); ++k) {
    nlohmann::ordered_json branch{{"nodes", answers::nodes_below_cut(outcome, k)}};
    if (outcome.cut_support) branch["support"] = {outcome.cut_support->share(k), outcome.cut_support->transfer(k)};
    data["cut"].push_back(branch);
  }
  add_support(outcome, result.collapse, data);
  if (!images.empty()) data["images"] = images;
  return web_page("tree.html", data);
}

}  // namespace tertium::program
