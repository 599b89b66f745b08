#include "experiments/commands/cluster/cluster_report.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "experiments/store/run_record.hpp"

namespace tertium::experiments {
namespace {

const char* kind_name(core::StatementKind kind) {
  return kind == core::StatementKind::kTriplets ? "triplets" : "quadruplets";
}

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      json += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      json += c;
  }
  return json + '"';
}

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}
std::string number(const std::optional<double>& value) {
  return value ? number(*value) : "null";
}

std::string value_text(const core::ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? json_text(*text) : core::to_text(value);
}

std::string parameters_json(const core::Parameters& parameters) {
  std::vector<std::string> items;
  for (const auto& [name, value] : parameters.values()) items.push_back(json_text(name) + ": " + value_text(value));
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::string remarks_json(const std::vector<std::string>& remarks) {
  std::vector<std::string> items;
  for (const std::string& remark : remarks) items.push_back(json_text(remark));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string parameters_text(const core::Parameters& parameters) {
  std::vector<std::string> items;
  for (const auto& [name, value] : parameters.values()) items.push_back(name + " = " + core::to_text(value));
  return items.empty() ? "" : fmt::format(" ({})", fmt::join(items, ", "));
}

double normalised_revenue(const ClusterInput& input, const ClusterOutcome& outcome) {
  return outcome.agreement.normalised_revenue(input.comparisons.objects);
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
                                 outcome.repeated, outcome.contradicting, outcome.agreement.comparisons));
  text += line("method", fmt::format("{}{}, seed {}: {:.2f} s", options.method.name,
                                     parameters_text(options.method.parameters), options.seed, outcome.seconds));
  text += line("satisfied",
               fmt::format("{:.1f} % of the statements (50 % by chance)", 100.0 * outcome.agreement.satisfied));
  text += line("revenue", fmt::format("{} ({:.4f} per statement and object, 0 by chance)", outcome.agreement.revenue,
                                      normalised_revenue(input, outcome)));
  text += line("clusters", fmt::format("k = {}{}: {} objects", outcome.labels.clusters(),
                                       options.clusters ? "" : " (the default, -k chooses)",
                                       fmt::join(outcome.labels.sizes(), ", ")));
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
  std::vector<std::string> items;
  const auto add = [&](const char* key, const std::string& json) {
    items.push_back(fmt::format("  \"{}\": {}", key, json));
  };
  add("program", json_text("tertium cluster"));
  add("command_line", json_text(command_line));
  add("source", json_text(input.source));
  add("kind", json_text(kind_name(read.kind)));
  add("objects", std::to_string(read.objects));
  add("remarks", remarks_json(read.remarks));
  add("statements_read", std::to_string(read.statements.size()));
  add("statements_repeated", std::to_string(outcome.repeated));
  add("statement_pairs_contradicting", std::to_string(outcome.contradicting));
  add("statements_used", std::to_string(outcome.agreement.comparisons));
  add("method", json_text(options.method.name));
  add("parameters", parameters_json(options.method.parameters));
  add("citation", json_text(options.method.method->citation));
  add("seed", std::to_string(options.seed));
  add("clusters", std::to_string(outcome.labels.clusters()));
  add("cluster_sizes", fmt::format("[{}]", fmt::join(outcome.labels.sizes(), ", ")));
  add("satisfied", number(outcome.agreement.satisfied));
  add("revenue", std::to_string(outcome.agreement.revenue));
  add("normalised_revenue", number(normalised_revenue(input, outcome)));
  add("ari", number(outcome.ari));
  add("ari_without_outliers", number(outcome.ari_without_outliers));
  add("seconds", number(outcome.seconds));
  add("commit", json_text(record.commit));
  add("compiler", json_text(record.compiler));
  return fmt::format("{{\n{}\n}}\n", fmt::join(items, ",\n"));
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
