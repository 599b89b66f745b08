#include "program/answers/compare_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "program/answers/answers_report.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// What a product predicts answers by.
std::string judged_by(core::ProductKind kind) {
  switch (kind) {
    case core::ProductKind::kTree:
      return "tree";
    case core::ProductKind::kPartition:
      return "clusters";
    case core::ProductKind::kCoordinates:
      return "embedding";
    case core::ProductKind::kSimilarity:
      break;
  }
  return "similarities";
}

/// Places, in best_first, of methods that make the same trees, by the best of them.
std::map<std::size_t, std::vector<std::size_t>> same_trees(const answers::Comparison& found) {
  std::map<std::size_t, std::vector<std::size_t>> same;
  for (std::size_t k = 0; k < found.best_first.size(); ++k) {
    const auto first = std::ranges::find_if(
        same, [&](const auto& group) { return found.best_first[group.first].has_trees_of(found.best_first[k]); });
    if (first == same.end())
      same[k] = {};
    else
      first->second.push_back(k);
  }
  return same;
}

/// A line for each method, but one for all that make the same trees, whose names stand below.
std::string table_of(const answers::Comparison& found) {
  std::vector<std::vector<std::string>> rows{{"method", "predicts by", "accuracy", "ties", "seconds"}};
  std::string names;
  for (const auto& [first, others] : same_trees(found)) {
    const answers::HeldOut& result = found.best_first[first];
    std::string name = result.method.name;
    if (!others.empty()) {
      std::vector<std::string> same;
      for (const std::size_t other : others) same.push_back(found.best_first[other].method.name);
      names +=
          terminal::report_line(names.empty() ? "same trees" : "", fmt::format("{}: {}", name, fmt::join(same, ", ")));
      name += " and " + core::counted(others.size(), "other");
    }
    rows.push_back({name, judged_by(result.method.returns()), answers::share_predicted(result.of_all()).text(),
                    core::percent(answers::share_of_ties(result.of_all())), fmt::format("{:.2g}", result.seconds)});
  }
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kLeft, terminal::Align::kRight}) +
         (names.empty() ? "" : "\n" + names);
}

std::string errors_text(const answers::Folds& folds) {
  return fmt::format("± is a standard error over the {}{}", folds.errors_over(),
                     folds.blocks_called == "subjects" ? ", whose answers are kept together" : "");
}

std::string ceiling_lines(const answers::Comparison& found) {
  std::string text = terminal::report_line("chance", fmt::format("{} ({} possible answers; a tie counts fractionally)",
                                                                 core::percent(1.0 / found.choices), found.choices));
  if (!found.repetition.tells_ceiling())
    return text + terminal::report_line("ceiling", "unknown: almost no question was answered twice");
  return text +
         terminal::report_line(
             "ceiling",
             fmt::format(
                 "noise ceiling of about {}, at most {} for any distribution of the answers' probabilities: from how "
                 "often two of the {} held-out answers to repeated questions agree (the majority of the other answers "
                 "predicts {}; methods may exceed that, as they also learn from other questions)",
                 core::percent(found.repetition.ceiling.value), core::percent(found.repetition.ceiling.at_most),
                 found.repetition.answers, core::percent(found.repetition.by_majority)));
}

std::string best_lines(const answers::Comparison& found) {
  const std::vector<std::string> as_good = found.as_good_as_best();
  const answers::HeldOut& best = found.best_first.front();
  const std::string head = fmt::format("{} predicts {} of the held-out answers", best.method.name,
                                       core::percent(answers::share_predicted(best.of_all()).value));
  if (found.best_first.size() == 1) return terminal::report_line("best", head);
  if (found.folds.blocks < 2)
    return terminal::report_line("best", head + "; a single part does not allow a test of differences");
  const std::string rule =
      fmt::format("(two standard errors of the difference over the same {})", found.folds.blocks_called);
  if (as_good.empty())
    return terminal::report_line("best", fmt::format("{}; all others are less accurate {}", head, rule));
  return terminal::report_line(
      "best", fmt::format("{}; indistinguishable from it {}: {}", head, rule, fmt::join(as_good, ", ")));
}

/// What is proved of all answers.
std::string bound_lines(const answers::Comparison& found) {
  if (found.bounds.empty()) return "";
  std::vector<std::string> classes;
  for (const answers::ProvedBound& bound : found.bounds) classes.push_back(bound_text(bound));
  return terminal::report_line(
      "bound", fmt::format("{}; proved for a fit to all answers, not a bound on the held-out accuracy above",
                           fmt::join(classes, ", ")));
}

/// Shares by the part of the answers seen, and what the last step brings.
std::string curve_lines(const answers::Comparison& found) {
  if (found.shares.size() < 2) return "";
  std::vector<std::vector<std::string>> rows{{"answers seen"}};
  for (const double share : found.shares) rows.front().push_back(fmt::format("{:.0f} %", 100.0 * share));
  for (const answers::HeldOut& result : found.best_first) {
    rows.push_back({result.method.name});
    for (const std::vector<answers::Predicted>& blocks : result.blocks)
      rows.back().push_back(core::percent(answers::share_predicted(blocks).value));
  }
  const answers::HeldOut& best = found.best_first.front();
  const answers::Estimate gain = answers::difference_predicted(best.of_all(), best.blocks[best.blocks.size() - 2]);
  const std::string step = fmt::format("the last quarter of the answers brings {} {:+.1f} ± {:.1f} points",
                                       best.method.name, 100.0 * gain.value, 100.0 * gain.error);
  const bool helps = gain.value > 2.0 * gain.error;
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight}) + '\n' +
         terminal::report_line(
             "more", fmt::format("{}: {}", helps ? "more answers would help" : "more answers would help little", step));
}

}  // namespace

std::string compare_report(const answers::AnswerInput& input, const answers::Comparison& found) {
  const files::ComparisonFile& file = input.comparisons;
  std::int64_t answers = 0;
  for (const answers::Predicted& block : found.best_first.front().of_all()) answers += block.answers;
  std::string text =
      chance_warning("the best method predicts", answers::share_predicted(found.best_first.front().of_all()).value,
                     answers, found.choices);
  text += terminal::report_line(
      "read", fmt::format("{}: {} objects, {} rows, {}", input.source, file.objects, file.rows, name_of(file.form)));
  for (const std::string& note : file.notes) text += terminal::report_line("", note);
  text += terminal::report_line("folds", found.folds.sentence);
  if (found.folds.blocks > 1) text += terminal::report_line("errors", errors_text(found.folds));
  text += '\n' + table_of(found) + '\n' + ceiling_lines(found) + bound_lines(found) + best_lines(found);
  if (found.shares.size() > 1) text += '\n' + curve_lines(found);
  if (!found.left_out.empty())
    text += terminal::report_line("left out", fmt::format("{}", fmt::join(found.left_out, "; ")));
  for (const answers::HeldOut& result : found.failed)
    text += terminal::report_line("failed", result.method.name + ": " + result.failure);
  return text;
}

}  // namespace tertium::program
