#include "outside/steps/outside_step.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/text.hpp"
#include "files/output/scratch_folder.hpp"
#include "outside/exchange/products.hpp"
#include "outside/programs/guarded_program.hpp"

namespace tertium::outside {
namespace {

constexpr std::size_t kRemark = 800;  // bytes of what it wrote that rows keep

/// The end of what it wrote, as one line.
std::string last_words(const std::string& output) {
  const std::string_view text = core::trimmed(output);
  const std::size_t begin = text.size() - std::min(text.size(), kRemark);
  return core::one_plain_line(std::string(begin > 0 ? "..." : "") + std::string(text.substr(begin)));
}

/// The same for the same trial, and not that of another one. R takes no more than 31 bits.
std::int64_t seed_of(const core::StepRun& run, const StepDeclaration& step) {
  core::Stream stream(run.problem.cell, core::Purpose::kOutsideSteps, core::hash64(step.name));
  return static_cast<std::int64_t>(stream.bits() >> 33U);
}

/// k = 0 of a step that makes clusters stands for as many as the true partition has, as it does of Tertium's own.
bool is_true_number(const StepDeclaration& step, const core::Parameters& parameters) {
  return step.returns == core::ProductKind::kPartition && parameters.contains("k") &&
         core::to_text(parameters.at("k")) == "0";
}

std::vector<std::pair<std::string, std::string>> variables(const core::StepRun& run, const StepDeclaration& step) {
  const std::string threads = fmt::format("{}", omp_get_max_threads());
  std::vector<std::pair<std::string, std::string>> all{{"TERTIUM_OBJECTS", fmt::format("{}", run.problem.objects)},
                                                       {"TERTIUM_SEED", fmt::format("{}", seed_of(run, step))},
                                                       {"TERTIUM_THREADS", threads},
                                                       {"OMP_NUM_THREADS", threads},
                                                       {"OPENBLAS_NUM_THREADS", threads}};
  for (const auto& [name, value] : run.parameters.values()) {
    const bool true_number = name == "k" && is_true_number(step, run.parameters);
    all.emplace_back(
        "TERTIUM_PARAMETER_" + name,
        true_number ? fmt::format("{}", run.problem.get<core::Truth>().back().clusters()) : core::to_text(value));
  }
  return all;
}

void check_unchanged(const StepDeclaration& step) {
  if (step.edition_now() == step.edition()) return;
  core::fail(
      "the files of step {} have changed since this was planned (rows of two programs would be mixed), start the same "
      "command again",
      step.name);
}

core::Product run_step(const StepDeclaration& step, const core::StepRun& run) {
  if (run.problem.team->size() > 1)
    core::fail("step {} is another program (several ranks cannot share it), leave --team-size out", step.name);
  check_unchanged(step);
  const files::ScratchFolder folder("step");
  const std::int64_t answers = write_inputs(run, step.needs, step.form, folder.path());
  if (!step.needs.empty() && run.input == nullptr) run.report(core::kComparisons, static_cast<double>(answers));
  const ProgramEnd end = run_guarded({.command = step.command + " \"$@\"",
                                      .arguments = {folder.path().string()},
                                      .folder = step.folder,
                                      .environment = variables(run, step),
                                      .takes_errors = true,
                                      .seconds = step.seconds,
                                      .bytes = step.bytes},
                                     2 * kRemark, TooMuch::kForgotten);
  const std::string words = last_words(end.output);
  const auto told = [&](const std::string& why) {
    return fmt::format("step {}: {}{}{}", step.name, why, words.empty() ? "" : "; it wrote: ", words);
  };
  if (was_asked_to_end(end)) throw AskedToEnd(told(failure_text(end, step.seconds)));
  if (const std::string why = failure_text(end, step.seconds); !why.empty()) throw core::UserError(told(why));
  run.say(words);
  try {
    return read_product(folder.path(), step.returns, run.problem.objects);
  } catch (const core::UserError& error) {
    throw core::UserError(told(error.what()));
  }
}

}  // namespace

core::Step outside_step(StepDeclaration declaration) {
  constexpr double kAnyRun = 1e308;  // results of two runs are never compared
  declaration.code = declaration.edition();
  core::Step step;
  step.name = declaration.name;
  step.edition = declaration.code;
  step.sentence = declaration.sentence.empty() ? "another program: " + declaration.command : declaration.sentence;
  step.citation = declaration.citation;
  if (!declaration.needs.empty()) step.needs = declaration.needs;
  step.takes = declaration.takes;
  step.returns = declaration.returns;
  step.axes = declaration.axes;
  step.counts_answers = true;
  step.tolerance = declaration.deterministic ? 0.0 : kAnyRun;
  step.unknown_time = true;
  step.draws_objects = true;
  step.parameters = declaration.parameters;
  step.needs_for = [declaration](const core::Parameters& parameters) {
    return is_true_number(declaration, parameters) ? core::Provisions{core::Provision::kTruth} : core::Provisions{};
  };
  step.cost = [declaration](const core::ProblemSize& size, const core::Parameters&) {
    constexpr double kUnknown = 1e9;  // a second
    const double limit = std::isfinite(declaration.bytes) ? declaration.bytes : 0.0;
    return core::StepCost{{kUnknown, input_bytes(size, declaration.needs) + limit}};
  };
  step.run = [declaration = std::move(declaration)](const core::StepRun& run) { return run_step(declaration, run); };
  return step;
}

void add_outside_steps(const std::vector<StepDeclaration>& declarations) {
  struct Added {
    StepDeclaration declaration;
    core::AddedStep step;
  };
  static std::mutex mutex;
  static std::vector<Added> kept;  // methods made of them may be anywhere
  const std::lock_guard lock(mutex);
  for (const StepDeclaration& declaration : declarations) {
    const auto last = std::find_if(kept.rbegin(), kept.rend(),
                                   [&](const Added& added) { return added.declaration.name == declaration.name; });
    if (last != kept.rend() && last->declaration == declaration && last->step->edition == declaration.edition())
      continue;
    kept.push_back({declaration, core::add_step(outside_step(declaration), core::SameName::kReplaces)});
  }
}

}  // namespace tertium::outside
