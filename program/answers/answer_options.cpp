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
#include "files/answers/layout/grades.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

constexpr std::array kForms{files::AnswerForm::kTriplet, files::AnswerForm::kQuadruplet, files::AnswerForm::kOddOneOut,
                            files::AnswerForm::kMostCentral};

template <typename Value>
Into choice(Value& member, std::vector<std::pair<std::string, Value>> choices) {
  return into(member, [choices = std::move(choices)](const std::string& text, const std::string& option) {
    std::vector<std::string> known;
    for (const auto& [name, value] : choices) {
      if (name == text || name == text + "s") return value;  // a kind in the singular, too
      known.push_back(name);
    }
    core::fail_unknown(option, text, known);
  });
}

using Form = std::optional<files::AnswerForm>;

std::vector<std::pair<std::string, Form>> forms_and(const std::vector<std::string>& other_kinds) {
  std::vector<std::pair<std::string, Form>> choices{{"auto", Form()}};
  for (const files::AnswerForm form : kForms) choices.emplace_back(name_of(form), form);
  for (const std::string& kind : other_kinds) choices.emplace_back(kind, Form());
  return choices;
}

/// Parts in which there is no problem.
template <typename Problem>
Into checked_parts(std::vector<std::string>& parts, Problem problem_of) {
  return into(parts, [problem_of](const std::string& text, const std::string& option) {
    std::vector<std::string> given = parts_of(text, option);
    if (const std::string problem = problem_of(given); !problem.empty())
      throw UsageError(fmt::format("{}: {}", option, problem));
    return given;
  });
}

/// What the options say together.
void check_source(const CommandLine& words, answers::AnswerSource& source) {
  for (const char* option : {"names", "objects", "columns", "answers", "from", "questions", "normalize", "responses",
                             "sets", "missing", "drop-subjects", "where", "grades", "ties"})
    if (words.has(option)) source.file_option = std::string("--") + option;
}

}  // namespace

std::vector<std::string> parts_of(const std::string& text, const std::string& option) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin)
      throw UsageError(fmt::format("{} {} has an empty part, separate names by one comma", option, text));
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

void add_answer_files(CommandLine& line, const std::string& what, answers::AnswerSource& source,
                      CommandLine::Need need) {
  const auto take = [&source](const std::string&, const std::string& text) {
    if (source.path.empty())
      source.path = text;
    else
      source.others.push_back(text);
  };
  const std::string where =
      need == CommandLine::Need::kOptional
          ? ""
          : "; - for the standard input; the name of a data set of answers (tertium list datasets; ./NAME is a file); "
            "or several files, or a folder of .csv, .tsv and .txt, which are joined by column names";
  line.argument("FILE", Into(take, true), what + where, need);
}

void add_answer_options(CommandLine& line, answers::AnswerSource& source, const std::vector<std::string>& other_kinds) {
  using files::FieldMeaning;
  using files::Grades;
  using files::HeaderLine;
  files::ComparisonOptions& reading = source.reading;
  reading.notice = [](const std::string& text) { terminal::notice("tertium: {}\n", text); };
  line.topic(CommandLine::Topic::kReading);
  line.option("kind", 0, "KIND", choice(reading.form, forms_and(other_kinds)),
              fmt::format("type of the answers: triplets, quadruplets, odd-one-outs, most-central{}{} or auto "
                          "(default: auto, by the header or the number of fields; the report shows it)",
                          other_kinds.empty() ? "" : ", ", fmt::join(other_kinds, ", ")));
  line.option("columns", 0, "LIST", checked_parts(reading.columns, files::columns_problem),
              "meaning of each column: anchor,near,far; a,b,odd; a,b,c,odd; anchor,left,right,answer; and subject, "
              "count, weight, grade, rt, set, check, group; - skips a column. Or of some columns, by their names in "
              "the header: Participant=subject,pic_l=left,pic_r=right");
  line.option("answers", 0, "LIST", checked_parts(reading.answers, files::answers_problem),
              "meaning of the words in the column with the choices: f=left,j=right; 0=left,1=right");
  line.option("grades", 0, "LIST", checked_parts(reading.grades, Grades::problem),
              "weights of the words in a column of grades, or of graded answers: definitely=1,maybe=.5; below 0 for "
              "the other one of two, 0 for a tie");
  line.option("ties", 0, "HOW", choice<bool>(reading.ties, {{"leave-out", false}, {"data", true}}),
              "answers that neither is more similar (tie, or a grade of 0): leave-out (default), or data: half an "
              "answer for each of the two");
  line.option(
      "from", 0, "PROGRAM", into(reading.preset, [](const std::string& name) { return files::find_preset(name).name; }),
      fmt::format("program that wrote FILE, if its header does not show it: {}: as it is (docs/answers-files.md)",
                  fmt::join(files::preset_names(), ", ")));
  line.option("questions", 0, "TABLE", reading.questions,
              "for a FILE with one row per participant: CSV file question,anchor,left,right, where question is a "
              "column of FILE");
  line.option("base", 0, "BASE",
              choice<FieldMeaning>(reading.fields, {{"auto", FieldMeaning::kGuess},
                                                    {"0", FieldMeaning::kZeroIds},
                                                    {"1", FieldMeaning::kOneIds},
                                                    {"none", FieldMeaning::kNames}}),
              "ids count from 0 or 1; none: numbers are names; auto (default): detect");
  line.option("header", 0, "WHEN",
              choice<HeaderLine>(reading.header,
                                 {{"auto", HeaderLine::kGuess}, {"yes", HeaderLine::kYes}, {"no", HeaderLine::kNo}}),
              "the first row is a header: yes, no or auto (default: auto)");
  line.flag("normalize", reading.normalize, "join names that differ only in case, blanks or letter encoding");
  line.flag("skip-bad", reading.skip_bad, "leave out rows that cannot be read, and report how many");
  line.option("objects", 0, "N", in_range(reading.objects, 3, core::kMostObjects),
              "number of objects, if some occur in no answer");
  line.option("names", 0, "TABLE", source.names, "CSV file object,name: every object as written in FILE, and its name");
  line.option("responses", 0, "NPY", reading.responses,
              "for questions anchor,first,second in a .npy file: the array of their answers");
  line.option("sets", 0, "LIST", into(reading.metadata.sets, parts_of),
              "use only answers of these sets, e.g. train (default: all)");
  line.option("missing", 0, "LIST", into(reading.missing, parts_of),
              "words for missing values, in any column, in addition to NA, N/A and ?: \"can't say\",null");
  line.option("drop-subjects", 0, "LIST", into(reading.metadata.dropped_subjects, parts_of),
              "leave out the answers of these subjects");
  line.option(
      "where", 0, "LIST", checked_parts(reading.metadata.where, files::where_problem),
      "use only rows with these values, by column names in the header: stage=main,status!=rejected; * for any text");
  line.then([&source](const CommandLine& words) { check_source(words, source); });
  line.topic(CommandLine::Topic::kOwn);
}

Inputs inputs_of(const answers::AnswerSource& source) {
  Inputs inputs{source.path, source.names, source.reading.responses, source.reading.questions};
  inputs.insert(inputs.end(), source.others.begin(), source.others.end());
  return inputs;
}

}  // namespace tertium::program
