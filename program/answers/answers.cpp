#include "program/answers/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "core/base/error.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/answers_report.hpp"
#include "program/answers/result_folder.hpp"
#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

CommandLine command_line() {
  CommandLine line("answers",
                   "Looks at answers before anything is made of them: how often they agree, which questions are "
                   "contradictory, who is careless, which objects are seldom asked about.",
                   "tertium answers answers.csv\n"
                   "  tertium answers answers.csv --check\n"
                   "  tertium answers jspsych.csv --standard study\n"
                   "  tertium answers answers.csv --drop-subjects Ann,Bob -o overview");
  add_answer_files(line, "answers");
  line.output("with -o summary.json, subjects.csv and objects.csv.");
  line.see_also("cluster, compare, groups, ask");
  line.flag("check", "tell every row that cannot be read, with its line; exit code 1 if there is one");
  line.option("standard", 0, "FOLDER",
              "the same, and write the answers in the standard's form (docs/answers-standard.md): answers.csv, "
              "objects.csv, datapackage.json");
  add_answer_options(line);
  line.option("output", 'o', "FOLDER", "write what is said there (default: nothing is written)");
  line.flag("force", "replace files of another line in FOLDER");
  return line;
}

const std::vector<std::string>& answers_files() {
  static const std::vector<std::string> files{"summary.json", "subjects.csv", "objects.csv"};
  return files;
}

std::string said(const std::vector<std::string>& args) {
  return fmt::format("tertium answers {}", fmt::join(args, " "));
}

SeenAnswers see(const CommandLine& line, const std::string& command_line) {
  answers::AnswerSource source = answer_source(line);
  source.reading.origins = true;
  answers::AnswerInput input = answers::read_answer_input(source);
  answers::Overview overview = answers::overview(input);
  if (line.has("output")) {
    ResultFolder folder(line.text("output"), {"tertium answers", command_line, answers_files()},
                        {inputs_of(source), line.has("force")});
    folder.write("summary.json", answers_json(input, overview, command_line));
    folder.write("subjects.csv", subjects_csv(overview));
    folder.write("objects.csv", objects_csv(input, overview));
  }
  fmt::print("{}", answers_report(input, overview));
  if (line.has("output")) fmt::print("\nin {}: {}\n", line.text("output"), fmt::join(answers_files(), ", "));
  return SeenAnswers{std::move(input), std::move(overview)};
}

}  // namespace

std::optional<SeenAnswers> see_answers(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return std::nullopt;
  return see(line, said(args));
}

int run_answers(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return terminal::kComplete;
  if (!line.has("check") && !line.has("standard")) {
    see(line, said(args));
    return terminal::kComplete;
  }
  if (line.has("output"))
    throw core::UsageError("-o is for what the answers are like, leave it out, or --check and --standard");
  const answers::AnswerSource source = answer_source(line);
  const CheckedAnswers checked = check_answers(source);
  if (line.has("standard"))
    write_standard(checked.input, line.text("standard"), said(args), {inputs_of(source), line.has("force")});
  return checked.well_formed ? terminal::kComplete : terminal::kError;
}

}  // namespace tertium::program
