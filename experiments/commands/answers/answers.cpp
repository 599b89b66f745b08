#include "experiments/commands/answers/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/answers/answers_report.hpp"
#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/exit_code.hpp"

namespace tertium::experiments {
namespace {

CommandLine command_line() {
  CommandLine line(
      "answers",
      "Looks at answers that people gave, before anything is made of them: objects that are never or seldom asked "
      "about, "
      "groups that no answer links, questions with contradictory answers and the ceiling that they set to every "
      "prediction, and of each subject how well others' answers foretell what it says, which names the careless, how "
      "often it agrees with the others, fails checks of attention, answers faster than the rest. FILE is read as "
      "tertium cluster reads it: rows anchor,near,far; i,j,k,l; a,b,odd; central,a,b; "
      "or "
      "questions with a column that says which one was chosen; any order of columns with a header, or with --columns; "
      "arrays of numpy (.npy). Columns subject, rt, set and check are understood where they are there.",
      "tertium answers answers.csv\n"
      "  tertium answers answers.csv --columns subject,a,b,c,odd,rt --header yes\n"
      "  tertium answers queries.npy --responses responses.npy\n"
      "  zcat answers.csv.gz | tertium answers - --sets train -o looked-at\n"
      "  tertium answers answers.csv --drop-subjects Ann,Bob");
  add_answer_files(line, "answers");
  add_answer_options(line);
  line.option("output", 'o', "FOLDER", "write summary.json, subjects.csv and objects.csv there");
  line.flag("force", "replace files of another line in FOLDER");
  return line;
}

const std::vector<std::string>& answers_files() {
  static const std::vector<std::string> files{"summary.json", "subjects.csv", "objects.csv"};
  return files;
}

}  // namespace

std::optional<SeenAnswers> see_answers(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return std::nullopt;
  answers::AnswerSource source = answer_source(line);
  source.reading.origins = true;
  answers::AnswerInput input = answers::read_answer_input(source);
  answers::Overview overview = answers::overview(input);
  if (line.has("output")) {
    const std::string command_line = fmt::format("tertium answers {}", fmt::join(args, " "));
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

int run_answers(const std::vector<std::string>& args) {
  see_answers(args);
  return kComplete;
}

}  // namespace tertium::experiments
