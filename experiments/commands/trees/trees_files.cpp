#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/files/csv.hpp"
#include "experiments/commands/trees/trees_report.hpp"
#include "experiments/store/run_record.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr core::Object kMostListed = 2000;  // objects: beyond, members of all branches are too long a text

Json tree_json(const ComparedTree& one) {
  return {{"source", one.name},
          {"leaves", one.tree.objects() + std::ssize(one.left_out)},
          {"left_out", one.left_out},
          {"branches", std::max(0, one.tree.nodes() - one.tree.objects() - 1)},
          {"support", !one.support.empty()}};
}

Json triples_json(const core::TripleCounts& triples) {
  return {{"all", triples.all()},
          {"same", triples.same},
          {"different", triples.different},
          {"resolved_by_first_only", triples.first_only},
          {"resolved_by_second_only", triples.second_only},
          {"resolved_by_neither", triples.neither}};
}

std::string names_below(const TreePair& pair, const Branch& branch) {
  std::string text;
  if (pair.objects() > kMostListed) return text;
  for (const core::Object i : pair.trees[branch.tree].tree.below(branch.node))
    text += (text.empty() ? "" : "; ") + pair.names[i];
  return text;
}

}  // namespace

std::string trees_json(const TreePair& pair, const TreesComparison& found, const std::string& command_line) {
  const core::BranchComparison& branches = found.branches;
  Json json;
  json["program"] = "tertium trees";
  json["command_line"] = command_line;
  json["first"] = tree_json(pair.trees[0]);
  json["second"] = tree_json(pair.trees[1]);
  json["leaves"] = pair.objects();
  json["triples"] = triples_json(found.triples);
  json["triplet_distance"] = found.triples.distance();
  json["branches"] = {
      {"both", branches.shared}, {"first_only", branches.first_only}, {"second_only", branches.second_only}};
  json["robinson_foulds"] = branches.distance();
  json["robinson_foulds_share"] =
      branches.all() > 0 ? Json(static_cast<double>(branches.distance()) / static_cast<double>(branches.all()))
                         : Json();
  json["crossings"] = found.tanglegram.crossings;
  json["commit"] = current_run_record(1, 1, command_line).commit;
  // Names need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string branches_csv(const TreePair& pair, const TreesComparison& found) {
  std::string text = "tree,size,support,in_both,likeness,match_size,match_common,members\n";
  for (const Branch& branch : found.all) {
    const std::string match =
        branch.match ? fmt::format("{:.6g},{},{}", branch.match->likeness,
                                   pair.trees[1 - branch.tree].tree.size(branch.match->node), branch.match->common)
                     : std::string(",,");
    text += fmt::format("{},{},{},{},{},{}\n", branch.tree == 0 ? "first" : "second", branch.size,
                        std::isnan(branch.support) ? "" : fmt::format("{:.6g}", branch.support), branch.shared ? 1 : 0,
                        match, core::csv_field(names_below(pair, branch)));
  }
  return text;
}

}  // namespace tertium::experiments
