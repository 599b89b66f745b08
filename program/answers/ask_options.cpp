#include "program/answers/ask_options.hpp"

#include <fmt/ranges.h>

#include <limits>

#include "answers/asking/answer_model.hpp"
#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "program/answers/answer_options.hpp"
#include "program/options/command_line.hpp"
#include "program/options/method_settings.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

constexpr std::int64_t kMostAsked = 1'000'000'000;

/// What options say of uses that may not be asked for.
struct Uses {
  std::optional<std::int64_t> batch{};
  core::Settings settings{};
  OracleOptions oracle{};
  answers::SimulationPlan simulation{};
  answers::ListPlan lists{};
};

CommandLine command_line(AskOptions& options, Uses& uses) {
  CommandLine line(
      "ask", "What to ask next: the most informative questions, given the answers in FILE.",
      "tertium ask answers.csv -n 20\n"
      "  tertium ask --names objects.csv --question-type odd-one-outs --participants 24 -n 40 --page survey.html\n"
      "  tertium ask answers.csv --oracle ./answer.py --budget 500 --log asked.csv --votes 3\n"
      "  tertium ask --how-many --objects 100 --levels 3 --error 0.1");
  add_answer_files(line,
                   "answers, as tertium cluster reads them; without FILE nothing was asked yet, and --objects or "
                   "--names gives the objects",
                   options.source, CommandLine::Need::kOptional);
  line.output(
      "A table anchor,first,second,gain: gain is the information about the position of the anchor, in bits. With a "
      "column answer (first, second or NA), it is a file for tertium cluster.");
  line.see_also("answers, cluster; tertium ask --how-many --help: how many answers are needed");
  line.flag("how-many", "instead: how many answers are needed, and by which method; with its own options");
  line.option("number", 'n', "N", in_range(options.count, 1, 1'000'000),
              "number of questions (default: 20), with --participants in each list");
  line.option("question-type", 0, "KIND", into(options.form, answers::question_form),
              fmt::format("{}: which of two objects is more similar to the anchor; which of three is the odd one; "
                          "which of two pairs is more similar (default: as in FILE; without FILE {})",
                          fmt::join(answers::question_forms(), ", "), answers::question_forms().front()));
  line.option(
      "choose", 0, "RULE",
      fmt::format(
          "how questions are chosen: {} (default: {}; docs/answers-asking.md); with --simulate a list (default: all)",
          fmt::join(answers::choice_rules(), ", "), answers::choice_rules().front()));
  line.option("votes", 0, "V", in_range(options.votes, 1, 1'000'000), "answers per question (default: 1)");
  line.option("warm-up", 0, "R", in_range(options.choice.warm_up, 1, 1'000'000),
              "questions about every object before gains count (default: 2)");
  line.option("method", 0, "METHOD",
              fmt::format("the embedding that predicts answers: {} (default: {})",
                          fmt::join(answers::probable_methods(), ", "), answers::probable_methods().front()));
  add_settings_option(line, uses.settings, "a parameter of the method, e.g. --set d=3");
  line.option("seed", 0, "SEED", in_range(options.choice.seed, 0, std::numeric_limits<std::int64_t>::max()),
              "of all random choices (default: 1)");
  line.option("participants", 0, "P", in_range(uses.lists.participants, 1, 100'000),
              "a list of questions for each of P participants: chosen by the answers in FILE or, with --objects or "
              "--names alone, with all objects equally often");
  line.option("repeats", 0, "R", in_range(uses.lists.repeats, 0, 1'000'000),
              "with --participants: questions of a list that are asked twice (default: 0)");
  line.option("page", 0, "FILE.html", options.survey,
              "with --participants: a page that asks them, one file for any browser; it saves answers as a FILE");
  line.option("images", 0, "FOLDER", options.images,
              "with --page: pictures of the objects, NAME.png (jpg, webp, gif, svg), instead of their names");
  line.option("title", 0, "TEXT", options.title, fmt::format("title of the page (default: {})", options.title));
  line.option("timeline", 0, "FILE.json", options.timeline,
              "with --participants: the lists as jsPsych's timeline variables");
  line.option("oracle", 0, "COMMAND", uses.oracle.command,
              "the program that answers, a line for /bin/sh: it reads the table and writes first, second or skip for "
              "each line");
  line.option("prior", 0, "TABLE", options.prior,
              "vectors of the objects, such as a language model's, one row each: asks about branches of their tree, "
              "which new answers can outvote; with --oracle: odd-one-outs, one by one, that insert each object into a "
              "tree, starting at its position by the vectors");
  line.flag("cosine", options.cosine, "compare these vectors by cosines, not by Euclidean distances");
  line.option("log", 0, "LOG", uses.oracle.log, "with --oracle: file for the answers; an existing one is continued");
  line.option("replay", 0, "LOG", uses.oracle.record,
              "an earlier log that answers what it can; without --oracle it must contain all answers");
  line.option("budget", 0, "N", "with --oracle: answers in total, including the log's; with --simulate: the maximum");
  line.option("batch", 0, "N", in_range(uses.batch, 1, 100'000), "answers per start of the program (default: 20)");
  line.flag("counterbalance", uses.oracle.plan.swap,
            "with --oracle and --votes: objects change positions at every vote");
  line.option("oracle-timeout", 0, "TIME", into(uses.oracle.seconds, core::parse_duration),
              "time limit of the program for a batch, e.g. 90s or 1h (default: 10m)");
  line.option("cost-per-answer", 0, "COST", in_range(uses.oracle.cost, 0.0, 1e9),
              "of each answer of the program, including skipped ones; the report has the sum");
  line.flag("simulate", "held-out accuracy of each rule, by number of answers");
  line.option("truth", 0, "WHO", into(uses.simulation.truth, answers::simulated_truth),
              "with --simulate, source of the answers: file, its own answers (default); model, drawn with the "
              "probabilities of an embedding of them; exact, the same without noise");
  line.option("runs", 0, "N", in_range(uses.simulation.runs, 1, 100'000),
              "with --simulate: number of runs, each with other held-out answers (default: 10)");
  add_answer_options(line, options.source);
  line.option("output", 'o', "FILE", options.output, "write the table there");
  add_force_option(line, options.force);
  return line;
}

core::Method method_of(const CommandLine& line, const core::Settings& settings) {
  core::Method method = answers::probable_method(line.text("method", answers::probable_methods().front()));
  core::set_parameters(method, settings);
  return method;
}

void check_lists(const CommandLine& line) {
  for (const char* option : {"oracle", "replay", "simulate"})
    if (line.has(option)) throw UsageError(fmt::format("--{} is not for lists of participants, leave it out", option));
  for (const char* option : {"choose", "votes", "warm-up", "method", "set"})
    if (line.has(option) && !line.has("FILE") && !line.has("prior"))
      throw UsageError(
          fmt::format("--{} is for lists of participants with answers in FILE (otherwise questions are drawn at "
                      "random), leave it out",
                      option));
}

/// Whether somebody is to answer.
bool asks(const CommandLine& line) {
  return line.has("oracle") || line.has("replay");
}

/// Refuses options that say something only of another use.
void check_use(const CommandLine& line) {
  const bool oracle = asks(line), simulate = line.has("simulate");
  if (oracle && simulate) throw UsageError("--oracle and --replay ask (--simulate does not), give one of them");
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
  for (const char* option : {"repeats", "page", "timeline"})
    if (line.has(option) && !line.has("participants"))
      throw UsageError(fmt::format("--{} is for lists of participants, give --participants P, too", option));
  for (const char* option : {"images", "title"})
    if (line.has(option) && !line.has("page"))
      throw UsageError(fmt::format("--{} is for a page, give --page FILE.html, too", option));
  if (line.has("participants")) check_lists(line);
  if (!line.has("output") && !line.has("page") && !line.has("timeline") && line.has("force"))
    throw UsageError("--force is for the table that -o names (a log is only added to), leave it out");
}

/// Questions by vectors depend on a tree and on no embedding.
void check_prior(const CommandLine& line) {
  if (!line.has("prior")) {
    if (line.has("cosine")) throw UsageError("--cosine is for the vectors of --prior TABLE, give it, too");
    return;
  }
  if (line.has("simulate"))
    throw UsageError("--prior is not for --simulate (benchmarks/prior_lists.py simulates it), leave one of them out");
  if (asks(line) && line.has("FILE"))
    throw UsageError(
        "--prior starts from vectors alone, leave FILE out (--log continues from answers, --replay uses them)");
  for (const char* option : {"choose", "warm-up", "method", "set", "batch"})
    if (line.has(option))
      throw UsageError(
          fmt::format("--{} is not for --prior (which asks {}), leave it out", option,
                      asks(line) ? "for the position of one object at a time" : "about branches of a tree"));
}

OracleOptions oracle_options(const CommandLine& line, const AskOptions& asked, const Uses& uses) {
  OracleOptions oracle = uses.oracle;
  for (const char* option : {"budget", "log"})
    if (!line.has(option))
      throw UsageError(fmt::format("--oracle asks until a number of answers is in a log, give --{}, too", option));
  if (line.has("prior")) oracle.method = "AddS-3-AL+search";  // the tree that all answers are for, if there is one
  answers::OraclePlan& plan = oracle.plan;
  plan.choice = asked.choice;
  plan.votes = asked.votes;
  plan.budget = number_in<std::int64_t>("--budget", line.text("budget"), 1, kMostAsked);
  plan.batch = uses.batch.value_or(plan.batch);
  if (plan.swap && plan.votes < 2)
    throw UsageError(
        "--counterbalance is for repeated questions (positions of a single vote are random), give --votes 2");
  return oracle;
}

answers::SimulationPlan simulation_plan(const CommandLine& line, const AskOptions& asked, const Uses& uses) {
  answers::SimulationPlan plan = uses.simulation;
  plan.choice = asked.choice;
  plan.votes = asked.votes;
  if (line.has("budget")) plan.budget = number_in<std::int64_t>("--budget", line.text("budget"), 20, 10'000'000);
  plan.batch = uses.batch.value_or(plan.batch);
  return plan;
}

}  // namespace

void settle_form(files::AnswerForm answered, AskOptions& options) {
  const bool prior = !options.prior.empty(), places = prior && options.oracle;
  const files::AnswerForm usual_form = places ? files::AnswerForm::kOddOneOut : answers::question_form_of(answered);
  const files::AnswerForm form = options.form.value_or(usual_form);
  if (places && form != files::AnswerForm::kOddOneOut)
    throw UsageError(fmt::format("--prior asks which of three is the odd one, not {}, leave --question-type out",
                                 files::name_of(form)));
  if (prior && answers::objects_in(form) != 3)
    throw UsageError(fmt::format("--prior asks about three objects ({} have four), give --question-type odd-one-outs",
                                 files::name_of(form)));
  options.choice.form = form;
  const std::string usual =
      prior && !places ? answers::name_of(answers::ChoiceRule::kBranches) : answers::choice_rules(form).front();
  if (!options.simulation)
    options.choice.rule = answers::choice_rule(options.rules.empty() ? usual : options.rules.front(), form);
  if (options.lists) options.lists->form = form;
  if (options.oracle) options.oracle->plan.choice = options.choice;
  if (!options.simulation) return;
  options.simulation->choice = options.choice;
  for (const std::string& rule : options.rules.empty() ? answers::choice_rules(form) : options.rules)
    options.simulation->rules.push_back(answers::choice_rule(rule, form));
}

std::optional<AskOptions> parse_ask_options(const std::vector<std::string>& args) {
  AskOptions options;
  Uses uses;
  CommandLine line = command_line(options, uses);
  if (!line.parse(args)) return std::nullopt;
  check_use(line);
  check_prior(line);
  if (!line.has("FILE") && !line.has("prior") && (line.has("simulate") || (!line.has("objects") && !line.has("names"))))
    throw UsageError("FILE is missing (existing answers), name one, or give --objects or --names if there are none");
  options.choice.method = method_of(line, uses.settings);
  if (line.has("choose")) options.rules = parts_of(line.text("choose"), "--choose");
  if (line.has("simulate"))
    options.simulation = simulation_plan(line, options, uses);
  else if (options.rules.size() > 1)
    throw UsageError("--choose takes a list only with --simulate, give one rule");
  if (line.has("participants"))
    options.lists = {.participants = uses.lists.participants,
                     .questions = options.count,
                     .repeats = uses.lists.repeats,
                     .seed = options.choice.seed};
  if (asks(line)) options.oracle = oracle_options(line, options, uses);
  return options;
}

}  // namespace tertium::program
