#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/conclusions/against_table.hpp"
#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/cluster_options.hpp"

namespace tertium::program {

/// What was made, by what was asked for.
struct ClusterResult {
  const answers::AnswerInput& input;
  const answers::ClusterRequest& request;
  const answers::Clustering& found;
  std::optional<answers::NumberChoice> number;          ///< of clusters, where the answers chose it
  std::optional<answers::DefaultChoice> method_choice;  ///< of the method, where none was named
  std::optional<Collapse> collapse;
  bool method_is_default = false;
  std::optional<answers::AgainstTable> against{};  ///< vectors of the same objects, and the tree or the clusters
};

/// What was read, found and scored, for a person: some ten lines.
std::string cluster_report(const ClusterResult& result);

/// The same and everything needed to do it again, as JSON; begins with "program": "tertium cluster".
std::string cluster_summary(const ClusterResult& result, const std::string& command_line);

/// How far the tree is from the best of its kind, and what any distances could do; nothing where that was not asked
/// for.
std::string bound_lines(const answers::Clustering& outcome);
/// The same of the tree of a graph.
std::string revenue_line(const answers::ProvedRevenue& proved);

/// How sure branches and clusters are: some lines, or none.
std::string support_lines(const answers::Clustering& found, const std::optional<Collapse>& collapse);

/// Where branches of a tree with lengths are cut for the clusters, and how sure these are; or nothing.
std::string cut_lines(const answers::Clustering& found);

/// In how many samples objects are in their clusters, or nothing.
std::string membership_lines(const answers::Clustering& found);

/// Who is in which cluster: a line each, with the first names; nothing where there are many clusters.
std::string member_lines(const answers::Clustering& found, std::span<const std::string> names);

/// Which conclusions about the tree were measured, and which were not: a line each, for its page.
std::vector<std::string> measured_lines(const ClusterResult& result);

/// One line for people who should know that part of the tree rests on nothing; empty if all is well.
std::string coverage_warning(const answers::AnswerInput& input);

}  // namespace tertium::program
