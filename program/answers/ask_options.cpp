#include "program/answers/ask_options.hpp"

#include <fmt/ranges.h>

#include <limits>

#include "answers/asking/answer_model.hpp"
#include "core/base/error.hpp"
#include "program/answers/answer_options.hpp"
#include "program/options/command_line.hpp"
#include "program/options/method_settings.hpp"
#include "program/options/outputs.hpp"
#include "terminal/quantities.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

constexpr std::int64_t kMostAsked = 1'000'000'000;

CommandLine command_line() {
  CommandLine line(
      "ask", "What to ask next: the questions whose answers would tell most, by what is answered in FILE.",
      "tertium ask answers.csv -n 20\n"
      "  tertium ask --names objects.csv --question-type odd-one-outs --participants 24 -n 40 -o lists.csv\n"
      "  tertium ask answers.csv --oracle ./answer.py --budget 500 --log asked.csv --votes 3\n"
      "  tertium ask --how-many --objects 100 --levels 3 --error 0.1");
  line.arguments("FILE",
                 "answers, as tertium cluster reads them; without it nothing was asked yet, and --objects or --names "
                 "says about what");
  line.output(
      "A table anchor,first,second,gain: gain is how many bits an answer tells about the place of its anchor. With a "
      "column answer (first, second or NA) it is a file for tertium cluster.");
  line.see_also("answers, cluster; tertium ask --how-many --help: how many answers it takes");
  line.flag("how-many", "how many answers, and by which method, instead; options of its own");
  line.option("number", 'n', "N", "how many questions (default: 20), with --participants in each list");
  line.option(
      "question-type", 0, "KIND",
      fmt::format("{} (default: {}): which of two objects is more like the anchor; which of three is unlike the "
                  "others; which of two pairs is more alike",
                  fmt::join(answers::question_forms(), ", "), answers::question_forms().front()));
  line.option(
      "choose", 0, "RULE",
      fmt::format("how they are chosen: {} (default: {}; docs/asking.md); with --simulate a list (default: all)",
                  fmt::join(answers::choice_rules(), ", "), answers::choice_rules().front()));
  line.option("votes", 0, "V", "how many answers a question is to have (default: 1)");
  line.option("warm-up", 0, "R", "questions that every object is in before gains count (default: 2)");
  line.option("method", 0, "METHOD",
              fmt::format("the embedding that predicts answers: {} (default: {})",
                          fmt::join(answers::probable_methods(), ", "), answers::probable_methods().front()));
  line.option("set", 0, "KEY=VALUE", "a parameter of the method, e.g. --set d=3", CommandLine::Count::kAnyNumber);
  line.option("seed", 0, "SEED", "of whatever is drawn (default: 1)");
  line.option("participants", 0, "P", "a list of questions for each of P participants, by --objects or --names alone");
  line.option("repeats", 0, "R", "with --participants: questions of a list that are asked once more (default: 0)");
  line.option(
      "oracle", 0, "COMMAND",
      "the program that answers, a line for /bin/sh: it reads the table, and writes first, second or skip a line");
  line.option("log", 0, "LOG", "with --oracle: where answers go, and where it goes on from");
  line.option("replay", 0, "LOG", "an earlier log answers what it can; without --oracle it has to know all");
  line.option("budget", 0, "N", "with --oracle: answers in all, those of the log too; with --simulate: the most");
  line.option("batch", 0, "N", "answers for which the program is started once (default: 20)");
  line.flag("counterbalance", "with --oracle and --votes: the objects stand in other places at every vote");
  line.option("oracle-timeout", 0, "TIME", "what the program may take for a batch, e.g. 90s or 1h (default: 10m)");
  line.option("cost-per-answer", 0, "COST", "of each line that the program answers, skipped ones too: summed up");
  line.flag("simulate", "how well answers held out are predicted after how many answers, by each rule");
  line.option("truth", 0, "WHO",
              "with --simulate, who answers: file, its own answers (default); model, as an embedding of them says, by "
              "chance; exact, the same without chance");
  line.option("runs", 0, "N", "with --simulate: how many, each with other answers held out (default: 10)");
  add_answer_options(line);
  line.option("output", 'o', "FILE", "write the table there");
  add_force_option(line);
  return line;
}

core::Method method_of(const CommandLine& line) {
  core::Method method = answers::probable_method(line.text("method", answers::probable_methods().front()));
  core::set_parameters(method, settings_of(line.texts("set")));
  return method;
}

void check_lists(const CommandLine& line) {
  if (line.has("FILE"))
    throw UsageError(
        "lists for people are about objects alone (nobody answered yet), give --objects or --names in the "
        "place of FILE");
  for (const char* option : {"oracle", "replay", "simulate", "choose", "votes", "warm-up", "method", "set"})
    if (line.has(option))
      throw UsageError(
          fmt::format("--{} is not for lists of people (whose questions are drawn, all alike), leave it out", option));
}

/// Whether somebody is to answer.
bool asks(const CommandLine& line) {
  return line.has("oracle") || line.has("replay");
}

/// Refuses options that say something only of another use.
void check_use(const CommandLine& line) {
  const bool oracle = asks(line), simulate = line.has("simulate");
  if (oracle && simulate) throw UsageError("--oracle and --replay ask, and --simulate does not, give one of them");
  for (const char* option : {"log", "counterbalance", "oracle-timeout", "cost-per-answer"})
    if (!oracle && line.has(option))
      throw UsageError(fmt::format("--{} is for a program that answers, give --oracle COMMAND, too", option));
  for (const char* option : {"budget", "batch"})
    if (!oracle && !simulate && line.has(option))
      throw UsageError(
          fmt::format("--{} is for --oracle and --simulate (here -n says how many), leave it out", option));
  for (const char* option : {"truth", "runs"})
    if (!simulate && line.has(option))
      throw UsageError(fmt::format("--{} is for a simulation, give --simulate, too", option));
  if ((oracle || simulate) && line.has("number"))
    throw UsageError("-n is for a table of questions (here --budget says how many), leave it out");
  if (oracle && line.has("output")) throw UsageError("-o is for a table (answers go to --log), leave it out");
  if (line.has("repeats") && !line.has("participants"))
    throw UsageError("--repeats is for lists of people, give --participants P, too");
  if (line.has("participants")) check_lists(line);
  if (!line.has("output") && line.has("force"))
    throw UsageError("--force is for the table that -o names (a log is only added to), leave it out");
}

OracleOptions oracle_options(const CommandLine& line, const AskOptions& asked) {
  OracleOptions oracle;
  oracle.command = line.text("oracle");
  for (const char* option : {"budget", "log"})
    if (!line.has(option))
      throw UsageError(fmt::format("--oracle asks until a number of answers is in a log, give --{}, too", option));
  answers::OraclePlan& plan = oracle.plan;
  plan.choice = asked.choice;
  plan.votes = asked.votes;
  plan.budget = line.integer("budget", 0, 1, kMostAsked);
  plan.batch = line.integer("batch", plan.batch, 1, 100'000);
  plan.swap = line.has("counterbalance");
  oracle.log = line.text("log");
  oracle.record = line.text("replay");
  oracle.seconds = terminal::parse_duration(line.text("oracle-timeout", "10m"), "--oracle-timeout");
  oracle.cost = line.real("cost-per-answer", 0.0, 0.0, 1e9);
  if (plan.swap && plan.votes < 2)
    throw UsageError(
        "--counterbalance is for questions that are asked again (positions of a single vote are drawn), give --votes "
        "2");
  return oracle;
}

answers::SimulationPlan simulation_plan(const CommandLine& line, const AskOptions& asked) {
  answers::SimulationPlan plan{.choice = asked.choice, .votes = asked.votes};
  for (const std::string& rule :
       line.has("choose") ? list_of(line, "choose") : answers::choice_rules(asked.choice.form))
    plan.rules.push_back(answers::choice_rule(rule, asked.choice.form));
  plan.truth = answers::simulated_truth(line.text("truth", "file"));
  plan.budget = line.integer("budget", plan.budget, 20, 10'000'000);
  plan.batch = line.integer("batch", plan.batch, 1, 100'000);
  plan.runs = line.integer("runs", plan.runs, 1, 100'000);
  return plan;
}

}  // namespace

std::optional<AskOptions> parse_ask_options(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return std::nullopt;
  check_use(line);
  AskOptions options;
  options.source = answer_source(line);
  if (!line.has("FILE") && (line.has("simulate") || (!line.has("objects") && !line.has("names"))))
    throw UsageError("FILE is missing (answers that are there), name one, or if there are none --objects or --names");
  options.choice.form = answers::question_form(line.text("question-type", answers::question_forms().front()));
  options.choice.method = method_of(line);
  options.choice.warm_up = line.integer("warm-up", options.choice.warm_up, 1, 1'000'000);
  options.choice.seed =
      static_cast<std::uint64_t>(line.integer("seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
  options.count = line.integer("number", options.count, 1, 1'000'000);
  options.votes = line.integer("votes", options.votes, 1, 1'000'000);
  options.output = line.text("output");
  options.force = line.has("force");
  if (line.has("simulate"))
    options.simulation = simulation_plan(line, options);
  else
    options.choice.rule =
        answers::choice_rule(line.text("choose", answers::choice_rules().front()), options.choice.form);
  if (line.has("participants"))
    options.lists = {.form = options.choice.form,
                     .participants = line.integer("participants", 1, 1, 100'000),
                     .questions = options.count,
                     .repeats = line.integer("repeats", 0, 0, 1'000'000),
                     .seed = options.choice.seed};
  if (asks(line)) options.oracle = oracle_options(line, options);
  return options;
}

}  // namespace tertium::program
