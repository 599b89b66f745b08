#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "experiments/commands/ask/simulation.hpp"
#include "experiments/figures/picture_options.hpp"
#include "experiments/figures/python.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kIndent = 11;

std::string line(const std::string& head, const std::string& text) {
  return fmt::format("{:<{}}{}\n", head, kIndent, wrapped(text, kIndent));
}

std::string table_of(const Simulation& found) {
  std::vector<std::vector<std::string>> rows{{"answers"}};
  for (const LearningCurve& curve : found.curves) rows.front().push_back(name_of(curve.rule));
  for (std::size_t c = 0; c < found.answers.size(); ++c) {
    rows.push_back({std::to_string(found.answers[c])});
    for (const LearningCurve& curve : found.curves)
      rows.back().push_back(std::isnan(curve.error(c))
                                ? fmt::format("{:.1f} %", 100.0 * curve.mean(c))
                                : fmt::format("{:.1f} ± {:.1f} %", 100.0 * curve.mean(c), 100.0 * curve.error(c)));
  }
  return aligned_table(rows, {Align::kRight});
}

/// What the others need for what random reaches after so many answers.
std::string savings_at(const Simulation& found, const LearningCurve& random, std::size_t checkpoint) {
  const auto asked = static_cast<double>(found.answers[checkpoint]);
  std::string text = fmt::format("random foretells {:.1f} % after {} answers", 100.0 * random.mean(checkpoint), asked);
  for (const LearningCurve& curve : found.curves) {
    if (curve.rule == ChoiceRule::kRandom) continue;
    const auto needed = found.answers_for(curve, random.mean(checkpoint));
    text += needed ? fmt::format("; {} after {:.0f} ({:.2f} of that)", name_of(curve.rule), *needed, *needed / asked)
                   : fmt::format("; {} not after {}", name_of(curve.rule), found.answers.back());
  }
  return line("", text);
}

std::string savings(const Simulation& found) {
  const LearningCurve* random = found.find(ChoiceRule::kRandom);
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

std::string truth_text(Truth truth, const std::string& method) {
  switch (truth) {
    case Truth::kModel:
      return fmt::format(
          "any question is answered as {} of all these answers says, by chance; held out are 2000 such "
          "answers",
          method);
    case Truth::kExact:
      return fmt::format(
          "any question is answered by what is nearer in {} of all these answers; held out are 2000 such "
          "answers",
          method);
    case Truth::kFile:
      break;
  }
  return "questions are those of the file, with its answers; held out are all answers about a fifth of the sets of "
         "three "
         "objects";
}

}  // namespace

std::string simulation_report(const AskInput& input, const AskOptions& options, const Simulation& found) {
  const SimulationOptions& wanted = *options.simulation;
  std::string text = line("read", fmt::format("{}: {} objects, {} answers", input.answers.source, input.known.objects,
                                              input.answers.comparisons.answers()));
  text += line("truth", truth_text(wanted.truth, options.choice.method.name));
  text += line("runs", fmt::format("{}, batches of {}, places by {}; mean ± standard error of what is foretold of the "
                                   "answers held out",
                                   wanted.runs, wanted.batch, options.choice.method.name));
  return text + '\n' + table_of(found) + savings(found);
}

std::string simulation_csv(const Simulation& found) {
  std::string text = "choose,answers,run,foretold\n";
  for (const LearningCurve& curve : found.curves)
    for (std::size_t c = 0; c < found.answers.size(); ++c)
      for (std::size_t run = 0; run < curve.foretold[c].size(); ++run)
        text +=
            fmt::format("{},{},{},{:.6g}\n", name_of(curve.rule), found.answers[c], run + 1, curve.foretold[c][run]);
  return text;
}

bool draw_simulation(const std::filesystem::path& table, const AskInput& input, const AskOptions& options) {
  const std::string title =
      input.answers.stem + (options.simulation->truth == Truth::kFile ? "" : ", simulated answers");
  nlohmann::ordered_json description{{"titles", {title}}};
  description["page"] = {{"width", nullptr}, {"height", nullptr}, {"font_size", nullptr}, {"title", true}};
  description["page"]["svg_text"] = false;
  std::filesystem::path stem = table;
  return run_figure_script("asking", {stem.replace_extension(), table}, description_text(description));
}

}  // namespace tertium::experiments
