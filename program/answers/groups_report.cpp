#include "program/answers/groups_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "answers/results/results.hpp"
#include "program/answers/summary.hpp"
#include "program/options/method_settings.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using answers::GroupComparison, answers::GroupRequest, answers::kGroupLevel, answers::kMostOfChance,
    answers::PermutationTest;
using files::Json;

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
        fmt::format("{} ({} participants, {} answers)", core::one_plain_line(group.name), group.people, group.answers));
  std::string text = terminal::report_line("groups", fmt::format("{}", fmt::join(groups, ", ")));
  if (found.in_several == found.people)
    text += terminal::report_line(
        "", "all participants answered in several groups: permutations exchange a participant's answers between them");
  else if (found.in_several > 0)
    text += terminal::report_line("", fmt::format("{} of {} participants answered in several groups: permutations "
                                                  "exchange their answers between them, and the others between groups",
                                                  found.in_several, found.people));
  else
    text += terminal::report_line(
        "", "no participant is in several groups: permutations exchange participants between groups");
  if (found.questions.differ)
    text += terminal::report_line(
        "", fmt::format("warning: the groups were asked different questions: only the {} of {} that all were asked are "
                        "compared, with equally many answers per participant; {} answers are left out",
                        found.questions.common, found.questions.asked, found.questions.left_out));
  if (found.left_out > 0)
    text += terminal::report_line(
        "", fmt::format("{} answers without a group or a known participant are left out", found.left_out));
  if (found.common < found.asked)
    text += terminal::report_line("", fmt::format("warning: only {} of {} objects are in answers of all groups: the "
                                                  "others may cause a difference that is not one of participants",
                                                  found.common, found.asked));
  const auto [least, most] =
      std::minmax_element(found.groups.begin(), found.groups.end(),
                          [](const auto& a, const auto& b) { return a.answers_of_each() < b.answers_of_each(); });
  if (most->answers_of_each() > kManyMore * least->answers_of_each())
    text += terminal::report_line("", fmt::format("warning: participants of {} gave {:.3g} answers each, those of {} "
                                                  "{:.3g}: that alone may cause a difference",
                                                  core::one_plain_line(most->name), most->answers_of_each(),
                                                  core::one_plain_line(least->name), least->answers_of_each()));
  return text;
}

/// What p can be at best, where that is not clear anyway.
std::string least_p_line(const GroupComparison& found) {
  if (found.least_p() <= kClearlySmall) return "";
  const auto permutations = static_cast<double>(found.distance.permuted.size());
  const std::string why =
      permutations + 1.0 == found.arrangements
          ? fmt::format("all {:.0f} assignments of these few participants to groups are tried", found.arrangements)
          : fmt::format("with {:.0f} permutations", permutations);
  return terminal::report_line(
      "", fmt::format("{}{}: the combined p of both tests cannot be below {:.2g}{}",
                      found.least_p() > kGroupLevel ? "warning: " : "", why, found.least_p(),
                      found.least_p() > kGroupLevel
                          ? fmt::format(", so no difference can be significant; {}",
                                        permutations + 1.0 == found.arrangements ? "ask more participants"
                                                                                 : "use more --permutations")
                          : ""));
}

std::string distance_lines(const GroupComparison& found) {
  return terminal::report_line(
      "distance", fmt::format("in {} of the triples of objects ({}) the closest pair differs between groups{}; {}",
                              core::percent(found.distance.observed), found.triples,
                              found.pairs.size() > 1 ? ", mean over pairs of groups" : "",
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
      fmt::format("participants' own group predicts {} of their answers, {} {} (equally many participants of each): {} "
                  "± {:.1f} points (standard error over the {} participants); {}",
                  core::percent(found.shares.own.value), found.groups.size() == 2 ? "the other one" : "the others",
                  core::percent(found.shares.other.value), points(found.shares.difference.value),
                  100.0 * found.shares.difference.error, found.people, permuted_text(found.nearer, points)));
}

std::string verdict(const GroupComparison& found) {
  return terminal::report_line("verdict",
                               fmt::format("the groups {} (smaller p, doubled for two tests: {:.2g})",
                                           found.p() <= kGroupLevel ? "differ" : "are indistinguishable", found.p()));
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
      "method", fmt::format("{}, {} permutations, {} folds of participants, seed {}", request.method.with_parameters(),
                            found.distance.permuted.size(), request.folds, request.seed));
  text += least_p_line(found);
  return text + distance_lines(found) + predicted_lines(found) + pair_table(found) + verdict(found);
}

std::string groups_json(const answers::AnswerInput& input, const GroupRequest& request, const GroupComparison& found,
                        const std::string& command_line) {
  Json summary = summary_of("tertium groups", command_line, input);
  summary.update({{"notes", input.comparisons.notes},
                  {"method", request.method.with_parameters()},
                  {"permutations", found.distance.permuted.size()},
                  {"folds", request.folds},
                  {"seed", request.seed}});
  summary.update(json_of(record_of(found)));
  return summary_text(std::move(summary));
}

Json groups_picture(const GroupComparison& found) {
  const auto panel = [](const char* label, const PermutationTest& test) {
    return Json{{"label", label}, {"observed", test.observed}, {"permuted", test.permuted}, {"p", test.p()}};
  };
  return {{"panels",
           {panel("triples whose closest pair differs (%)", found.distance),
            panel("accuracy from the own group minus from others (points)", found.nearer)}}};
}

}  // namespace tertium::program
