#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "experiments/store/run_record.hpp"
#include "program/answers/cluster_report.hpp"

namespace tertium::program {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json();
}

Json parameters_json(const core::Method& method) {
  Json json = Json::object();
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    json[parameter.name] = std::visit([](const auto& x) { return Json(x); }, core::value_of(method, parameter));
  return json;
}

/// Of the rows of linkage.csv.
Json shares_json(const answers::Clustering& found, answers::SupportKind kind) {
  return branch_supports(found, kind);
}

Json support_json(const answers::Clustering& found) {
  const answers::BranchSupport& support = *found.support;
  return {{"trees", support.replicates},
          {"samples_of", support.drawn},
          {"sampled", support.units},
          {"sampled_without_subject", support.of_nobody},
          {"branches_of_95_percent", support.at_least(0.95)},
          {"branches_of_50_percent", support.at_least(0.5)},
          {"nodes", shares_json(found, answers::SupportKind::kFelsenstein)},
          {"transfer", shares_json(found, answers::SupportKind::kTransfer)},
          {"transfer_of_95_percent", support.transfer_at_least(0.95)},
          {"transfer_of_50_percent", support.transfer_at_least(0.5)},
          {"seconds", support.seconds}};
}

/// Of the same rows; of the root nothing is said.
Json local_json(const answers::Clustering& found) {
  Json concordance = Json::array();
  for (const metrics::VotesOnBranch& votes : found.votes) concordance.push_back(number(votes.concordance()));
  return {{"support", shares_json(found, answers::SupportKind::kLocal)}, {"concordance", concordance}};
}

/// Of a branch that is cut: by the numbers of nodes.csv, two nodes of that at the root.
Json cut_json(const answers::Clustering& found, std::size_t k) {
  Json json{{"nodes", answers::nodes_below_cut(found, k)}};
  if (!found.cut_support) return json;
  json["support"] = found.cut_support->share(k);
  json["transfer"] = found.cut_support->transfer(k);
  return json;
}

Json membership_json(const answers::ClusterMembership& membership) {
  Json shares = Json::array();
  for (core::Object i = 0; i < std::ssize(membership.stays); ++i) shares.push_back(membership.share(i));
  return {{"samples", membership.replicates}, {"objects", shares}};
}

std::string citation_of(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links) text += (text.empty() ? "" : "; ") + link.step->citation;
  return text;
}

void add_number(Json& json, const answers::NumberChoice& choice) {
  const bool held_out = choice.rule == answers::NumberRule::kHeldOut;
  json["clusters_chosen_by"] = held_out ? "held-out" : "auto";
  for (const answers::ClusterNumber& one : choice.tried) {
    const std::string k = std::to_string(one.clusters);
    json["log_likelihood_by_clusters"][k] = number(one.log_likelihood.value);
    if (held_out)
      json["standard_error_by_clusters"][k] = number(one.log_likelihood.error);
    else
      json["criterion_by_clusters"][k] = number(one.criterion);
  }
  if (held_out) json["clusters_indistinguishable"] = choice.indistinguishable;
}

/// How the default was chosen.
Json choice_json(const answers::DefaultChoice& choice) {
  if (!choice.why.empty()) return {{"not_chosen", choice.why}};
  Json json{{"held_out", choice.folds_of}, {"errors_over", choice.errors_over}};
  for (const answers::TriedMethod& one : choice.tried) {
    Json& tried = json["methods"][one.method.name];
    tried["folds"] = one.folds;
    const answers::Estimate predicted =
        one.folds > 0 ? answers::share_predicted(one.blocks) : answers::Estimate{std::nan(""), std::nan("")};
    tried["accuracy"] = number(predicted.value);
    tried["standard_error"] = number(predicted.error);
  }
  return json;
}

/// What was read.
Json input_json(const answers::AnswerInput& input, const std::string& command_line) {
  const files::ComparisonFile& read = input.comparisons;
  Json json;
  json["program"] = "tertium cluster";
  json["command_line"] = command_line;
  json["source"] = input.source;
  json["kind"] = input.kind();
  json["objects"] = read.objects;
  json["notes"] = read.notes;
  json["rows"] = read.rows;
  json["bad_rows"] = read.bad_rows;
  return json;
}

void add_method(Json& json, const answers::ClusterRequest& request) {
  json["method"] = request.method.name;
  json["parameters"] = parameters_json(request.method);
  json["citation"] = citation_of(request.method);
  json["seed"] = request.seed;
  if (request.people != answers::PeopleRule::kAll) json["people"] = answers::name_of(request.people);
}

std::string text_of_json(Json json, double seconds, const std::string& command_line) {
  const experiments::RunRecord record = experiments::current_run_record(1, 1, command_line);
  json["seconds"] = number(seconds);
  json["commit"] = record.commit;
  json["compiler"] = record.compiler;
  // Names of files need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string cluster_summary(const ClusterResult& result, const std::string& command_line) {
  const answers::AnswerInput& input = result.input;
  const answers::ClusterRequest& request = result.request;
  const answers::Clustering& outcome = result.found;
  Json json = input_json(input, command_line);
  if (input.graph) {
    json["edges"] = input.graph->edges();
    json["total_weight"] = input.graph->total_weight();
    json["dasgupta_cost"] = number(outcome.cost);
  }
  json["answers"] = outcome.answers.answers;
  const auto of_list = [&](std::int64_t number) { return input.sums || input.packed ? Json() : Json(number); };
  json["questions"] = of_list(outcome.answers.questions);
  json["questions_disputed"] = of_list(outcome.answers.disputed);
  json["questions_tied"] = of_list(outcome.answers.tied);
  add_method(json, request);
  for (const core::Object object : request.outgroup) json["outgroup"].push_back(input.comparisons.names[object]);
  json["clusters"] = outcome.labels.clusters();
  json["cluster_sizes"] = outcome.sizes();
  for (std::size_t k = 0; k < outcome.cut_branches.size(); ++k) json["cut_branches"].push_back(cut_json(outcome, k));
  if (outcome.agreement) {
    json["satisfied"] = number(outcome.agreement->satisfied);
    json["satisfied_by_chance"] = number(outcome.satisfied_by_chance);
    json["revenue"] = outcome.agreement->revenue;
    json["normalised_revenue"] = number(outcome.agreement->normalised_revenue(input.comparisons.objects));
  }
  if (result.method_choice) json["method_choice"] = choice_json(*result.method_choice);
  if (result.number) add_number(json, *result.number);
  if (const auto& others = outcome.other_seeds)
    json["other_seeds"] = {{"trees", others->trees},
                           {"triplet_distance", number(others->distance)},
                           {"largest_triplet_distance", number(others->farthest)}};
  if (outcome.support) json["support"] = support_json(outcome);
  if (!outcome.votes.empty()) json["local_support"] = local_json(outcome);
  if (outcome.membership) json["membership"] = membership_json(*outcome.membership);
  if (result.collapse) json["collapsed_below"] = result.collapse->least;
  for (const auto& [name, value] : outcome.reports) json[name] = number(value);
  json["odd_one_outs_satisfied"] = number(outcome.odd_one_outs_satisfied);
  json["ari"] = number(outcome.ari);
  json["ari_without_outliers"] = number(outcome.ari_without_outliers);
  return text_of_json(std::move(json), outcome.seconds, command_line);
}

std::string fit_summary(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                        const FittedProduct& made, const std::string& command_line) {
  Json json = input_json(input, command_line);
  json["program"] = "tertium embed";
  add_method(json, request);
  json["satisfied"] = number(made.satisfied);
  for (const auto& [name, value] : made.fit.reports) json[name] = number(value);
  return text_of_json(std::move(json), made.fit.seconds, command_line);
}

}  // namespace tertium::program
