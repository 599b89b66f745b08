#include "experiments/commands/ask/ask.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"
#include "experiments/commands/ask/ask_input.hpp"
#include "experiments/commands/ask/ask_options.hpp"
#include "experiments/commands/ask/choose.hpp"
#include "experiments/commands/ask/oracle_run.hpp"
#include "experiments/commands/ask/simulation.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/exit_code.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

std::string table_of(const AskInput& input, const std::vector<ChosenQuestion>& chosen, std::uint64_t seed) {
  std::string text = "anchor,first,second,gain\n";
  for (const ChosenQuestion& one : chosen)
    text += fmt::format("{},{}\n", question_fields(input, shown(one.question, seed)),
                        std::isnan(one.gain) ? "" : fmt::format("{:.4f}", one.gain));
  return text;
}

int print_questions(const AskInput& input, AskOptions& options) {
  options.choice.round = input.known.answers.size();
  core::Stream draws({.master_seed = options.choice.seed, .repetition = 1}, core::Purpose::kQuestions,
                     options.choice.round);
  const std::vector<TripletQuestion> open = open_questions(input.known.asked, options.votes, draws);
  if (open.empty())
    core::fail("{}: every question has {} (--votes {}), ask for more votes", input.answers.source,
               counted(static_cast<std::size_t>(options.votes), "answer"), options.votes);
  const auto count = static_cast<std::size_t>(options.count);
  const std::vector<ChosenQuestion> chosen = choose(input.known, open, count, options.choice);
  if (chosen.size() < count)
    notice("tertium ask: warning: only {} {} left to be asked\n", counted(chosen.size(), "question"),
           chosen.size() == 1 ? "is" : "are");
  const std::string table = table_of(input, chosen, options.choice.seed);
  if (options.output.empty()) {
    fmt::print("{}", table);
  } else {
    replace_file(options.output, table);
    fmt::print("{}: {} about {} objects, chosen by {}\n", options.output.string(), counted(chosen.size(), "question"),
               input.known.objects, name_of(options.choice.rule));
  }
  return kComplete;
}

/// A log that is its own FILE would count every answer twice.
void check_log(const AskOptions& options) {
  std::error_code error;
  if (std::filesystem::equivalent(options.source.path, options.oracle->log, error))
    throw core::UsageError(
        fmt::format("FILE is the log itself, {}, which is read anyway, leave FILE out and tell of the objects by "
                    "--objects or --names",
                    options.source.path));
}

int ask_oracle(const AskInput& input, const AskOptions& options) {
  OracleRun run(input, options);
  const std::size_t before = run.log().asked().size();
  run.ask_all();
  fmt::print("{}", oracle_report(input, options, run.log(), before));
  return kComplete;
}

int run_simulation(const AskInput& input, const AskOptions& options) {
  const Simulation found = simulate(input, options);
  fmt::print("{}", simulation_report(input, options, found));
  if (options.output.empty()) return kComplete;
  replace_file(options.output, simulation_csv(found));
  const bool drawn = draw_simulation(options.output, input, options);
  fmt::print("\nfiles      {}{}\n", options.output.string(), drawn ? ", drawn beside it as .pdf, .svg and .png" : "");
  return kComplete;
}

}  // namespace

int run_ask(const std::vector<std::string>& args) {
  std::optional<AskOptions> options = parse_ask_options(args);
  if (!options) return kComplete;
  if (options->oracle) check_log(*options);
  const AskInput input = read_ask_input(*options);
  if (options->simulation) return run_simulation(input, *options);
  if (options->oracle) return ask_oracle(input, *options);
  return print_questions(input, *options);
}

}  // namespace tertium::experiments
