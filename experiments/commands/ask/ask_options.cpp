#include "experiments/commands/ask/ask_options.hpp"

#include <fmt/ranges.h>

#include <limits>

#include "answers/asking/answer_model.hpp"
#include "core/base/error.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/options/method_settings.hpp"
#include "experiments/commands/options/outputs.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/quantities.hpp"

namespace tertium::experiments {
namespace {

using core::UsageError;

constexpr std::int64_t kMostAsked = 1'000'000'000;

CommandLine command_line() {
  CommandLine line(
      "ask",
      "Says what to ask next: the triplet questions (is the anchor more like the first or like the second?) whose "
      "answers would tell most, by what is answered in FILE. Written is a table anchor,first,second,gain; gain is how "
      "many bits an answer tells about the place of its anchor. With a column answer (first, second, or NA for nobody "
      "could say) the table is a file for tertium cluster. --screens asks odd-one-outs, first,second,third with a "
      "column odd, or quadruplets, i,j,k,l with a column answer; entropy is how many bits their answer leaves open. "
      "Objects that were hardly asked about come first. "
      "With --oracle a program answers: it is started for every batch, reads the table anchor,first,second, and writes "
      "a line first, second or skip (or 1, 2, 0; of odd-one-outs third or 3, too) for each question; the log takes all "
      "answers, and the same line goes "
      "on from it. --simulate tells what choosing is worth, with answers that are there already.",
      "tertium ask answers.csv -n 20\n"
      "  tertium ask --names objects.csv -n 50 -o questions.csv\n"
      "  tertium ask --names objects.csv --screens odd-one-outs --participants 24 -n 40 --repeats 4 -o lists.csv\n"
      "  tertium ask answers.csv --oracle './answer.py' --budget 500 --log asked.csv --votes 3 --swap\n"
      "  tertium ask --objects 30 --oracle './answer.py' --budget 300 --log asked.csv --cost-per-answer 0.02\n"
      "  tertium ask faces --simulate");
  line.arguments("FILE",
                 "answers, as tertium cluster reads them; - for the standard input; or a data set of answers; without "
                 "it nothing was asked yet: --objects or --names tells about what");
  line.option("number", 'n', "N", "how many questions (default: 20), with --participants in each list");
  line.option(
      "screens", 0, "KIND",
      fmt::format("what is asked: {} (default: {}): which of two objects is more like the anchor; which of three "
                  "is unlike the others; which of two pairs, i,j or k,l, is more alike",
                  fmt::join(answers::question_forms(), ", "), answers::question_forms().front()));
  line.option(
      "participants", 0, "P",
      "lists for so many people, by --objects or --names alone: participant,trial, the objects as they stand on "
      "the screen, and repeats. Objects are asked about equally often, within one, in each list and in all, and stand "
      "equally often in each place");
  line.option(
      "repeats", 0, "R",
      "with --participants: so many questions of a list are asked once more, half a list later, in another order; "
      "tertium answers tells who says the same again (default: 0)");
  line.option(
      "choose", 0, "RULE",
      fmt::format(
          "how they are chosen: {} (default: {}): mixed is half arr, half random; arr takes anchors in "
          "turn, each with the question "
          "that tells most about it; infogain what tells most, whatever the anchor; uncertain what is "
          "least foretold; random anything. Only triplets have anchors: of others mixed is half uncertain, half "
          "random. With --simulate a list (default: all)",
          fmt::join(answers::choice_rules(), ", "), answers::choice_rules().front()));
  line.option("votes", 0, "V", "how many answers a question is to have (default: 1)");
  line.option("warm-up", 0, "R",
              "every object is the anchor of so many questions, or in them where none has one, before gains count "
              "(default: 2)");
  line.option("method", 0, "METHOD",
              fmt::format("the embedding that foretells answers: {} (default: {})",
                          fmt::join(answers::probable_methods(), ", "), answers::probable_methods().front()));
  line.option("set", 0, "KEY=VALUE", "a parameter of the method, e.g. --set d=3", CommandLine::Count::kAnyNumber);
  line.option("seed", 0, "SEED", "of whatever is drawn (default: 1)");
  line.option("output", 'o', "FILE", "write the table there");
  add_force_option(line);
  line.option("oracle", 0, "COMMAND", "the program that answers, a line for /bin/sh");
  line.option("budget", 0, "N",
              "with --oracle: answers in all, those in the log among them; with --simulate: the most");
  line.option("batch", 0, "N", "answers for which the program is started once (default: 20)");
  line.option("log", 0, "LOG", "with --oracle: where answers go, and where it goes on from");
  line.option("recorded", 0, "LOG",
              "a log of before: what it has an answer to is answered by it, and --oracle is asked the rest; without "
              "--oracle a record has to know all, so that asking is done again without anybody");
  line.flag(
      "swap",
      "with --oracle and --votes: every vote sees the two, the pairs or the three in other places than the one before");
  line.option("oracle-timeout", 0, "TIME", "what the program may take for a batch, e.g. 90s or 1h (default: 10m)");
  line.option("cost-per-answer", 0, "COST", "of each line that the program answers, skipped ones too: summed up");
  line.flag("simulate", "how well answers held out are foretold after so many answers, by each way of choosing");
  line.option("truth", 0, "WHO",
              "with --simulate, who answers: file, its own answers to the questions that it has (default); model, any "
              "question as an embedding of the file says, by chance; exact, the same without chance");
  line.option("runs", 0, "N", "with --simulate: how many, each with other answers held out (default: 10)");
  add_answer_options(line);
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
  for (const char* option : {"oracle", "recorded", "simulate", "choose", "votes", "warm-up", "method", "set"})
    if (line.has(option))
      throw UsageError(
          fmt::format("--{} is not for lists of people (whose questions are drawn, all alike), leave it out", option));
}

/// Whether somebody is to answer.
bool asks(const CommandLine& line) {
  return line.has("oracle") || line.has("recorded");
}

/// Refuses options that say something only of another use.
void check_use(const CommandLine& line) {
  const bool oracle = asks(line), simulate = line.has("simulate");
  if (oracle && simulate) throw UsageError("--oracle and --recorded ask, and --simulate does not, give one of them");
  for (const char* option : {"log", "swap", "oracle-timeout", "cost-per-answer"})
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
  plan.swap = line.has("swap");
  oracle.log = line.text("log");
  oracle.record = line.text("recorded");
  oracle.seconds = parse_duration(line.text("oracle-timeout", "10m"), "--oracle-timeout");
  oracle.cost = line.real("cost-per-answer", 0.0, 0.0, 1e9);
  if (plan.swap && plan.votes < 2)
    throw UsageError(
        "--swap is for questions that are asked again (positions of a single vote are drawn), give --votes 2");
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
  options.choice.form = answers::question_form(line.text("screens", answers::question_forms().front()));
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

}  // namespace tertium::experiments
