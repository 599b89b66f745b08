#include "program/answers/answers_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/statistics/bounds.hpp"
#include "files/answers/words/name_table.hpp"
#include "program/answers/reading_words.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr std::size_t kShown = 10;  // objects, or subjects

double share(std::int64_t part, std::int64_t all) {
  return all == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(all);
}

std::string names_of(const answers::AnswerInput& input, const std::vector<core::Object>& objects) {
  std::vector<std::string> names;
  for (const core::Object object : objects)
    if (names.size() < kShown) names.push_back(input.comparisons.names[object]);
  if (objects.size() > kShown) names.emplace_back("...");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string read_lines(const answers::AnswerInput& input) {
  const files::ComparisonFile& file = input.comparisons;
  std::string text = terminal::report_line(
      "read", fmt::format("{}: {} objects, {} rows, {}", input.source, file.objects, file.rows, name_of(file.form)));
  for (const std::string& note : file.notes) text += terminal::report_line("", note);
  return text;
}

std::string answer_lines(const answers::AnswerInput& input, const answers::Overview& overview) {
  const files::AnswerMetadata& metadata = input.comparisons.metadata;
  std::string text = terminal::report_line(
      "answers",
      fmt::format(
          "{} to {} different questions, {:.3g} % of the {:.0f} possible ones{}", overview.answers, overview.questions,
          100.0 * static_cast<double>(overview.questions) / std::max(1.0, overview.possible_questions),
          overview.possible_questions,
          overview.subjects.empty() ? std::string()
                                    : fmt::format(", by {}", core::counted(overview.subjects.size(), "subject"))));
  if (!overview.subjects.empty() && overview.of_nobody > 0)
    text += terminal::report_line(
        "", fmt::format("{} of {} without a subject: who gave them is unknown", overview.of_nobody, overview.answers));
  std::vector<std::string> sets;
  for (std::size_t k = 0; k < metadata.sets.size(); ++k)
    if (overview.answers_of_set[k] > 0)
      sets.push_back(fmt::format("{} {}", metadata.sets[k], overview.answers_of_set[k]));
  if (!sets.empty()) text += terminal::report_line("", fmt::format("sets: {}", fmt::join(sets, ", ")));
  return text;
}

std::string object_lines(const answers::AnswerInput& input, const answers::Overview& overview) {
  const auto [least, most] = std::minmax_element(overview.answers_about.begin(), overview.answers_about.end());
  std::string text = terminal::report_line(
      "objects", fmt::format("each in {:.0f} answers (median; {} to {})", overview.median_about(), *least, *most));
  if (const auto never = overview.never(); !never.empty())
    text += terminal::report_line(
        "", fmt::format("{} in no answer: {}", core::counted(never.size(), "object"), names_of(input, never)));
  if (const auto seldom = overview.seldom(); !seldom.empty())
    text += terminal::report_line("", fmt::format("{} in fewer than a quarter of the median number of answers: {}",
                                                  core::counted(seldom.size(), "object"), names_of(input, seldom)));
  return text +
         terminal::report_line(
             "",
             overview.groups.size() > 1
                 ? fmt::format(
                       "they fall into {} groups that no answer links ({} objects): how the groups relate is unknown",
                       overview.groups.size(), fmt::join(overview.groups, ", "))
                 : std::string("answers link them all"));
}

std::string repetition_lines(const answers::Overview& overview) {
  const answers::Repetition& found = overview.repetition;
  if (found.questions == 0)
    return terminal::report_line("repeated",
                                 "no question was answered twice: the reliability of the answers is unknown");
  std::string text = terminal::report_line(
      "repeated",
      fmt::format("{} with more than one answer ({} answers), {} of these questions with contradictory ones ({})",
                  core::counted(static_cast<std::size_t>(found.questions), "question"), found.answers,
                  found.contradicted, core::percent(share(found.contradicted, found.questions))));
  std::string pairs = fmt::format("two answers to the same question agree in {} of all cases (chance {})",
                                  core::percent(found.agreement), core::percent(1.0 / overview.choices));
  if (found.own_pairs > 0)
    pairs += fmt::format("; two of the same subject in {} of {} pairs",
                         core::percent(share(found.own_agreeing, found.own_pairs)), found.own_pairs);
  text += terminal::report_line("", pairs);
  if (!found.tells_ceiling()) return text;
  text += terminal::report_line(
      "ceiling", fmt::format("noise ceiling for these questions of about {} (the accuracy if the probability of every "
                             "answer were known, from how often two agree), at most {} for any distribution of the "
                             "probabilities; the majority of the other answers predicts {}",
                             core::percent(found.ceiling.value), core::percent(found.ceiling.at_most),
                             core::percent(found.by_majority)));
  return text;
}

std::string check_lines(const answers::AnswerInput& input, const answers::Overview& overview) {
  const std::int64_t rows = input.comparisons.metadata.check_rows;
  if (rows == 0) return "";
  if (overview.checks == 0)
    return terminal::report_line(
        "checks", fmt::format("{} (of the same questions; failed: answered against the majority)", rows));
  return terminal::report_line(
      "checks",
      fmt::format("{}, {} failed ({}){}", rows, overview.failed, core::percent(share(overview.failed, overview.checks)),
                  rows > overview.checks ? fmt::format("; the correct answer to {} is unknown", rows - overview.checks)
                                         : std::string()));
}

std::string time_lines(const answers::Overview& overview) {
  std::vector<double> medians;
  for (const answers::Subject& subject : overview.subjects)
    if (subject.time) medians.push_back(*subject.time);
  if (medians.empty()) return "";
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  return terminal::report_line(
      "time", fmt::format("{:g} per answer (median of the subjects' medians; {:g} to {:g}, in the file's unit)",
                          *answers::median(medians), *least, *most));
}

/// Those with most flags first, then those of whom least is predicted, or that agree least.
std::vector<const answers::Subject*> in_order_of_doubt(const std::vector<answers::Subject>& subjects) {
  std::vector<const answers::Subject*> order;
  for (const answers::Subject& subject : subjects) order.push_back(&subject);
  std::stable_sort(order.begin(), order.end(), [](const answers::Subject* a, const answers::Subject* b) {
    if (a->flags.size() != b->flags.size()) return a->flags.size() > b->flags.size();
    return a->predicted && b->predicted ? *a->predicted < *b->predicted : a->agreement < b->agreement;
  });
  return order;
}

std::string subject_table(const std::vector<const answers::Subject*>& subjects) {
  std::vector<std::vector<std::string>> rows{
      {"subject", "answers", "missing", "accuracy", "agrees", "itself", "failed", "time", "flags"}};
  for (const answers::Subject* subject : subjects)
    rows.push_back({core::one_plain_line(subject->name), std::to_string(subject->answers),
                    std::to_string(subject->missing), subject->predicted ? core::percent(*subject->predicted) : "-",
                    subject->shared > 0 ? core::percent(subject->agreement) : "-",
                    subject->own_pairs > 0 ? core::percent(share(subject->own_agreeing, subject->own_pairs)) : "-",
                    subject->checks > 0 ? fmt::format("{} of {}", subject->failed, subject->checks) : "-",
                    subject->time ? fmt::format("{:g}", *subject->time) : "-",
                    fmt::format("{}", fmt::join(subject->flags, "; "))});
  std::vector<terminal::Align> align(9, terminal::Align::kRight);
  align.front() = align.back() = terminal::Align::kLeft;
  return terminal::aligned_table(rows, align);
}

/// By what subjects are judged, and who could not be.
std::string judging_lines(const answers::Overview& overview) {
  const answers::Prediction& found = overview.prediction;
  if (!found.share)
    return terminal::report_line(
        "", fmt::format("no subject is compared with predictions from the others' answers: {}", found.why));
  const auto few = std::count_if(overview.subjects.begin(), overview.subjects.end(),
                                 [](const answers::Subject& subject) { return !subject.evaluated; });
  return terminal::report_line(
      "", fmt::format("embeddings of the others' answers ({}) predict {} of the answers (chance {}){}",
                      answers::kJudgingMethod, core::percent(*found.share), core::percent(1.0 / overview.choices),
                      few == 0 ? std::string()
                               : fmt::format("; {} gave too few answers to be evaluated",
                                             core::counted(static_cast<std::size_t>(few), "subject"))));
}

using Words = std::vector<std::string>;

/// Makes the tree without these people, too.
std::string line_without(const Words& people, const answers::AnswerInput& input, Words reading) {
  std::erase_if(reading, [](const std::string& word) { return word.starts_with("--drop-subjects="); });
  Words dropped = input.comparisons.metadata.dropped;
  dropped.insert(dropped.end(), people.begin(), people.end());
  reading.emplace_back("--drop-subjects");
  reading.push_back(fmt::format("{}", fmt::join(dropped, ",")));
  return shell_line("cluster", reading);
}

/// Who is careless, and whose answers may have been misread.
std::string doubt_lines(const answers::AnswerInput& input, const std::vector<const answers::Subject*>& subjects,
                        const Words& reading) {
  std::vector<std::string> careless, misread;
  for (const answers::Subject* subject : subjects)
    if (!subject->flags.empty()) (subject->exchanged ? misread : careless).push_back(subject->name);
  if (careless.empty() && misread.empty()) return "\nNo subject is flagged.\n";
  std::string text;
  if (!careless.empty())
    text += fmt::format("\n{} flagged; without {}: {}\n",
                        careless.size() == 1 ? "1 subject is" : fmt::format("{} subjects are", careless.size()),
                        careless.size() == 1 ? "it" : "them", line_without(careless, input, reading));
  if (!misread.empty())
    text += '\n' +
            terminal::wrapped(
                fmt::format("The answers of {} ({}) may have been misread: with two options exchanged, many more of "
                            "them are predicted. Check what columns and keys mean (--columns, --answers).",
                            core::counted(misread.size(), "subject"), files::first_names(misread)),
                0) +
            '\n';
  return text;
}

std::string subject_lines(const answers::AnswerInput& input, const answers::Overview& overview, const Words& reading) {
  if (overview.subjects.empty())
    return terminal::report_line("subjects", "the file does not say who answered (a column subject would)");
  std::int64_t shared = 0;
  for (const answers::Subject& subject : overview.subjects) shared += subject.shared;
  std::string text = terminal::report_line(
      "subjects",
      shared == 0
          ? std::string("no question was asked of two of them")
          : fmt::format(
                "{} of {} answers to questions that others also answered agree with the others' majority (chance {})",
                core::percent(answers::mean_agreement(overview.subjects)), shared,
                core::percent(1.0 / overview.choices)));
  text += judging_lines(overview);
  std::vector<const answers::Subject*> order = in_order_of_doubt(overview.subjects);
  const std::string verdict = doubt_lines(input, order, reading);
  if (order.size() > kShown) order.resize(kShown);
  text += '\n' + subject_table(order);
  if (order.size() < overview.subjects.size())
    text += fmt::format("... and {} more: -o FOLDER writes them all\n", overview.subjects.size() - order.size());
  return text + verdict;
}

}  // namespace

std::string chance_warning(const std::string& what, double share, std::int64_t answers, int choices) {
  constexpr std::int64_t kLeast = 500;
  constexpr double kError = 0.01;
  const double chance = 1.0 / choices;
  if (answers < kLeast) return "";
  const auto all = static_cast<std::size_t>(answers);
  const experiments::Bounds bounds = experiments::binomial_bounds(
      std::min(all, static_cast<std::size_t>(std::llround(share * static_cast<double>(all)))), all, kError / 2.0);
  if (chance < bounds.low || chance > bounds.high) return "";
  return terminal::report_line("warning", fmt::format("{} {} of {} cases, which may be chance ({}; 99 % interval {} to "
                                                      "{}): the answers may be random, or columns misread",
                                                      what, core::percent(share), answers, core::percent(chance),
                                                      core::percent(bounds.low), core::percent(bounds.high)));
}

std::string answers_report(const answers::AnswerInput& input, const answers::Overview& overview, const Words& reading) {
  const std::string agree =
      overview.repetition.questions == 0
          ? std::string()
          : chance_warning("two answers to the same question agree in", overview.repetition.agreement,
                           overview.repetition.answers, overview.choices);
  const std::string told =
      !overview.prediction.share
          ? std::string()
          : chance_warning("the others' answers predict, for each subject,", *overview.prediction.share,
                           overview.answers - overview.of_nobody, overview.choices);
  std::string text = agree + told + read_lines(input) + answer_lines(input, overview) + object_lines(input, overview) +
                     repetition_lines(overview);
  text += terminal::report_line(
      "satisfied", fmt::format("{} of all answers at most, by any method{}", core::percent(overview.satisfiable),
                               overview.satisfiable < 1.0 ? ": of contradictory answers only one side can be satisfied"
                                                          : " (none contradicts another)"));
  return text + check_lines(input, overview) + time_lines(overview) + subject_lines(input, overview, reading);
}

std::string bound_text(const answers::ProvedBound& bound) {
  const bool many = bound.of == metrics::BoundClass::kAny;
  return fmt::format("no {} {} more than {:.2f} %", answers::name_of(bound.of), many ? "satisfy" : "satisfies",
                     100.0 * bound.share());
}

}  // namespace tertium::program
