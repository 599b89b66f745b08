#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/answers/cluster_report.hpp"

namespace tertium::program {
namespace {

/// How the number of clusters was measured; empty: it was given, or nobody said one.
std::string measure_of_number(const ClusterResult& result) {
  if (!result.number) return "";
  return result.number->rule == answers::NumberRule::kHeldOut
             ? fmt::format("the number of clusters, by cross-validation over {}", result.number->errors_over)
             : "the number of clusters, by a criterion on the answers that made the tree";
}

std::string joined(const char* head, const std::vector<std::string>& parts) {
  return parts.empty() ? "" : fmt::format("{}: {}", head, fmt::join(parts, "; "));
}

}  // namespace

std::vector<std::string> measured_lines(const ClusterResult& result) {
  std::vector<std::string> measured, unknown;
  const auto& choice = result.method_choice;
  if (choice && choice->why.empty())
    measured.push_back(fmt::format("held-out accuracy of the method, in {} folds ({})", choice->folds,
                                   answers::share_predicted(choice->tried[choice->taken].blocks).text()));
  else
    unknown.emplace_back("held-out accuracy of the tree (tertium compare)");
  if (const std::string number = measure_of_number(result); !number.empty())
    measured.push_back(number);
  else
    unknown.push_back(fmt::format("the number of clusters, which {} (-k held-out)",
                                  result.request.clusters ? "was given" : "is the default"));
  if (result.found.support)
    measured.push_back(fmt::format("support of branches and clusters, by {} bootstrap trees ({} resampled)",
                                   result.found.support->replicates, result.found.support->drawn));
  else if (!result.found.votes.empty())
    measured.emplace_back("support of branches, by the answers that made them");
  else
    unknown.emplace_back("support of branches and clusters (--support)");
  std::vector<std::string> lines;
  for (const std::string& line : {joined("measured", measured), joined("not measured", unknown)})
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace tertium::program
