#include "program/answers/ask_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "files/text/csv.hpp"
#include "pictures/drawing.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

std::string positions(const answers::OracleTally& tally, files::AnswerForm form) {
  const auto answers = static_cast<double>(tally.answers), share = static_cast<double>(tally.first) / answers;
  std::string text = fmt::format(
      "the first of the {} was chosen in {:.1f} ± {:.1f} % of the answers ({:.3g} % if position does not matter)",
      form == files::AnswerForm::kTriplet     ? "two"
      : form == files::AnswerForm::kOddOneOut ? "three"
                                              : "two pairs",
      100.0 * share, 100.0 * std::sqrt(share * (1.0 - share) / answers),
      100.0 / static_cast<double>(answers::choices_of(form)));
  if (tally.both_ways > 0)
    text += fmt::format("; of {} with {} exchanged, {:.1f} % chose the same position ({:.3g} % by chance)",
                        core::counted(static_cast<std::size_t>(tally.both_ways), "pair") + " of answers",
                        form == files::AnswerForm::kTriplet ? "the two" : "positions",
                        100.0 * static_cast<double>(tally.by_place) / static_cast<double>(tally.both_ways),
                        100.0 / static_cast<double>(answers::choices_of(form)));
  return text;
}

/// "anchor,first,second"
std::string fields_of(const AskInput& input, const answers::Screen& shown) {
  std::string text;
  for (std::size_t k = 0; k < answers::objects_in(shown.form); ++k)
    text += (k == 0 ? "" : ",") + files::csv_field(input.answers.comparisons.names[shown.objects[k]]);
  return text;
}

std::string table_of(const answers::Simulation& found) {
  std::vector<std::vector<std::string>> rows{{"answers"}};
  for (const answers::AskingCurve& curve : found.curves) rows.front().push_back(curve.name);
  for (std::size_t c = 0; c < found.answers.size(); ++c) {
    rows.push_back({std::to_string(found.answers[c])});
    for (const answers::AskingCurve& curve : found.curves)
      rows.back().push_back(std::isnan(curve.error(c))
                                ? fmt::format("{:.1f} %", 100.0 * curve.mean(c))
                                : fmt::format("{:.1f} ± {:.1f} %", 100.0 * curve.mean(c), 100.0 * curve.error(c)));
  }
  return terminal::aligned_table(rows, {terminal::Align::kRight});
}

/// What the others need for what random reaches after so many answers.
std::string savings_at(const answers::Simulation& found, const answers::AskingCurve& random, std::size_t checkpoint) {
  const auto asked = static_cast<double>(found.answers[checkpoint]);
  std::string text = fmt::format("random predicts {:.1f} % after {} answers", 100.0 * random.mean(checkpoint), asked);
  for (const answers::AskingCurve& curve : found.curves) {
    if (curve.name == random.name) continue;
    const auto needed = found.answers_for(curve, random.mean(checkpoint));
    text += needed ? fmt::format("; {} after {:.0f} ({:.2f} of that)", curve.name, *needed, *needed / asked)
                   : fmt::format("; {} not after {}", curve.name, found.answers.back());
  }
  return terminal::report_line("", text);
}

std::string savings(const answers::Simulation& found) {
  const answers::AskingCurve* random = found.find(answers::name_of(answers::ChoiceRule::kRandom));
  if (random == nullptr || found.curves.size() < 2) return "";
  std::string text = "\n";
  std::set<std::size_t> checkpoints;
  for (const double part : {0.125, 0.25, 0.5, 1.0}) {
    const double asked = part * static_cast<double>(found.answers.back());
    std::size_t checkpoint = 0;
    while (static_cast<double>(found.answers[checkpoint]) < asked) ++checkpoint;
    checkpoints.insert(checkpoint);
  }
  for (const std::size_t checkpoint : checkpoints) text += savings_at(found, *random, checkpoint);
  return text.replace(1, 7, "savings");
}

std::string truth_text(answers::SimulatedTruth truth, const std::string& method, files::AnswerForm form) {
  switch (truth) {
    case answers::SimulatedTruth::kModel:
      return fmt::format(
          "answers are drawn with the probabilities of {} fitted to all these answers; 2000 of them are held out",
          method);
    case answers::SimulatedTruth::kExact:
      return fmt::format("answers name what is nearer in {} fitted to all these answers; 2000 of them are held out",
                         method);
    case answers::SimulatedTruth::kFile:
      break;
  }
  return fmt::format(
      "questions and answers are those of the file; all answers about a fifth of the sets of {} objects are held out",
      form == files::AnswerForm::kQuadruplet ? "four" : "three");
}

}  // namespace

std::string question_table(const AskInput& input, std::span<const answers::AskedOnce> asked, files::AnswerForm form) {
  std::string text = answers::columns_of(form) + '\n';
  for (const answers::AskedOnce& one : asked) text += fields_of(input, one.question) + '\n';
  return text;
}

std::string question_table(const AskInput& input, std::span<const answers::ChosenQuestion> chosen,
                           const answers::ChoiceOptions& choice) {
  const char* bits = choice.form == files::AnswerForm::kTriplet ? "gain" : "entropy";
  std::string text = fmt::format("{},{}\n", answers::columns_of(choice.form), bits);
  for (const answers::ChosenQuestion& one : chosen)
    text += fmt::format("{},{}\n", fields_of(input, answers::shown(one.question, choice.seed)),
                        std::isnan(one.gain) ? "" : fmt::format("{:.4f}", one.gain));
  return text;
}

std::string list_table(const AskInput& input, std::span<const answers::ListedScreen> lists, files::AnswerForm form) {
  std::string text = fmt::format("participant,trial,{},repeats\n", answers::columns_of(form));
  for (const answers::ListedScreen& one : lists)
    text += fmt::format("{},{},{},{}\n", one.participant, one.trial, fields_of(input, one.screen),
                        one.repeats == 0 ? "" : std::to_string(one.repeats));
  return text;
}

std::string oracle_report(const AskInput& input, const OracleOptions& options,
                          std::span<const answers::AskedOnce> asked, const AnswersFrom& from) {
  const answers::OracleTally tally = answers::tally_of(asked);
  const std::string lines = core::counted(asked.size(), "answer");
  std::string text =
      terminal::report_line("objects", fmt::format("{}, of {}", input.known.objects, input.answers.source));
  text += terminal::report_line(
      "log",
      fmt::format("{}: {} to {}, {} skipped; {} of these from before", options.log.string(), lines,
                  core::counted(static_cast<std::size_t>(tally.questions), "question"), tally.skipped, from.before));
  if (!options.record.empty())
    text +=
        terminal::report_line("record", fmt::format("{}: answered {}", options.record.string(),
                                                    core::counted(static_cast<std::size_t>(from.record), "question")));
  if (tally.repeated > 0)
    text += terminal::report_line(
        "votes", fmt::format("of {} with more than one answer {} {} different ones ({:.1f} %)",
                             core::counted(static_cast<std::size_t>(tally.repeated), "question"), tally.divided,
                             tally.divided == 1 ? "has" : "have",
                             100.0 * static_cast<double>(tally.divided) / static_cast<double>(tally.repeated)));
  if (tally.answers > 0) text += terminal::report_line("positions", positions(tally, options.plan.choice.form));
  const auto number = static_cast<double>(asked.size());
  const std::size_t paid = asked.size() - static_cast<std::size_t>(from.record);
  if (options.cost > 0.0)
    text += terminal::report_line(
        "cost", fmt::format("{:.2f} ({:g} for each of {}, including skipped ones)",
                            options.cost * static_cast<double>(paid), options.cost, core::counted(paid, "answer")));
  if (!asked.empty())
    text += terminal::report_line("time", fmt::format("{}, {} per answer", core::duration_text(tally.seconds),
                                                      core::duration_text(tally.seconds / number)));
  return text + terminal::report_line("next", fmt::format("tertium cluster {}{}", options.log.string(),
                                                          options.method.empty() ? "" : " --method " + options.method));
}

std::string simulation_report(const AskInput& input, const answers::SimulationPlan& plan,
                              const answers::Simulation& found) {
  std::string text =
      terminal::report_line("read", fmt::format("{}: {} objects, {} answers", input.answers.source, input.known.objects,
                                                input.answers.comparisons.answers()));
  text += terminal::report_line("truth", truth_text(plan.truth, plan.choice.method.name, plan.choice.form));
  text += terminal::report_line(
      "runs", fmt::format("{}, batches of {}, embedding by {}; mean ± standard error of the held-out accuracy",
                          plan.runs, plan.batch, plan.choice.method.name));
  return text + '\n' + table_of(found) + savings(found);
}

std::string simulation_csv(const answers::Simulation& found, const std::string& header) {
  std::string text = header + '\n';
  for (const answers::AskingCurve& curve : found.curves)
    for (std::size_t c = 0; c < found.answers.size(); ++c)
      for (std::size_t run = 0; run < curve.predicted[c].size(); ++run)
        text += fmt::format("{},{},{},{:.6g}\n", curve.name, found.answers[c], run + 1, curve.predicted[c][run]);
  return text;
}

std::vector<std::filesystem::path> simulation_pictures(const std::filesystem::path& table) {
  std::vector<std::filesystem::path> pictures;
  for (const char* extension : {".pdf", ".svg", ".png"})
    pictures.push_back(std::filesystem::path(table).replace_extension(extension));
  return pictures;
}

bool draw_simulation(const std::filesystem::path& table, const AskInput& input, const answers::SimulationPlan& plan) {
  const std::string title =
      input.answers.stem + (plan.truth == answers::SimulatedTruth::kFile ? "" : ", simulated answers");
  return draw_curves(table, {{"titles", {title}}, {"x", "answers"}, {"y", "held-out accuracy (%)"}});
}

bool draw_curves(const std::filesystem::path& table, nlohmann::ordered_json description) {
  description["page"] = {{"width", nullptr}, {"height", nullptr}, {"font_size", nullptr}, {"title", true}};
  description["page"]["svg_text"] = false;
  std::filesystem::path stem = table;
  return pictures::run_figure_script("asking", {stem.replace_extension(), table},
                                     pictures::description_text(description));
}

}  // namespace tertium::program
