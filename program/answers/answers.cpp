#include "program/answers/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/results/results.hpp"
#include "core/base/error.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/answers_report.hpp"
#include "program/answers/reading_words.hpp"
#include "program/answers/summary.hpp"
#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

struct AnswersOptions {
  answers::AnswerSource source;
  bool check = false, force = false;
  std::optional<std::filesystem::path> standard{}, output{};
};

CommandLine command_line(AnswersOptions& options) {
  CommandLine line("answers",
                   "Summary and quality of the answers: how often they agree, how many questions have contradictory "
                   "answers, who is careless, which objects are rarely asked about.",
                   "tertium answers answers.csv\n"
                   "  tertium answers answers.csv --check\n"
                   "  tertium answers jspsych.csv --standard study\n"
                   "  tertium answers answers.csv --drop-subjects Ann,Bob -o overview");
  add_answer_files(line, "answers", options.source);
  line.output("with -o summary.json, subjects.csv and objects.csv.");
  line.see_also("cluster, compare, groups, ask");
  line.flag("check", options.check, "list every row that cannot be read, with its line; exit code 1 if there is one");
  line.option("standard", 0, "FOLDER", options.standard,
              "the same, and write the answers in the standard form (docs/answers-standard.md): answers.csv, "
              "objects.csv, datapackage.json");
  add_answer_options(line, options.source);
  line.option("output", 'o', "FOLDER", options.output, "write the summary there (default: nothing is written)");
  line.flag("force", options.force, "replace files of another command line in FOLDER");
  return line;
}

const std::vector<std::string>& answers_files() {
  static const std::vector<std::string> files{"summary.json", "subjects.csv", "objects.csv"};
  return files;
}

std::string said(const std::vector<std::string>& args) {
  return fmt::format("tertium answers {}", fmt::join(args, " "));
}

void see(const CommandLine& line, AnswersOptions& options, const std::string& command_line) {
  options.source.reading.origins = true;
  const answers::AnswerInput input = answers::read_answer_input(options.source);
  const answers::Overview overview = answers::overview(input);
  if (!options.output) {
    fmt::print("{}", answers_report(input, overview, reading_words(line)));
    return;
  }
  ResultFolder folder = answers_folder(*options.output, command_line, {inputs_of(options.source), options.force});
  write_answers(folder, input, overview, command_line, reading_words(line));
}

}  // namespace

ResultFolder answers_folder(const std::filesystem::path& path, const std::string& command_line,
                            const Outputs& outputs) {
  return {path, {"tertium answers", command_line, answers_files()}, outputs};
}

void write_answers(ResultFolder& folder, const answers::AnswerInput& input, const answers::Overview& overview,
                   const std::string& command_line, const std::vector<std::string>& reading) {
  files::Json summary = read_summary("tertium answers", command_line, input);
  summary.update(json_of(record_of(overview, input)));
  folder.write("summary.json", summary_text(std::move(summary)));
  folder.write("subjects.csv", files::csv_of(overview.subjects, files::recorded()));
  folder.write("objects.csv", files::csv_of(files::numbers_below(input.comparisons.objects),
                                            [&](core::Object i) { return object_of(i, input, overview); }));
  fmt::print("{}\nin {}: {}\n", answers_report(input, overview, reading), folder.path().string(),
             fmt::join(answers_files(), ", "));
}

int run_answers(const std::vector<std::string>& args) {
  AnswersOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  if (!options.check && !options.standard) {
    see(line, options, said(args));
    return terminal::kComplete;
  }
  if (options.output)
    throw core::UsageError("-o is for the summary of answers, leave it out, or leave out --check and --standard");
  const CheckedAnswers checked = check_answers(options.source);
  if (options.standard)
    write_standard(checked.input, *options.standard, said(args), {inputs_of(options.source), options.force});
  return checked.well_formed ? terminal::kComplete : terminal::kError;
}

}  // namespace tertium::program
