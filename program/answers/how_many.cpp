// tertium ask --how-many: how many answers, and by which method, out of what maps have measured.
#include "program/answers/how_many.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "experiments/maps/advice.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/run_folder.hpp"
#include "program/answers/how_many_design.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// "1,200,000": two digits that mean something.
std::string rounded(double count) {
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(count, 1.0))) - 1.0));
  std::string digits = fmt::format("{:.0f}", std::max(1.0, std::ceil(count / unit) * unit));
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string answers_text(double count, double all) {
  return count > all ? "more than all" : rounded(count);
}

std::string table(const std::vector<experiments::AdvisedAnswers>& answers, const experiments::Situation& situation) {
  std::vector<std::vector<std::string>> rows = {{"method", "answers", "from", "to", "of what", "fitted to"}};
  for (const experiments::AdvisedAnswers& answer : answers) {
    const experiments::AdviceFit& fit = *answer.fit;
    rows.push_back({fit.method, answers_text(answer.count, answer.all), answers_text(answer.low, answer.all),
                    answers_text(answer.high, answer.all), fit.triplets ? "triplets" : "quadruplets",
                    fit.outside(situation).empty()
                        ? fmt::format("{} of {}", fit.situations, fit.of)
                        : fmt::format("beyond ({})", fmt::join(fit.outside(situation), ", "))});
  }
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight, terminal::Align::kRight,
                                        terminal::Align::kRight, terminal::Align::kLeft, terminal::Align::kLeft});
}

/// "share of cases with aari >= 0.9"
std::string in_words(std::string score) {
  if (score.starts_with("share with ")) score.insert(6, "of cases ");
  return score;
}

std::string advice_text(const experiments::Advice& advice, const experiments::Situation& situation) {
  const std::vector<experiments::AdvisedAnswers> answers = advice.answers_for(situation);
  const bool beyond =
      std::ranges::any_of(answers, [&](const auto& one) { return !one.fit->outside(situation).empty(); });
  const std::string about = fmt::format(
      "{:.0f} objects in {:.0f} clusters{}; similarities {} by {:g} of their standard deviations; {} of the answers "
      "are wrong. Answers needed until the {} is {:g}:",
      situation.objects, situation.clusters, advice.flat ? " of one size" : " that merge in pairs",
      advice.flat ? "inside are above those between" : "fall from level to level", situation.gap,
      core::percent(0.5 * (1.0 - situation.right)), in_words(advice.score), advice.level);
  std::string notes =
      "Questions are random. The range (from, to) contains 95 of 100 situations of the map whose objects, clusters and "
      "gap, together, the fit has not seen. Fits use situations in which the method got there (fitted to: how many of "
      "how many). See docs/maps.md; docs/choosing.md has other methods, which may need fewer answers.";
  if (advice.flat) notes += " All methods were given the number of clusters.";
  if (beyond)
    notes +=
        " Beyond: outside the measured range of the method; these numbers extrapolate a law that was not checked "
        "there.";
  return terminal::wrapped(about, 0) + "\n\n" + table(answers, situation) + '\n' + terminal::wrapped(notes, 0) + '\n';
}

void check(const experiments::Situation& situation) {
  if (situation.objects < 2.0 * situation.clusters)
    throw core::UsageError(
        fmt::format("{:.0f} objects make no {:.0f} clusters of two or more, give fewer levels (2^levels clusters) or "
                    "clusters, or more objects",
                    situation.objects, situation.clusters));
}

/// A run that is finished.
struct FinishedRun {
  experiments::Plan plan;
  experiments::StoreContent content;

  explicit FinishedRun(const std::string& path) {
    const experiments::RunFolder folder = experiments::RunFolder::open(path);
    plan = experiments::plan_of_run(folder);
    content = folder.load_whole();
    if (const experiments::VerifyReport report = experiments::verify(content, experiments::planned_keys(plan));
        !report.missing.empty())
      core::fail("{} is not finished ({}), finish it first", folder.path().string(), report.summary());
  }
};

struct HowManyOptions {
  std::int64_t objects = 0, levels = 2;
  std::optional<std::int64_t> clusters{};
  double error = 0.0, gap = 1.5;
  std::optional<std::filesystem::path> fits{};
  std::string fit, check;
  std::filesystem::path output{};
  bool force = false;
  DesignOptions simulated{};

  experiments::Situation situation() const {
    return {static_cast<double>(objects), clusters ? static_cast<double>(*clusters) : std::exp2(levels), gap,
            1.0 - 2.0 * error};
  }
};

/// The simulation of what was asked for.
DesignOptions designed(const HowManyOptions& options) {
  DesignOptions simulated = options.simulated;
  answers::StudyDesign& design = simulated.design;
  design.objects = static_cast<core::Object>(options.objects);
  design.levels = options.clusters ? 0 : static_cast<int>(options.levels);
  design.clusters = static_cast<core::Label>(options.clusters.value_or(2));
  design.gap = options.gap;
  design.error = options.error;
  return simulated;
}

int fit_run(const HowManyOptions& options) {
  if (options.output.empty()) throw core::UsageError("--output is missing, name the file of the fits: -o FILE");
  Outputs({options.fit}, options.force).expect_free(options.output);
  const FinishedRun run(options.fit);
  const experiments::Advice advice = experiments::fitted_advice(run.plan, run.content.rows);
  experiments::write_advice(options.output, advice);
  std::vector<std::vector<std::string>> rows = {
      {"method", "objects", "clusters", "gap", "right answers", "factor", "situations", "of"}};
  for (const experiments::AdviceFit& fit : advice.fits) {
    rows.push_back({fit.method});
    for (const double power : fit.powers) rows.back().push_back(fmt::format("{:.2f}", power));
    rows.back().push_back(fmt::format("{:.2f}", std::exp(fit.range())));
    rows.back().push_back(fmt::format("{}", fit.situations));
    rows.back().push_back(fmt::format("{}", fit.of));
  }
  fmt::print("{}\n{}\n", terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight}),
             terminal::wrapped("Exponents of the fraction p of all comparisons, and the factor within which 95 of 100 "
                               "situations lie whose objects, clusters and gap, together, the fit has not seen.",
                               0));
  return terminal::kComplete;
}

/// The fits that are asked for: those of configs/maps about trees or flat clusters, or a file's.
experiments::Advice chosen_advice(const HowManyOptions& options, bool flat) {
  const std::string name = flat ? "map-advice-flat.json" : "map-advice.json";
  const std::filesystem::path file = options.fits ? *options.fits : core::home_folder() / "configs" / "maps" / name;
  experiments::Advice advice = experiments::read_advice(file);
  if (advice.fits.empty()) core::fail("{} contains no fits, write some with --fit", file.string());
  return advice;
}

int check_run(const HowManyOptions& options) {
  const FinishedRun run(options.check);
  const experiments::Advice advice = chosen_advice(options, experiments::is_about_flat_clusters(run.plan.config));
  std::vector<std::vector<std::string>> rows = {
      {"method", "situations", "got there", "in the range", "open", "factor here", "factor of fit"}};
  for (const experiments::AdviceCheck& check : experiments::checked_advice(advice, run.plan, run.content.rows))
    rows.push_back({check.method, fmt::format("{}", check.of), fmt::format("{}", check.situations),
                    fmt::format("{}", check.inside), fmt::format("{}", check.open),
                    check.situations > 0 ? fmt::format("{:.2f}", std::exp(check.off)) : "-",
                    fmt::format("{:.2f}", std::exp(check.range))});
  fmt::print(
      "{}\n{}\n", terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight}),
      terminal::wrapped("Situations of the run inside the measured range. Got there: the method reached the score. In "
                        "the range: of these, the answers that it needed are between from and to; this should be 95 of "
                        "100. Open: it did not get there, and the range exceeds the answers given. Factor: 95 of 100 "
                        "of those that got there are within it, here and by the fits.",
                        0));
  return terminal::kComplete;
}

/// --fit and --check are about a run, and about no situation.
void check_alone(const CommandLine& line) {
  const std::string option = line.has("fit") ? "fit" : "check";
  for (const char* other : {"fit", "check", "objects", "levels", "clusters", "error", "gap", "participants"})
    if (other != option && line.has(other))
      throw core::UsageError(fmt::format("--{} is about a run, leave --{} out", option, other));
}

}  // namespace

int run_how_many(const std::vector<std::string>& args) {
  HowManyOptions options;
  CommandLine line("ask",
                   "How many answers are needed, and by which method: from fits to maps of where planted hierarchies, "
                   "or flat clusters, are recovered. Reports the uncertainty, and what lies beyond the map.",
                   "tertium ask --how-many --objects 100 --levels 3 --error 0.1\n"
                   "  tertium ask --how-many --objects 60 --levels 2 --gap 2.5\n"
                   "  tertium ask --how-many --objects 200 --clusters 5 --error 0.2\n"
                   "  tertium ask --how-many --objects 32 --error 0.2 --participants 24 -n 40 -o planned.csv");
  line.flag("how-many", "what this page is about");
  line.option("objects", 0, "N", in_range(options.objects, 4, 1'000'000), "how many objects (required)");
  line.option("levels", 0, "L", in_range(options.levels, 1, 18),
              "a tree: number of binary levels, for 2^L clusters (default: 2)");
  line.option("clusters", 0, "K", in_range(options.clusters, 2, 1'000'000),
              "instead of --levels: number of flat clusters, which is given to the methods");
  line.option("error", 0, "SHARE", in_range(options.error, 0.0, 0.499),
              "fraction of wrong answers, below 0.5 (default: 0)");
  line.option("gap", 0, "G", in_range(options.gap, 0.01, 100.0),
              "gap between neighbouring levels, or between similarities inside and between clusters, in their standard "
              "deviations: 1 is hard to see, 2.5 is clear (default: 1.5)");
  line.option("fits", 0, "FILE", options.fits,
              "file of fits, instead of map-advice.json or map-advice-flat.json of configs/maps");
  line.option("fit", 0, "RUN", options.fit,
              "fit the run of a map like map-advice instead, and write the fits to -o FILE");
  line.option("output", 'o', "FILE", options.output,
              "with --fit: where they go; with --participants: a table of the curve");
  line.option("check", 0, "RUN", options.check, "compare the fits with another run of such a map");
  add_design_options(line, options.simulated);
  add_force_option(line, options.force);
  if (!line.parse(args)) return terminal::kComplete;
  if (line.has("fit") || line.has("check")) check_alone(line);
  if (line.has("fit")) return fit_run(options);
  if (line.has("levels") && line.has("clusters"))
    throw core::UsageError("--levels is for trees, --clusters for flat clusters, give one of them");
  const bool design = line.has("participants");
  for (const char* option : {"output", "force"})
    if (line.has(option) && !design)
      throw core::UsageError(
          fmt::format("--{} is for --fit or --participants, give one of them, too, or leave it out", option));
  for (const char* option : {"number", "question-type", "repeats", "methods", "runs", "seed"})
    if (line.has(option) && !design)
      throw core::UsageError(fmt::format("--{} is for a simulated study, give --participants P, too", option));
  if (line.has("check")) return check_run(options);
  if (!line.has("objects")) throw core::UsageError("--objects is missing, give their number: --objects 100");
  const experiments::Situation situation = options.situation();
  check(situation);
  if (design) return run_design(designed(options), options.output, options.force);
  const experiments::Advice advice = chosen_advice(options, options.clusters.has_value());
  if (advice.flat != options.clusters.has_value())
    core::fail("{} is about {}, or leave --fits out", options.fits->string(),
               advice.flat ? "flat clusters, give their number: --clusters 5" : "trees, give their levels: --levels 2");
  fmt::print("{}", advice_text(advice, situation));
  return terminal::kComplete;
}

}  // namespace tertium::program
