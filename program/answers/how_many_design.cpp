// tertium ask --how-many --participants: how far a design gets, by a simulation of that very design.
#include "program/answers/how_many_design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/method.hpp"
#include "files/output/atomic_file.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/ask_report.hpp"
#include "program/options/job_progress.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr double kEnough = 0.9;  // of a score, as the maps have it

std::string score_name(const answers::StudyDesign& design) {
  return design.levels > 0 ? "AARI" : "ARI";
}

std::string planted_text(const answers::StudyDesign& design) {
  const answers::ListPlan& lists = design.lists;
  const std::string clusters =
      design.levels > 0
          ? fmt::format("{} clusters that merge in pairs; similarities fall from level to level by {:g} of",
                        std::int64_t{1} << design.levels, design.gap)
          : fmt::format("{} clusters of one size; similarities inside are above those between by {:g} of",
                        design.clusters, design.gap);
  return fmt::format(
      "{} objects in {} their standard deviations; {} of the answers are wrong. Every participant has a list of {} "
      "{}{}, as from tertium ask --participants. {} simulated studies for each number of participants; mean {} ± "
      "standard error:",
      answers::objects_of(design), clusters, core::percent(design.error), lists.questions, files::name_of(lists.form),
      lists.repeats > 0 ? fmt::format(", {} of them asked twice", lists.repeats) : "", design.runs, score_name(design));
}

std::string table_of(const answers::StudyDesign& design, const answers::Simulation& found) {
  std::vector<std::vector<std::string>> rows{{"participants", "answers"}};
  for (const answers::AskingCurve& curve : found.curves) rows.front().push_back(curve.name);
  for (std::size_t c = 0; c < found.answers.size(); ++c) {
    const std::int64_t people = found.answers[c];
    rows.push_back({std::to_string(people), std::to_string(people * (design.lists.questions + design.lists.repeats))});
    for (const answers::AskingCurve& curve : found.curves)
      rows.back().push_back(std::isnan(curve.error(c)) ? fmt::format("{:.2f}", curve.mean(c))
                                                       : fmt::format("{:.2f} ± {:.2f}", curve.mean(c), curve.error(c)));
  }
  return terminal::aligned_table(rows, {terminal::Align::kRight});
}

std::string enough_text(const answers::StudyDesign& design, const answers::Simulation& found) {
  std::vector<std::string> parts;
  for (const answers::AskingCurve& curve : found.curves) {
    const auto needed = found.answers_for(curve, kEnough);
    parts.push_back(needed ? fmt::format("{} from {:.0f} participants on", curve.name, std::ceil(*needed))
                           : fmt::format("{} not by {}", curve.name, found.answers.back()));
  }
  return fmt::format("A mean {} of {:g} is reached: {}.", score_name(design), kEnough, fmt::join(parts, "; "));
}

/// Those of trees, or of flat clusters. Throws UsageError for others.
std::vector<core::Method> methods_for(const DesignOptions& options) {
  std::vector<core::Method> methods;
  for (const std::string& name :
       options.methods.empty() ? answers::recommended_methods(options.design) : options.methods) {
    methods.push_back(core::find_method(name));
    const core::ProductKind kind = methods.back().returns();
    const bool tree = kind == core::ProductKind::kTree;
    if (!tree && (kind != core::ProductKind::kPartition || options.design.levels > 0))
      throw core::UsageError(fmt::format("--methods {}: makes {} (and no {}), take another one", name, name_of(kind),
                                         options.design.levels > 0 ? "tree" : "clusters"));
  }
  return methods;
}

}  // namespace

void add_design_options(CommandLine& line, DesignOptions& options) {
  answers::StudyDesign& design = options.design;
  line.option("participants", 0, "P", in_range(design.lists.participants, 1, 100'000),
              "instead, simulate studies of P participants, and of an eighth to four times this number");
  line.option("number", 'n', "N", in_range(design.lists.questions, 1, 1'000'000),
              "with --participants: questions for each (default: 20)");
  line.option("question-type", 0, "KIND", into(design.lists.form, answers::question_form),
              fmt::format("with --participants: {} (default: {})", fmt::join(answers::question_forms(), ", "),
                          answers::question_forms().front()));
  line.option("repeats", 0, "R", in_range(design.lists.repeats, 0, 1'000'000),
              "with --participants: questions for each that are asked twice (default: 0)");
  line.option("methods", 0, "LIST", into(options.methods, parts_of),
              "with --participants: instead of those that docs/choosing.md recommends");
  line.option("runs", 0, "N", in_range(design.runs, 1, 100'000),
              "with --participants: number of simulated studies (default: 20)");
  line.option("seed", 0, "SEED", in_range(design.lists.seed, 0, std::numeric_limits<std::int64_t>::max()),
              "with --participants: of all random choices (default: 1)");
}

int run_design(DesignOptions options, const std::filesystem::path& output, bool force) {
  const Outputs outputs({}, force);
  if (!output.empty()) {
    outputs.expect_free(output);
    for (const std::filesystem::path& picture : simulation_pictures(output)) outputs.expect_free(picture);
  }
  answers::StudyDesign& design = options.design;
  design.methods = methods_for(options);
  const answers::Simulation found = answers::simulate_design(design, job_progress_on_stderr());
  fmt::print("{}\n\n{}\n{}\n", terminal::wrapped(planted_text(design), 0), table_of(design, found),
             terminal::wrapped(enough_text(design, found), 0));
  if (output.empty()) return terminal::kComplete;
  files::replace_file(output, simulation_csv(found, "method,participants,run,score"));
  const std::string title = fmt::format("{} objects", answers::objects_of(design));
  const bool drawn = draw_curves(
      output, {{"titles", {title}}, {"x", "participants"}, {"y", score_name(design) + " with the planted clusters"}});
  fmt::print("\n{}", terminal::report_line("files", output.string() + (drawn ? ", drawn next to it" : "")));
  return terminal::kComplete;
}

}  // namespace tertium::program
