#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "answers/conclusions/branches.hpp"
#include "answers/results/results.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/embed.hpp"
#include "program/answers/summary.hpp"

namespace tertium::program {
namespace {

using files::Json;

/// By the rows of linkage.csv.
Json local_json(const answers::Clustering& found) {
  Json concordance = Json::array();
  for (const metrics::VotesOnBranch& votes : found.votes) concordance.push_back(votes.concordance());
  return {{"support", branch_supports(found, answers::SupportKind::kLocal)}, {"concordance", concordance}};
}

/// By the number of clusters.
void add_number(Json& json, const answers::NumberChoice& choice) {
  json["clusters_chosen_by"] = name_of(choice.rule);
  for (const answers::ClusterNumber& one : choice.tried)
    for (const files::Field& field : record_of(one, choice.rule))
      if (field.name != "n_clusters") json[field.name + "_by_clusters"][std::to_string(one.clusters)] = field.value;
  if (choice.rule == answers::NumberRule::kHeldOut) json["clusters_indistinguishable"] = choice.indistinguishable;
}

/// How the default was chosen.
Json choice_json(const answers::DefaultChoice& choice) {
  if (!choice.why.empty()) return {{"not_chosen", choice.why}};
  Json json{{"held_out", choice.folds_of}, {"folds", choice.folds}, {"errors_over", choice.errors_over}};
  for (const answers::TriedMethod& one : choice.tried) {
    Json& tried = json["methods"][one.method.name] = json_of(record_of(one));
    tried.erase("method");
  }
  return json;
}

Json parameters_json(const core::Method& method) {
  Json json = Json::object();
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    json[parameter.name] = std::visit([](const auto& x) { return Json(x); }, core::value_of(method, parameter));
  return json;
}

std::string citation_of(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links) text += (text.empty() ? "" : "; ") + link.step->citation;
  return text;
}

void add_method(Json& json, const answers::ClusterRequest& request) {
  if (request.given) {
    json["tree"] = request.given->name;
    return;
  }
  json["method"] = request.method.name;
  json["parameters"] = parameters_json(request.method);
  json["citation"] = citation_of(request.method);
  json["seed"] = request.seed;
  if (request.people != answers::PeopleRule::kAll) json["people"] = answers::name_of(request.people);
}

void add_graph(Json& json, const ClusterResult& result) {
  json["edges"] = result.input.graph->edges();
  json["total_weight"] = result.input.graph->total_weight();
  json["dasgupta_cost"] = result.found.cost;
  if (result.found.revenue) json["bound"] = json_of(record_of(*result.found.revenue));
}

void add_clusters(Json& json, const answers::AnswerInput& input, const answers::Clustering& found) {
  json.update(json_of(sizes_of(found)));
  for (std::size_t k = 0; k < found.cut_branches.size(); ++k) json["cut_branches"].push_back(json_of(cut_of(found, k)));
  if (found.agreement) json.update(json_of(agreement_of(found, input)));
  for (const answers::ProvedBound& bound : found.bounds) json["bounds"].push_back(json_of(record_of(bound)));
}

/// How sure all of it is, as far as that was asked for.
void add_support(Json& json, const answers::Clustering& found) {
  if (found.other_seeds) json["other_seeds"] = json_of(record_of(*found.other_seeds));
  if (found.support) json["support"] = json_of(record_of(*found.support));
  if (!found.votes.empty()) json["local_support"] = local_json(found);
  if (found.membership) json["membership"] = json_of(record_of(*found.membership));
}

}  // namespace

std::string cluster_summary(const ClusterResult& result, const std::string& command_line) {
  const answers::AnswerInput& input = result.input;
  const answers::Clustering& found = result.found;
  Json json = read_summary("tertium cluster", command_line, input);
  if (input.graph) add_graph(json, result);
  json.update(json_of(answers_of(found, input)));
  add_method(json, result.request);
  if (const auto& outgroup = result.request.outgroup; !outgroup.empty())
    json["outgroup"] = answers::names_of(input.comparisons.names, outgroup);
  add_clusters(json, input, found);
  if (result.request.min_cluster_size > 1) json["min_cluster_size"] = result.request.min_cluster_size;
  if (result.method_choice) json["method_choice"] = choice_json(*result.method_choice);
  if (result.number) add_number(json, *result.number);
  add_support(json, found);
  if (result.against) json["against"] = json_of(record_of(*result.against));
  if (result.collapse) json["collapsed_below"] = result.collapse->least;
  for (const auto& [name, value] : found.reports) json[name] = value;
  json.update(json_of(truth_of(found)));
  json["seconds"] = found.seconds;
  return summary_text(std::move(json));
}

std::string fit_summary(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                        const answers::ObjectMap& made, const std::string& command_line) {
  Json json = read_summary("tertium embed", command_line, input);
  add_method(json, request);
  if (made.dimensions) json["method_choice"] = choice_json(*made.dimensions);
  json["satisfied"] = made.satisfied;
  if (made.spread) json["support"] = json_of(record_of(*made.spread));
  if (made.against) json["against"] = json_of(record_of(*made.against));
  for (const auto& [name, value] : made.fit.reports) json[name] = value;
  json["seconds"] = made.fit.seconds;
  return summary_text(std::move(json));
}

}  // namespace tertium::program
