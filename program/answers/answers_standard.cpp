#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/base/error.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/answers.hpp"
#include "program/answers/result_folder.hpp"
#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRows = "answers.csv";
constexpr const char* kObjects = "objects.csv";
constexpr const char* kDescription = "datapackage.json";
constexpr int kStandard = 2;  // its version
constexpr const char* kProgram = "tertium answers --standard";

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
      {"set", {"string", "purpose of the answer, such as train or test"}},
      {"group", {"string", "group of participants, or condition"}},
      {"weight", {"number", "weight of the answer"}},
      {"screen", {"integer", "answers of a subject with the same number were given at once"}},
      {"anchor", {"string", "the object that is compared", true}},
      {"near", {"string", "the one that is more similar to it", true}},
      {"far", {"string", "the one that is less similar to it", true}},
      {"i", {"string", "i and j are more similar than k and l", true}},
      {"j", {"string", "i and j are more similar than k and l", true}},
      {"k", {"string", "i and j are more similar than k and l", true}},
      {"l", {"string", "i and j are more similar than k and l", true}},
      {"a", {"string", "one of the other two", true}},
      {"b", {"string", "the other of them", true}},
      {"odd", {"string", "the odd one of three", true}},
      {"central", {"string", "the most central one of three", true}}};
  return columns.at(name);
}

/// A data package of one table (Frictionless), with what the standard adds.
std::string description_json(const answers::AnswerInput& input, const std::string& rows, const std::string& said) {
  const files::ComparisonFile& file = input.comparisons;
  const auto field_of = [](const std::string& name, const Column& column) {
    Json field{{"name", name}, {"type", column.type}, {"description", column.sentence}};
    if (column.required) field["constraints"] = {{"required", true}};
    if (name == "count") field["constraints"]["minimum"] = 1;
    return field;
  };
  Json fields = Json::array();
  for (const std::string& name : files::standard_columns(file)) fields.push_back(field_of(name, column_of(name)));
  Json of_objects = Json::array({field_of("object", {"string", "an object, as in answers.csv", true}),
                                 field_of("name", {"string", "its name", true})});
  const auto table = [](const char* name, const char* path, Json columns) {
    return Json{{"name", name},
                {"path", path},
                {"profile", "tabular-data-resource"},
                {"format", "csv"},
                {"mediatype", "text/csv"},
                {"encoding", "utf-8"},
                {"schema", {{"fields", std::move(columns)}, {"missingValues", {""}}}}};
  };
  const std::int64_t answers = file.answers() / files::statements_of(file.form);
  Json json;
  json["profile"] = "tabular-data-package";
  json["name"] = "answers";
  json["answers"] = {{"standard", kStandard},
                     {"kind", name_of(file.form)},
                     {"objects", file.objects},
                     {"answers", answers},
                     {"subjects", file.metadata.subjects.size()}};
  json["program"] = kProgram;
  json["command_line"] = said;
  json["sources"] = Json::array({{{"title", input.source}}});
  Json answers_table = table("answers", kRows, std::move(fields));
  answers_table["bytes"] = rows.size();
  json["resources"] = Json::array({std::move(answers_table), table("objects", kObjects, std::move(of_objects))});
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string objects_csv(const std::vector<std::string>& names) {
  std::string text = "object,name\n";
  for (const std::string& name : names) text += fmt::format("{},{}\n", files::csv_field(name), files::csv_field(name));
  return text;
}

std::string report(const answers::AnswerInput& input) {
  const files::ComparisonFile& file = input.comparisons;
  const std::int64_t answers = file.answers() / files::statements_of(file.form);
  std::string text = fmt::format("{}{} {} about {}", input.head(), core::counted(answers, "answer"),
                                 fmt::format("({})", name_of(file.form)), core::counted(file.objects, "object"));
  if (!file.metadata.subjects.empty())
    text += fmt::format(", of {}", core::counted(file.metadata.subjects.size(), "subject"));
  text += fmt::format("; {}\n", file.bad_rows == 0 ? std::string("every row can be read")
                                                   : core::counted(file.bad_rows, "row") + " cannot be read");
  for (const std::string& note : file.notes) text += terminal::report_line("", note);
  return text;
}

}  // namespace

CheckedAnswers check_answers(answers::AnswerSource source) {
  CheckedAnswers checked;
  std::vector<std::string> bad;
  source.reading.origins = true;
  source.reading.skip_bad = true;
  source.reading.told_bad = &bad;
  const auto tell = [&] {
    for (const std::string& problem : bad) fmt::print("{}\n", core::one_plain_line(problem));
  };
  try {
    checked.input = answers::read_answer_input(source);
  } catch (const core::UserError&) {  // of the whole file
    tell();
    throw;
  }
  tell();
  checked.well_formed = bad.empty();
  fmt::print("{}", report(checked.input));
  return checked;
}

void write_standard(const answers::AnswerInput& input, const std::filesystem::path& path,
                    const std::string& command_line, const Outputs& outputs) {
  const std::string rows = files::standard_rows(input.comparisons);
  const std::string described = description_json(input, rows, command_line);
  ResultFolder folder(path, {kProgram, command_line, {kRows, kObjects, kDescription}, kDescription}, outputs);
  folder.write(kRows, rows);
  folder.write(kObjects, objects_csv(input.comparisons.names));
  folder.write(kDescription, described);
  fmt::print("\nin {}: {}, {}, {}\n", path.string(), kRows, kObjects, kDescription);
}

}  // namespace tertium::program
