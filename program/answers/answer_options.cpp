#include "program/answers/answer_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/answers/layout/chosen.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

constexpr std::array kForms{files::AnswerForm::kTriplet, files::AnswerForm::kQuadruplet, files::AnswerForm::kOddOneOut,
                            files::AnswerForm::kMostCentral};

template <typename Value>
Value choice_of(const CommandLine& line, const char* option,
                const std::vector<std::pair<std::string, Value>>& choices) {
  const std::string text = line.text(option, "auto");
  std::vector<std::string> known;
  for (const auto& [name, value] : choices) {
    if (name == text || name == text + "s") return value;  // a kind in the singular, too
    known.push_back(name);
  }
  core::fail_unknown(std::string("--") + option, text, known);
}

std::optional<files::AnswerForm> form_of(const CommandLine& line, const std::string& other_kind) {
  using Form = std::optional<files::AnswerForm>;
  std::vector<std::pair<std::string, Form>> choices{{"auto", Form()}};
  for (const files::AnswerForm form : kForms) choices.emplace_back(name_of(form), form);
  if (!other_kind.empty()) choices.emplace_back(other_kind, Form());
  return choice_of<Form>(line, "kind", choices);
}

void check_columns(const std::vector<std::string>& columns) {
  if (const std::string problem = files::columns_problem(columns); !problem.empty())
    throw UsageError("--columns: " + problem);
}

}  // namespace

std::vector<std::string> list_of(const CommandLine& line, const char* option) {
  std::vector<std::string> parts;
  if (!line.has(option)) return parts;
  const std::string text = line.text(option);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin)
      throw UsageError(fmt::format("--{} {} has an empty part, separate names by one comma", option, text));
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

void add_answer_files(CommandLine& line, const std::string& what) {
  line.arguments(
      "FILE",
      what +
          "; - for the standard input; the name of a data set of answers (tertium list datasets; ./NAME is a "
          "file); or several files, or a folder of .csv, .tsv and .txt, which are joined by the names of "
          "their columns",
      CommandLine::Need::kRequired);
}

void add_answer_options(CommandLine& line, const std::string& other_kinds) {
  line.topic(CommandLine::Topic::kReading);
  line.option("kind", 0, "KIND",
              fmt::format("what the answers are: triplets, quadruplets, odd-one-outs, most-central{} or auto (default: "
                          "auto, by the header or the number of fields, as the report tells)",
                          other_kinds));
  line.option("columns", 0, "LIST",
              "what each column is, in the words of a header: anchor,near,far; a,b,odd; a,b,c,odd; anchor,left,right,"
              "answer; and subject, count, rt, set, check, group; - for those to be passed over. Or of some, by the "
              "names in the header: Participant=subject,pic_l=left,pic_r=right");
  line.option("answers", 0, "LIST",
              "what the words of the column that says which one was chosen mean: f=left,j=right; 0=left,1=right");
  line.option("from", 0, "PROGRAM",
              fmt::format("what wrote FILE, where its header does not tell: {}: as it is (docs/answers-files.md)",
                          fmt::join(files::preset_names(), ", ")));
  line.option(
      "questions", 0, "TABLE",
      "of a FILE with a row for each person: CSV file question,anchor,left,right, where question is a column of "
      "FILE");
  line.option("base", 0, "BASE", "ids count from 0 or 1; none: numbers are mere names; auto (default): find out");
  line.option("header", 0, "WHEN", "the first row is a header: yes, no or auto (default: auto)");
  line.flag("normalize", "join names that differ by case, blanks or the coding of letters");
  line.flag("skip-bad", "leave out rows that cannot be read, and say how many");
  line.option("objects", 0, "N", "number of objects, if some occur in no answer");
  line.option("names", 0, "TABLE", "CSV file object,name that lists every object as FILE writes it, and its name");
  line.option("responses", 0, "NPY", "of questions anchor,first,second in a .npy file: the array of their answers");
  line.option("sets", 0, "LIST", "take only answers of these sets, e.g. train (default: all)");
  line.option("missing", 0, "LIST",
              "words that stand for nothing, in any column, beside NA, N/A and ?: \"can't say\",null");
  line.option("drop-subjects", 0, "LIST", "leave out the answers of these subjects");
  line.topic(CommandLine::Topic::kOwn);
}

answers::AnswerSource answer_source(const CommandLine& line, const std::string& other_kind) {
  using files::FieldMeaning;
  using files::HeaderLine;
  answers::AnswerSource source;
  const std::vector<std::string> given = line.texts("FILE");
  source.path = line.text("FILE");
  if (given.size() > 1) source.others.assign(given.begin() + 1, given.end());
  files::ComparisonOptions& reading = source.reading;
  reading.form = form_of(line, other_kind);
  reading.columns = list_of(line, "columns");
  check_columns(reading.columns);
  reading.fields = choice_of<FieldMeaning>(line, "base",
                                           {{"auto", FieldMeaning::kGuess},
                                            {"0", FieldMeaning::kZeroIds},
                                            {"1", FieldMeaning::kOneIds},
                                            {"none", FieldMeaning::kNames}});
  reading.header = choice_of<HeaderLine>(
      line, "header", {{"auto", HeaderLine::kGuess}, {"yes", HeaderLine::kYes}, {"no", HeaderLine::kNo}});
  reading.answers = list_of(line, "answers");
  if (const std::string problem = files::answers_problem(reading.answers); !problem.empty())
    throw UsageError("--answers: " + problem);
  if (line.has("from")) reading.preset = files::find_preset(line.text("from")).name;
  reading.questions = line.text("questions");
  reading.notice = [](const std::string& text) { terminal::notice("tertium: {}\n", text); };
  reading.normalize = line.has("normalize");
  reading.skip_bad = line.has("skip-bad");
  reading.objects = static_cast<core::Object>(line.integer("objects", 0, 3, core::kMostObjects));
  reading.responses = line.text("responses");
  reading.sheet.sets = list_of(line, "sets");
  reading.missing = list_of(line, "missing");
  reading.sheet.dropped_subjects = list_of(line, "drop-subjects");
  source.names = line.text("names");
  if (!source.names.empty() && reading.objects > 0)
    throw UsageError("--names and --objects both say how many objects there are, give one of them");
  for (const char* option : {"names", "objects", "columns", "answers", "from", "questions", "normalize", "responses",
                             "sets", "missing", "drop-subjects"})
    if (line.has(option)) source.file_option = std::string("--") + option;
  return source;
}

Inputs inputs_of(const answers::AnswerSource& source) {
  Inputs inputs{source.path, source.names, source.reading.responses, source.reading.questions};
  inputs.insert(inputs.end(), source.others.begin(), source.others.end());
  return inputs;
}

}  // namespace tertium::program
