#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/base/error.hpp"
#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/answers/answers.hpp"
#include "experiments/commands/answers/result_folder.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/exit_code.hpp"
#include "experiments/terminal/text_layout.hpp"
#include "files/statements/standard_rows.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRows = "answers.csv";
constexpr const char* kDescription = "datapackage.json";
constexpr int kStandard = 1;  // its version

CommandLine command_line() {
  CommandLine line(
      "validate",
      "Whether a file of answers is well formed: every row that cannot be read is told with its line, what "
      "is wrong and what to do, and the exit code is 1 if there is one. FILE is read as tertium cluster "
      "reads it. With --output the answers are written in the standard's form (docs/answers-standard.md), "
      "answers.csv, and described in datapackage.json, which tools for data packages read: so files of "
      "other forms become standard ones.",
      "tertium validate answers.csv\n"
      "  tertium validate jspsych.csv -o study\n"
      "  tertium validate triplets.txt --from things -o things");
  line.argument("FILE", "answers; - for the standard input; or the name of a data set of answers (tertium datasets)");
  add_answer_options(line);
  line.option("output", 'o', "FOLDER", "write answers.csv and datapackage.json there");
  line.flag("force", "replace files of another line in FOLDER");
  return line;
}

/// What the standard says of a column.
struct Column {
  std::string type, sentence;
  bool required = false;
};

const Column& column_of(const std::string& name) {
  static const std::map<std::string, Column> columns{
      {"count", {"integer", "how often this answer was given", true}},
      {"subject", {"string", "who answered"}},
      {"rt", {"number", "how long it took"}},
      {"set", {"string", "what the answer is for, as in train and test"}},
      {"group", {"string", "which people, or under which condition"}},
      {"anchor", {"string", "the object that is compared", true}},
      {"near", {"string", "the one that is more like it", true}},
      {"far", {"string", "the one that is less like it", true}},
      {"i", {"string", "i and j are more alike than k and l", true}},
      {"j", {"string", "i and j are more alike than k and l", true}},
      {"k", {"string", "i and j are more alike than k and l", true}},
      {"l", {"string", "i and j are more alike than k and l", true}},
      {"a", {"string", "one of the other two", true}},
      {"b", {"string", "the other of them", true}},
      {"odd", {"string", "the odd one of three", true}},
      {"central", {"string", "the most central one of three", true}}};
  return columns.at(name);
}

/// A data package of one table (Frictionless), with what the standard adds.
std::string description_json(const answers::AnswerInput& input, const std::string& rows) {
  const files::ComparisonFile& file = input.comparisons;
  Json fields = Json::array();
  for (const std::string& name : files::standard_columns(file)) {
    const Column& column = column_of(name);
    Json field{{"name", name}, {"type", column.type}, {"description", column.sentence}};
    if (column.required) field["constraints"] = {{"required", true}};
    if (name == "count") field["constraints"]["minimum"] = 1;
    fields.push_back(std::move(field));
  }
  const std::int64_t answers = file.answers() / files::statements_of(file.form);
  Json json;
  json["profile"] = "tabular-data-package";
  json["name"] = "answers";
  json["answers"] = {{"standard", kStandard},
                     {"kind", name_of(file.form)},
                     {"objects", file.objects},
                     {"answers", answers},
                     {"subjects", file.sheet.subjects.size()}};
  json["sources"] = Json::array({{{"title", input.source}}});
  json["resources"] = Json::array({{{"name", "answers"},
                                    {"path", kRows},
                                    {"profile", "tabular-data-resource"},
                                    {"format", "csv"},
                                    {"mediatype", "text/csv"},
                                    {"encoding", "utf-8"},
                                    {"bytes", rows.size()},
                                    {"schema", {{"fields", std::move(fields)}, {"missingValues", {""}}}}}});
  return json.dump(2) + '\n';
}

std::string report(const answers::AnswerInput& input) {
  const files::ComparisonFile& file = input.comparisons;
  const std::int64_t answers = file.answers() / files::statements_of(file.form);
  std::string text = fmt::format("{}{} {} about {}", input.head(), core::counted(answers, "answer"),
                                 fmt::format("({})", name_of(file.form)), core::counted(file.objects, "object"));
  if (!file.sheet.subjects.empty())
    text += fmt::format(", of {}", core::counted(file.sheet.subjects.size(), "subject"));
  text += fmt::format("; {}\n", file.bad_rows == 0 ? std::string("every row can be read")
                                                   : core::counted(file.bad_rows, "row") + " cannot be read");
  for (const std::string& remark : file.remarks) text += report_line("", remark);
  return text;
}

}  // namespace

int run_validate(const std::vector<std::string>& args) {
  CommandLine line = command_line();
  if (!line.parse(args)) return kComplete;
  answers::AnswerSource source = answer_source(line);
  std::vector<std::string> bad;
  source.reading.origins = true;
  source.reading.skip_bad = true;
  source.reading.told_bad = &bad;
  const auto tell = [&] {
    for (const std::string& problem : bad) fmt::print("{}\n", one_plain_line(problem));
  };
  answers::AnswerInput input;
  try {
    input = answers::read_answer_input(source);
  } catch (const core::UserError&) {  // of the whole file
    tell();
    throw;
  }
  tell();
  fmt::print("{}", report(input));
  if (line.has("output")) {
    const std::string said = fmt::format("tertium validate {}", fmt::join(args, " "));
    const std::string rows = files::standard_rows(input.comparisons);
    ResultFolder folder(line.text("output"), {"tertium validate", said, {kRows, kDescription}},
                        {inputs_of(source), line.has("force")});
    folder.write(kRows, rows);
    folder.write(kDescription, description_json(input, rows));
    fmt::print("\nin {}: {}, {}\n", line.text("output"), kRows, kDescription);
  }
  return bad.empty() ? kComplete : kError;
}

}  // namespace tertium::experiments
