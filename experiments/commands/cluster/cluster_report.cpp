#include "experiments/commands/cluster/cluster_report.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

#include "experiments/store/run_record.hpp"

namespace tertium::experiments {
namespace {

const char* kind_name(core::StatementKind kind) {
  return kind == core::StatementKind::kTriplets ? "triplets" : "quadruplets";
}

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

std::string citation_of(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links) text += (text.empty() ? "" : "; ") + link.step->citation;
  return text;
}

std::string parameters_text(const core::Method& method) {
  std::vector<std::string> items;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    items.push_back(parameter.name + " = " + core::to_text(core::value_of(method, parameter)));
  return items.empty() ? "" : fmt::format(" ({})", fmt::join(items, ", "));
}

double normalised_revenue(const ClusterInput& input, const ClusterOutcome& outcome) {
  return outcome.agreement->normalised_revenue(input.comparisons.objects);
}

std::int64_t used(const ClusterInput& input, const ClusterOutcome& outcome) {
  return std::ssize(input.comparisons.statements) - outcome.repeated - 2 * outcome.contradicting;
}

std::string line(const char* head, const std::string& text) {
  return fmt::format("{:<11}{}\n", head, text);
}

}  // namespace

std::string cluster_report(const ClusterInput& input, const ClusterOptions& options, const ClusterOutcome& outcome) {
  const core::ComparisonFile& read = input.comparisons;
  std::string text = line("read", fmt::format("{}: {} objects, statements: {} {}", input.source, read.objects,
                                              read.statements.size(), kind_name(read.kind)));
  for (const std::string& remark : read.remarks) text += line("", remark);
  if (outcome.repeated > 0 || outcome.contradicting > 0)
    text += line("", fmt::format("{} repetitions and {} contradicting pairs of statements dropped; {} statements used",
                                 outcome.repeated, outcome.contradicting, used(input, outcome)));
  text += line("method", fmt::format("{}{}, seed {}: {:.2f} s", options.method.name, parameters_text(options.method),
                                     options.seed, outcome.seconds));
  if (outcome.agreement) {
    text += line("satisfied",
                 fmt::format("{:.1f} % of the statements (50 % by chance)", 100.0 * outcome.agreement->satisfied));
    text += line("revenue", fmt::format("{} ({:.4f} per statement and object, 0 by chance)", outcome.agreement->revenue,
                                        normalised_revenue(input, outcome)));
  }
  for (const auto& [name, value] : outcome.reports)
    if (name != core::kComparisons) text += line(name.c_str(), fmt::format("{:g}", value));
  text += line("clusters", fmt::format("k = {}{}: {} objects", outcome.labels.clusters(),
                                       options.clusters || !outcome.tree ? "" : " (the default, -k chooses)",
                                       fmt::join(outcome.sizes(), ", ")));
  if (outcome.ari)
    text += line("ARI", fmt::format("{:.3f} with the {} known classes", *outcome.ari, input.truth->clusters()) +
                            (outcome.ari_without_outliers
                                 ? fmt::format(", {:.3f} without the outliers", *outcome.ari_without_outliers)
                                 : ""));
  return text;
}

std::string cluster_summary(const ClusterInput& input, const ClusterOptions& options, const ClusterOutcome& outcome,
                            const std::string& command_line) {
  const core::ComparisonFile& read = input.comparisons;
  const RunRecord record = current_run_record(1, 1, command_line);
  Json json;
  json["program"] = "tertium cluster";
  json["command_line"] = command_line;
  json["source"] = input.source;
  json["kind"] = kind_name(read.kind);
  json["objects"] = read.objects;
  json["remarks"] = read.remarks;
  json["statements_read"] = read.statements.size();
  json["statements_repeated"] = outcome.repeated;
  json["statement_pairs_contradicting"] = outcome.contradicting;
  json["statements_used"] = used(input, outcome);
  json["method"] = options.method.name;
  json["parameters"] = parameters_json(options.method);
  json["citation"] = citation_of(options.method);
  json["seed"] = options.seed;
  json["clusters"] = outcome.labels.clusters();
  json["cluster_sizes"] = outcome.sizes();
  if (outcome.agreement) {
    json["satisfied"] = number(outcome.agreement->satisfied);
    json["revenue"] = outcome.agreement->revenue;
    json["normalised_revenue"] = number(normalised_revenue(input, outcome));
  }
  for (const auto& [name, value] : outcome.reports) json[name] = number(value);
  json["ari"] = number(outcome.ari);
  json["ari_without_outliers"] = number(outcome.ari_without_outliers);
  json["seconds"] = number(outcome.seconds);
  json["commit"] = record.commit;
  json["compiler"] = record.compiler;
  // Names of files need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string coverage_warning(const core::ComparisonFile& comparisons) {
  const Coverage found = coverage(comparisons);
  constexpr std::size_t kNamesShown = 5;
  if (!found.silent_objects.empty()) {
    std::vector<std::string> names;
    for (const core::Object object : found.silent_objects)
      if (names.size() < kNamesShown) names.push_back(comparisons.names[object]);
    if (found.silent_objects.size() > kNamesShown) names.emplace_back("...");
    return fmt::format("{} of {} objects are in no statement ({}): their place in the tree means nothing",
                       found.silent_objects.size(), comparisons.objects, fmt::join(names, ", "));
  }
  if (found.silent_pairs > 0)
    return fmt::format("{} of {} pairs of objects are in no statement", found.silent_pairs, found.pairs);
  return "";
}

}  // namespace tertium::experiments
