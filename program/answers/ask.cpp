#include "program/answers/ask.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "answers/asking/answer_log.hpp"
#include "answers/asking/prior_asking.hpp"
#include "answers/asking/question_lists.hpp"
#include "answers/asking/recorded_oracle.hpp"
#include "core/base/error.hpp"
#include "core/base/progress.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/output/atomic_file.hpp"
#include "files/structures/object_rows.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/ask_options.hpp"
#include "program/answers/ask_report.hpp"
#include "program/answers/how_many.hpp"
#include "program/answers/oracle_program.hpp"
#include "program/answers/survey.hpp"
#include "program/answers/web_page.hpp"
#include "program/options/job_progress.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/stderr_progress.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Objects that nobody was asked about: those of --names, of --objects, or all that have a vector.
answers::AnswerInput unanswered_input(const AskOptions& options) {
  const answers::AnswerSource& source = options.source;
  if (!source.names.empty())
    return {.source = source.names.string(),
            .stem = "questions",
            .comparisons = answers::unanswered(files::read_name_table(source.names).names)};
  if (source.reading.objects > 0 || options.prior.empty())
    return {.source = "--objects",
            .stem = "questions",
            .comparisons = answers::unanswered(files::number_names(source.reading.objects))};
  return {.source = options.prior.string(),
          .stem = "questions",
          .comparisons = answers::unanswered(files::read_object_rows(options.prior).names)};
}

/// The file, or where there is none the objects that options tell of; settles what to ask.
AskInput read_ask_input(AskOptions& options) {
  const answers::AnswerSource& source = options.source;
  AskInput input;
  if (!source.path.empty()) {
    input.answers = answers::read_answer_input(source);
  } else {
    const core::Object objects = source.reading.objects;
    input.answers = unanswered_input(options);
    if (objects > 0 && input.answers.comparisons.objects != objects)
      answers::fail_names(source, input.answers.comparisons.objects);
  }
  settle_form(input.answers.comparisons.form, options);
  if (!options.prior.empty())
    options.choice.prior = std::make_shared<const answers::Prior>(answers::prior_of(
        files::vectors_of(files::read_object_rows(options.prior)), input.answers.comparisons.names, options.cosine));
  input.known = answers::known_answers(input.answers.comparisons, options.choice.form, input.answers.source);
  return input;
}

[[noreturn]] void fail_answered(const AskInput& input, const AskOptions& options) {
  core::fail("{}: every question has {} (--votes {}), ask for more votes", input.answers.source,
             core::counted(static_cast<std::size_t>(options.votes), "answer"), options.votes);
}

int print_questions(const AskInput& input, const AskOptions& options) {
  const auto count = static_cast<std::size_t>(options.count);
  const std::vector<answers::ChosenQuestion> chosen =
      answers::next_questions(input.known, count, options.votes, options.choice);
  if (chosen.empty()) fail_answered(input, options);
  if (chosen.size() < count)
    terminal::notice("tertium ask: warning: only {} {} left to be asked\n", core::counted(chosen.size(), "question"),
                     chosen.size() == 1 ? "is" : "are");
  const std::string table = question_table(input, chosen, options.choice);
  if (options.output.empty()) {
    fmt::print("{}", table);
  } else {
    files::replace_file(options.output, table);
    fmt::print("{}: {} about {} objects, chosen by {}\n", options.output.string(),
               core::counted(chosen.size(), "question"), input.known.objects, answers::name_of(options.choice.rule));
  }
  return terminal::kComplete;
}

/// The page and the timeline, as far as they are asked for; returns what was written.
std::vector<std::string> write_survey(const AskInput& input, const AskOptions& options,
                                      std::span<const answers::ListedScreen> lists, files::AnswerForm form) {
  const std::vector<std::string>& names = input.answers.comparisons.names;
  std::vector<std::string> written;
  const auto write = [&](const std::filesystem::path& path, const std::string& text) {
    files::replace_file(path, text);
    written.push_back(path.string());
  };
  if (!options.survey.empty())
    if (const auto page = survey_page(options.title, names, images_of(options.images, names), form, lists))
      write(options.survey, *page);
  if (!options.timeline.empty()) write(options.timeline, survey_timeline(names, form, lists));
  return written;
}

/// The next questions, dealt to the participants.
std::vector<answers::ListedScreen> lists_of_chosen(const AskInput& input, const AskOptions& options,
                                                   const answers::ListPlan& plan) {
  std::vector<answers::ListedScreen> lists = answers::chosen_lists(input.known, plan, options.votes, options.choice);
  if (lists.empty()) fail_answered(input, options);
  const std::int64_t dealt = std::ranges::count(lists, 0, &answers::ListedScreen::repeats);
  if (dealt < plan.participants * plan.questions)
    terminal::notice("tertium ask: warning: only {} of {} questions are left to be asked\n", dealt,
                     plan.participants * plan.questions);
  return lists;
}

int print_lists(const AskInput& input, const AskOptions& options) {
  answers::ListPlan plan = *options.lists;
  plan.objects = input.known.objects;
  const bool chosen = !options.source.path.empty() || options.choice.prior != nullptr;
  const std::vector<answers::ListedScreen> lists =
      chosen ? lists_of_chosen(input, options, plan) : answers::question_lists(plan);
  const std::string table = list_table(input, lists, plan.form);
  std::vector<std::string> written = write_survey(input, options, lists, plan.form);
  if (!options.output.empty()) {
    files::replace_file(options.output, table);
    written.insert(written.begin(), options.output.string());
  }
  if (written.empty() && options.survey.empty()) {
    fmt::print("{}", table);
    return terminal::kComplete;
  }
  fmt::print("{}: {} of {}{} about {} objects\n", fmt::join(written, ", "),
             core::counted(static_cast<std::size_t>(plan.participants), "list"),
             core::counted(static_cast<std::size_t>(plan.questions), "question"),
             plan.repeats == 0 ? "" : fmt::format(", {} of them asked once more,", plan.repeats), plan.objects);
  return terminal::kComplete;
}

/// A log that is its own FILE would count every answer twice.
void check_log(const AskOptions& options, const Outputs& outputs) {
  std::error_code error;
  if (std::filesystem::equivalent(options.source.path, options.oracle->log, error))
    throw core::UsageError(fmt::format(
        "FILE is the log itself, {}, which is read anyway, leave FILE out and give the objects by --objects or --names",
        options.source.path));
  outputs.expect_no_input(options.oracle->log);
  if (std::filesystem::equivalent(options.oracle->record, options.oracle->log, error))
    throw core::UsageError(
        "--replay is the log itself, which is continued anyway, give another --log, or leave --replay out");
}

/// Before anything is read or asked.
void check_outputs(const AskOptions& options) {
  const Outputs outputs(inputs_of(options.source), options.force);
  if (options.oracle) check_log(options, outputs);
  for (const std::filesystem::path& file : {options.survey, options.timeline})
    if (!file.empty()) outputs.expect_free(file);
  if (options.output.empty()) return;
  outputs.expect_free(options.output);
  if (options.simulation)
    for (const std::filesystem::path& picture : simulation_pictures(options.output)) outputs.expect_free(picture);
}

/// Until the budget is used up; with a prior, or every object has its place. Returns whether there was more to ask.
bool ask_all(answers::OracleRun& run, const answers::Oracle& oracle, const answers::AnswerLog& log,
             const answers::Prior* prior) {
  const std::int64_t left = run.left();
  core::Progress progress(terminal::progress_on_stderr(), "answers", core::Progress::Quick::kHidden);
  progress.expect(static_cast<std::size_t>(left), static_cast<double>(left));
  const answers::BatchCallback done = [&](std::span<const answers::AskedOnce> batch) {
    log.add(batch);
    progress.add(batch.size(), 0, static_cast<double>(batch.size()));
    progress.tick();
  };
  if (prior != nullptr) return !answers::ask_by_prior(run, *prior, oracle, done);
  run.ask_all(oracle, done);
  return run.left() == 0;
}

std::vector<answers::AskedOnce> record_of(const AskInput& input, const OracleOptions& options) {
  if (options.record.empty()) return {};
  const answers::AnswerLog record(options.record, input.answers.comparisons.names, options.plan.choice.form,
                                  answers::AnswerLog::Use::kRead);
  if (!record.note().empty()) terminal::notice("tertium ask: warning: {}\n", core::one_plain_line(record.note()));
  return record.found();
}

int ask_oracle(const AskInput& input, const AskOptions& asked) {
  const OracleOptions& options = *asked.oracle;
  const answers::Prior* const prior = asked.choice.prior.get();
  const std::vector<answers::AskedOnce> record = record_of(input, options);  // before a log is made
  const answers::AnswerLog log(options.log, input.answers.comparisons.names, options.plan.choice.form);
  if (!log.note().empty()) terminal::notice("tertium ask: warning: {}\n", core::one_plain_line(log.note()));
  answers::OracleRun run(input.known, options.plan);
  run.take(log.found());
  answers::RecordedOracle oracle(record,
                                 options.command.empty() ? answers::Oracle() : program_oracle(input, options, run));
  oracle.use_up(log.found());
  const bool more = ask_all(run, std::ref(oracle), log, prior);
  if (prior != nullptr)
    terminal::notice("tertium ask: {}\n",
                     more ? "the budget is used up before every object is in the tree, raise --budget"
                          : "every object is in the tree");
  else if (!more)
    terminal::notice("tertium ask: warning: every question has its votes, --votes {}, before the budget is used up\n",
                     options.plan.votes);
  fmt::print("{}", oracle_report(input, options, run.asked(), {log.found().size(), oracle.recorded()}));
  return terminal::kComplete;
}

int run_simulation(const AskInput& input, const AskOptions& options) {
  const answers::SimulationPlan& plan = *options.simulation;
  const answers::Simulation found =
      answers::simulate(input.answers.comparisons, input.answers.source, plan, job_progress_on_stderr());
  fmt::print("{}", simulation_report(input, plan, found));
  if (options.output.empty()) return terminal::kComplete;
  files::replace_file(options.output, simulation_csv(found, "choose,answers,run,accuracy"));
  const bool drawn = draw_simulation(options.output, input, plan);
  fmt::print("\n{}", terminal::report_line("files", options.output.string() +
                                                        (drawn ? ", drawn next to it as .pdf, .svg and .png" : "")));
  return terminal::kComplete;
}

}  // namespace

int run_ask(const std::vector<std::string>& args) {
  if (std::ranges::find(args, "--how-many") != args.end()) return run_how_many(args);
  std::optional<AskOptions> options = parse_ask_options(args);
  if (!options) return terminal::kComplete;
  check_outputs(*options);
  const AskInput input = read_ask_input(*options);
  if (options->lists) return print_lists(input, *options);
  if (options->simulation) return run_simulation(input, *options);
  if (options->oracle) return ask_oracle(input, *options);
  return print_questions(input, *options);
}

}  // namespace tertium::program
