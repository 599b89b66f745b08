#include "program/answers/groups_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "experiments/store/run_record.hpp"
#include "files/text/csv.hpp"
#include "program/options/method_settings.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using answers::GroupComparison, answers::GroupRequest, answers::kGroupLevel, answers::PermutationTest;
using Json = nlohmann::ordered_json;

constexpr double kMostOfChance = 0.95;
constexpr double kManyMore = 1.25;  // answers of a person
constexpr double kClearlySmall = 0.01;

std::string points(double share) {
  return fmt::format("{:+.1f}", 100.0 * share);
}

/// `shown`: how a value is written.
std::string permuted_text(const PermutationTest& test, std::string (*shown)(double)) {
  std::string text =
      fmt::format("permuted {} on average, up to {} in {:.0f} % of the permutations; p = {:.2g}", shown(test.mean()),
                  shown(test.quantile(kMostOfChance)), 100.0 * kMostOfChance, test.p());
  if (std::isfinite(test.effect())) text += fmt::format(" ({:.1f} standard deviations)", test.effect());
  return text;
}

std::string group_lines(const GroupComparison& found) {
  std::vector<std::string> groups;
  for (const answers::AnsweringGroup& group : found.groups)
    groups.push_back(
        fmt::format("{} ({} people, {} answers)", core::one_plain_line(group.name), group.people, group.answers));
  std::string text = terminal::report_line("groups", fmt::format("{}", fmt::join(groups, ", ")));
  if (found.in_several == found.people)
    text += terminal::report_line(
        "", "everybody answered in several of them: permutations exchange these answers of a person");
  else if (found.in_several > 0)
    text += terminal::report_line(
        "", fmt::format("{} of {} people answered in several of them: permutations exchange these answers of a "
                        "person, and the others' places in the groups",
                        found.in_several, found.people));
  else
    text +=
        terminal::report_line("", "nobody is in several of them: permutations exchange people's places in the groups");
  if (found.questions.differ)
    text += terminal::report_line(
        "", fmt::format("warning: the groups were asked different questions: only the {} of {} that all were asked are "
                        "compared, as many answers of each person; {} answers are left out",
                        found.questions.common, found.questions.asked, found.questions.left_out));
  if (found.left_out > 0)
    text += terminal::report_line(
        "", fmt::format("{} answers of no group, or of nobody known, are left out", found.left_out));
  if (found.common < found.asked)
    text += terminal::report_line(
        "", fmt::format("warning: only {} of {} objects are in answers of all groups: others may make a "
                        "difference that is none of people",
                        found.common, found.asked));
  const auto [least, most] =
      std::minmax_element(found.groups.begin(), found.groups.end(),
                          [](const auto& a, const auto& b) { return a.answers_of_each() < b.answers_of_each(); });
  if (most->answers_of_each() > kManyMore * least->answers_of_each())
    text += terminal::report_line(
        "", fmt::format("warning: people of {} gave {:.3g} answers each, those of {} {:.3g}: that alone may make "
                        "a difference",
                        core::one_plain_line(most->name), most->answers_of_each(), core::one_plain_line(least->name),
                        least->answers_of_each()));
  return text;
}

/// What p can be at best, where that is not clear anyway.
std::string least_p_line(const GroupComparison& found) {
  if (found.least_p() <= kClearlySmall) return "";
  const auto permutations = static_cast<double>(found.distance.permuted.size());
  const std::string why =
      permutations + 1.0 == found.arrangements
          ? fmt::format("there are only {:.0f} ways to deal so few people out, all of which are tried",
                        found.arrangements)
          : fmt::format("with {:.0f} permutations", permutations);
  return terminal::report_line(
      "", fmt::format("{}{}: p of both tests together cannot be below {:.2g}{}",
                      found.least_p() > kGroupLevel ? "warning: " : "", why, found.least_p(),
                      found.least_p() > kGroupLevel
                          ? fmt::format(", so the groups cannot be told apart, {}",
                                        permutations + 1.0 == found.arrangements ? "ask more people"
                                                                                 : "make more --permutations")
                          : ""));
}

std::string distance_lines(const GroupComparison& found) {
  return terminal::report_line(
      "distance",
      fmt::format("in {} of the triples of objects ({}) other two are closest by one group than by another{}; {}",
                  core::percent(found.distance.observed), found.triples,
                  found.pairs.size() > 1 ? ", the mean over pairs of groups" : "",
                  permuted_text(found.distance, core::percent)));
}

std::string pair_table(const GroupComparison& found) {
  if (found.pairs.size() < 2) return "";
  std::vector<std::vector<std::string>> rows{{"groups", "", "distance", "permuted", "p", "p, all pairs (Holm)"}};
  for (const answers::GroupPair& pair : found.pairs)
    rows.push_back({core::one_plain_line(found.groups[pair.first].name),
                    core::one_plain_line(found.groups[pair.second].name), core::percent(pair.distance.observed),
                    core::percent(pair.distance.mean()), fmt::format("{:.2g}", pair.distance.p()),
                    fmt::format("{:.2g}", pair.holm_p)});
  return '\n' +
         terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kLeft, terminal::Align::kRight}) +
         '\n';
}

std::string predicted_lines(const GroupComparison& found) {
  return terminal::report_line(
      "accuracy",
      fmt::format("people's own group predicts {} of their answers, {} {}, as many people of each: {} ± "
                  "{:.1f} points (a standard error over the {} people); {}",
                  core::percent(found.shares.own.value), found.groups.size() == 2 ? "the other one" : "the others",
                  core::percent(found.shares.other.value), points(found.shares.difference.value),
                  100.0 * found.shares.difference.error, found.people, permuted_text(found.nearer, points)));
}

std::string verdict(const GroupComparison& found) {
  return terminal::report_line("verdict",
                               fmt::format("the groups {} (the smaller p, twice for two tests, is {:.2g})",
                                           found.p() <= kGroupLevel ? "differ" : "are indistinguishable", found.p()));
}

Json test_json(const PermutationTest& test) {
  return {{"observed", test.observed},
          {"permuted_mean", test.mean()},
          {"permuted_95_percent", test.quantile(kMostOfChance)},
          {"standard_deviations", test.effect()},
          {"p", test.p()}};
}

Json estimate_json(const answers::Estimate& estimate) {
  return {{"value", estimate.value}, {"standard_error", estimate.error}};
}

/// "distance patients controls".
std::string column_of(const GroupComparison& found, const answers::GroupPair& pair) {
  return fmt::format("distance {} {}", found.groups[pair.first].name, found.groups[pair.second].name);
}

}  // namespace

std::string groups_report(const answers::AnswerInput& input, const GroupRequest& request,
                          const GroupComparison& found) {
  const files::ComparisonFile& file = input.comparisons;
  std::string text = terminal::report_line(
      "read", fmt::format("{}: {} objects, {} rows, {}", input.source, file.objects, file.rows, name_of(file.form)));
  for (const std::string& note : file.notes) text += terminal::report_line("", note);
  text += group_lines(found);
  text += terminal::report_line(
      "method", fmt::format("{}, {} permutations, {} folds of people, seed {}", request.method.with_parameters(),
                            found.distance.permuted.size(), request.folds, request.seed));
  text += least_p_line(found);
  return text + distance_lines(found) + predicted_lines(found) + pair_table(found) + verdict(found);
}

std::string groups_json(const answers::AnswerInput& input, const GroupRequest& request, const GroupComparison& found,
                        const std::string& command_line) {
  Json json{{"program", "tertium groups"},
            {"command_line", command_line},
            {"source", input.source},
            {"kind", name_of(input.comparisons.form)},
            {"notes", input.comparisons.notes},
            {"method", request.method.with_parameters()},
            {"permutations", found.distance.permuted.size()},
            {"folds", request.folds},
            {"seed", request.seed},
            {"groups", Json::array()},
            {"people", found.people},
            {"people_in_several_groups", found.in_several},
            {"answers_left_out", found.left_out},
            {"questions", found.questions.asked},
            {"questions_in_all_groups", found.questions.common},
            {"different_questions", found.questions.differ},
            {"answers_to_other_questions", found.questions.left_out},
            {"objects_asked_about", found.asked},
            {"objects_in_all_groups", found.common},
            {"arrangements", found.arrangements},
            {"triples", found.triples},
            {"distance", test_json(found.distance)},
            {"own_minus_other", test_json(found.nearer)}};
  for (const answers::AnsweringGroup& group : found.groups)
    json["groups"].push_back({{"name", group.name}, {"people", group.people}, {"answers", group.answers}});
  json["accuracy_of_own_group"] = estimate_json(found.shares.own);
  json["accuracy_of_others"] = estimate_json(found.shares.other);
  json["difference"] = estimate_json(found.shares.difference);
  for (const answers::GroupPair& pair : found.pairs) {
    Json of_pair{{"groups", {found.groups[pair.first].name, found.groups[pair.second].name}}};
    of_pair.update(test_json(pair.distance));
    of_pair["holm_p"] = pair.holm_p;
    json["pairs"].push_back(std::move(of_pair));
  }
  json["p"] = found.p();
  json["least_p"] = found.least_p();
  json["differ"] = found.p() <= kGroupLevel;
  json["commit"] = experiments::current_run_record(1, 1, command_line).commit;
  // Names need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string permutations_csv(const GroupComparison& found) {
  std::string text = "permutation,distance,own_minus_other";
  const bool several = found.pairs.size() > 1;
  if (several)
    for (const answers::GroupPair& pair : found.pairs) text += ',' + files::csv_field(column_of(found, pair));
  const auto value = [](const PermutationTest& test, std::size_t permutation) {
    if (permutation > test.permuted.size()) return std::string();  // of a pair there are fewer ways to deal groups out
    return fmt::format("{}", permutation == 0 ? test.observed : test.permuted[permutation - 1]);
  };
  for (std::size_t permutation = 0; permutation <= found.distance.permuted.size(); ++permutation) {
    text +=
        fmt::format("\n{},{},{}", permutation, value(found.distance, permutation), value(found.nearer, permutation));
    if (several)
      for (const answers::GroupPair& pair : found.pairs) text += ',' + value(pair.distance, permutation);
  }
  return text + '\n';
}

Json groups_picture(const GroupComparison& found) {
  const auto panel = [](const char* label, const PermutationTest& test) {
    return Json{{"label", label}, {"observed", test.observed}, {"permuted", test.permuted}, {"p", test.p()}};
  };
  return {{"panels",
           {panel("triples with another closest pair (%)", found.distance),
            panel("predicted by the own group, minus by others (points)", found.nearer)}}};
}

}  // namespace tertium::program
