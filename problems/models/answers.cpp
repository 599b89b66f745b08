// A person's own answers, out of a file of any layout that `tertium cluster` reads. Nothing is drawn; what varies
// between repetitions is which answers are held out, and what methods draw.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/memo.hpp"
#include "core/base/text.hpp"
#include "files/answers/layout/chosen.hpp"
#include "files/answers/read.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/text_file.hpp"
#include "problems/models/listed_answers.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr std::array kForms{files::AnswerForm::kTriplet, files::AnswerForm::kQuadruplet, files::AnswerForm::kOddOneOut,
                            files::AnswerForm::kMostCentral};

/// A file as this process has read it, once.
struct OwnAnswers {
  ModelSample sample;
  std::vector<std::string> names;
  std::size_t subjects = 0;
  std::string digest;
};

/// A hash of all that a result can depend on: the answers in their order and who gave them, not what anybody is called;
/// and how many objects were told, for rows with one key tell the same numbers.
std::string digest_of(const ModelSample& sample, std::int64_t told) {
  std::string bytes;
  const auto add = [&](const auto& list) {
    bytes += fmt::format("{};", list.size());
    bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof *list.data());
  };
  static_assert(
      sizeof(core::Quadruplet) == 4 * sizeof(core::Object) && sizeof(core::Triplet) == 3 * sizeof(core::Object),
      "no bytes between the objects");
  add(sample.quadruplets);
  add(sample.triplets);
  add(sample.counts);
  if (!sample.subjects.empty()) add(sample.subjects);
  return fmt::format("{}:{}:{:016x}{}", sample.objects, sample.triplets_of_an_answer, core::hash64(bytes),
                     told > 0 ? ":told" : "");
}

files::ComparisonOptions reading_of(const core::Parameters& values) {
  using files::FieldMeaning;
  using files::HeaderLine;
  files::ComparisonOptions reading;
  reading.origins = true;
  for (const files::AnswerForm form : kForms)
    if (values.text("form") == name_of(form)) reading.form = form;
  reading.columns = core::split_list(values.text("columns"));
  if (const std::string problem = files::columns_problem(reading.columns); !problem.empty())
    core::fail("[model] columns = {}: {}", values.text("columns"), problem);
  const std::string& base = values.text("base");
  reading.fields = base == "0"      ? FieldMeaning::kZeroIds
                   : base == "1"    ? FieldMeaning::kOneIds
                   : base == "none" ? FieldMeaning::kNames
                                    : FieldMeaning::kGuess;
  const std::string& header = values.text("header");
  reading.header = header == "yes" ? HeaderLine::kYes : header == "no" ? HeaderLine::kNo : HeaderLine::kGuess;
  reading.answers = core::split_list(values.text("answers"));
  if (const std::string problem = files::answers_problem(reading.answers); !problem.empty())
    core::fail("[model] answers = {}: {}", values.text("answers"), problem);
  if (const std::string& from = values.text("from"); from != "auto") reading.preset = from;
  reading.questions = values.text("questions");
  reading.normalize = values.text("normalize") == "yes";
  reading.skip_bad = values.text("skip_bad") == "yes";
  reading.objects = static_cast<core::Object>(values.integer("objects"));
  reading.responses = values.text("responses");
  reading.metadata.sets = core::split_list(values.text("sets"));
  reading.missing = core::split_list(values.text("missing"));
  reading.metadata.dropped_subjects = core::split_list(values.text("drop_subjects"));
  reading.metadata.where = core::split_list(values.text("where"));
  if (const std::string problem = files::where_problem(reading.metadata.where); !problem.empty())
    core::fail("[model] where = {}: {}", values.text("where"), problem);
  return reading;
}

/// What a message says of options, said of keys: "use --base 0" is "use base = 0".
std::string as_keys(std::string message) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kQuoted{
      {{"--columns '", "columns = "}, {"--answers \"", "answers = "}}};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 21> kWords{
      {{", cluster it as ratings: --kind ratings", ""},
       {", or cluster the rows as ratings: --kind ratings", ""},
       {", or use --kind graph if every row is an edge", ""},
       {"--columns NAME=", "columns = NAME="},
       {"--kind ", "form = "},
       {"--base ", "base = "},
       {"--header ", "header = "},
       {"--skip-bad", "skip_bad = yes"},
       {"--drop-subjects", "drop_subjects"},
       {"--where", "where"},
       {"--columns", "columns"},
       {"to --answers", "to answers"},
       {"in --answers ", "in answers = "},
       {"(--answers", "(answers"},
       {"--answers ", "answers = "},
       {"--missing ", "missing = "},
       {"--questions ", "questions = "},
       {"--from ", "from = "},
       {"--normalize", "normalize = yes"},
       {"--responses", "responses"},
       {"--sets", "sets"}}};
  for (const auto& [option, key] : kQuoted)
    for (std::size_t at = 0; (at = message.find(option, at)) != std::string::npos; at += key.size()) {
      const std::size_t end = message.find(option.back(), at + option.size());
      if (end != std::string::npos) message.erase(end, 1);  // a shell takes quotes off, a configuration does not
      message.replace(at, option.size(), key);
    }
  for (const auto& [option, key] : kWords)
    for (std::size_t at = 0; (at = message.find(option, at)) != std::string::npos; at += key.size())
      message.replace(at, option.size(), key);
  return message;
}

files::ComparisonFile read_file(const core::Parameters& values) {
  const std::string& file = values.text("file");
  if (file.empty()) core::fail("[model] file is not given (kind = answers reads one), give e.g. file = answers.csv");
  if (files::is_stream(file))
    core::fail("{}: not a file (every process of a sweep reads it again), save the answers as a file", file);
  if (!values.text("names").empty() && values.integer("objects") > 0)
    core::fail("[model] names and objects both give the number of objects, give one of them");
  const files::ComparisonOptions reading = reading_of(values);
  try {
    return files::read_named(values.text("names"), reading, [&](const files::ComparisonOptions& options) {
      return files::read_comparisons(file, options);
    });
  } catch (const core::UserError& error) {
    core::fail("{}", as_keys(error.what()));
  }
}

std::shared_ptr<const OwnAnswers> answers_of(const core::Parameters& values) {
  static core::Memo<OwnAnswers> memo;
  return memo.get(core::canonical_text(values), [&] {
    files::ComparisonFile file = read_file(values);
    OwnAnswers own{sample_of(file), std::move(file.names), file.metadata.subjects.size(), {}};
    if (own.subjects > 0)
      for (const files::AnswerOrigin& origin : file.metadata.origins) own.sample.subjects.push_back(origin.subject);
    own.digest = digest_of(own.sample, values.integer("objects"));
    return own;
  });
}

core::Provisions provisions(const core::Parameters& values) {
  const core::Provisions quadruplets{core::Provision::kQuadruplets};
  const bool triplets = !answers_of(values)->sample.triplets.empty();
  return triplets ? quadruplets | core::Provisions{core::Provision::kTriplets} : quadruplets;
}

core::Parameters example(const std::vector<core::ParameterInfo>& infos) {
  core::Parameters values(infos);
  values.set("file", (core::home_folder() / "data" / "car_answers.csv").string());
  return values;
}

std::vector<core::ParameterInfo> parameters() {
  using Info = core::ParameterInfo;
  std::vector<std::string> forms{"auto"};
  for (const files::AnswerForm form : kForms) forms.emplace_back(name_of(form));
  std::vector<std::string> programs = files::preset_names();
  programs.insert(programs.begin(), "auto");
  return {
      Info::file("file", "the file, by its path from the configuration's folder, the working folder or the project's"),
      Info::choice("form", "auto", forms, "what the answers are; auto: by the header or the number of fields"),
      Info::words("columns",
                  "meaning of each column, in the words of a header: a,b,odd; anchor,left,right,answer; - to skip a "
                  "column; or of some columns: pic_l=left,pic_r=right"),
      Info::words("answers", "meaning of the words in the column of choices: f=left,j=right; 0=left,1=right"),
      Info::choice("from", "auto", programs, "the program that wrote the file; auto: detected from its header"),
      Info::file("questions",
                 "for a file with one row per participant: CSV file question,anchor,left,right, where question is a "
                 "column of that file"),
      Info::choice("normalize", "no", {"no", "yes"},
                   "merge names that differ only in case, blanks or the encoding of letters"),
      Info::choice("base", "auto", {"auto", "0", "1", "none"}, "first id; none: numbers are names"),
      Info::choice("header", "auto", {"auto", "yes", "no"}, "whether the first row is a header"),
      Info::choice("skip_bad", "no", {"no", "yes"}, "leave out rows that cannot be read"),
      Info::integer("objects", 0, 0, core::kMostObjects,
                    "number of objects, if some occur in no answer; 0: those that occur"),
      Info::file("names", "CSV file object,name: every object as written in the answers, and its name"),
      Info::file("responses", "for questions anchor,first,second in a .npy file: the array of their answers"),
      Info::words("sets", "use only answers of these sets, e.g. train"),
      Info::words("missing", "words for a missing value in any column, in addition to NA, N/A and ?"),
      Info::words("drop_subjects", "leave out the answers of these subjects"),
      Info::words("where", "use only rows with these values: stage=main,status!=rejected; * matches any text")};
}

}  // namespace

void register_model_answers(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "answers";
  model.sentence =
      "answers from your own file, in any layout that tertium cluster reads; tertium answers FILE shows how it is read";
  model.citation = "your own";
  model.parameters = parameters();
  model.real = true;
  model.holds = "quadruplets, and triplets if the answers are about three objects";
  model.example = [infos = model.parameters] { return example(infos); };
  model.names = [](const core::Parameters& values) { return answers_of(values)->names; };
  model.objects = [](const core::Parameters& values) { return answers_of(values)->sample.objects; };
  model.answers = [](const core::Parameters& values) {
    const ModelSample& sample = answers_of(values)->sample;
    return static_cast<double>(sample.quadruplets.size() + sample.triplets.size());
  };
  // Text, statements, where they come from and the list of them, at once; then the list.
  model.memory = [](const core::Parameters& values) {
    constexpr double kReading = 90.0, kKept = 20.0, kSample = 20.0;
    const ModelSample& sample = answers_of(values)->sample;
    const auto statements = static_cast<double>(sample.quadruplets.size() + sample.triplets.size());
    return std::vector<core::Cost>{{0.0, kReading * statements, kKept * statements}, {0.0, 2.0 * kSample * statements}};
  };
  model.subjects = [](const core::Parameters& values) { return answers_of(values)->subjects; };
  model.provisions = provisions;
  model.sample = [](const core::Parameters& values, const core::CellKey&) { return answers_of(values)->sample; };
  // What the samples depend on is what was read, wherever it lies and however it was told how to read it.
  model.identity = [](const core::Parameters& values) { return answers_of(values)->digest; };
  models.push_back(std::move(model));
}

}  // namespace tertium
