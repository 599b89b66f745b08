// What programs of experiments write is read as it is, or with one option.
#include "files/answers/reshape/exports.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/read.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/json_rows.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;

std::filesystem::path export_file(const std::string& name) {
  return std::filesystem::path(TERTIUM_SOURCE_DIR) / "tests" / "files" / "exports" / name;
}

struct Export {
  std::string file;
  ComparisonOptions options{};
  std::int64_t missing = 1;
  std::string before{}, after{};  ///< of an object's name
  std::string note{};
};

/// One study, as each program writes it: three people, four questions, of which the third person left one out.
const std::vector<Export>& exports() {
  static const std::vector<Export> all{
      {"jspsych.csv", {}, 1, "img/", ".jpg", "this is a file of jspsych: --missing null"},
      {"jspsych.json", {}, 1, "img/", ".jpg", "this is a file of jspsych: --missing null"},
      {"jatos.txt", {}, 1, "img/", ".jpg", "this is a file of jspsych: --missing null"},
      {"psychopy.csv",
       {.answers = {"f=left", "j=right"}},
       1,
       "stimuli/",
       ".png",
       "this is a file of psychopy: --columns 'key_resp.keys=answer,key_resp.rt=rt'; --missing None"},
      {"gorilla.csv", {}, 1, "", "", "Event Index is not END OF FILE; Zone Type is response_*"},
      {"qualtrics.csv",
       {.questions = export_file("qualtrics-questions.csv")},
       1,
       "",
       "",
       "ResponseId is R_*; DistributionChannel is not preview"},
      {"salmon.csv", {}, 0, "", ".png", "--columns 'head_filename=anchor,winner_filename=near,loser_filename=far'"},
      {"next.csv", {}, 0, "", "", "this is a file of next: --columns 'participant_uid=subject,target_center=anchor"},
      {"tripletTools.csv", {}, 0, "", "", "--columns 'Center=anchor,Left=left,Right=right,Answer=answer'"}};
  return all;
}

TEST(Exports, SayTheSameWhateverProgramWroteThem) {
  const std::vector<std::string> said{"owl cat mixer", "cat owl toaster", "mixer toaster owl", "toaster mixer cat",
                                      "owl cat mixer", "cat toaster owl", "mixer toaster owl", "toaster mixer cat",
                                      "owl cat mixer", "cat owl toaster", "toaster mixer cat"};
  for (const Export& written : exports()) {
    SCOPED_TRACE(written.file);
    ComparisonOptions options = written.options;
    options.origins = true;
    const ComparisonFile file = read_comparisons(export_file(written.file), options);
    const auto name = [&](core::Object object) {
      const std::string& whole = file.names[static_cast<std::size_t>(object)];
      EXPECT_TRUE(whole.starts_with(written.before) && whole.ends_with(written.after)) << whole;
      return whole.substr(written.before.size(), whole.size() - written.before.size() - written.after.size());
    };
    std::vector<std::string> found;
    for (const core::Quadruplet& s : file.statements) found.push_back(name(s.i) + ' ' + name(s.j) + ' ' + name(s.l));
    EXPECT_EQ(found, said);
    EXPECT_EQ(file.metadata.subjects.size(), 3U);
    EXPECT_EQ(file.metadata.missing_rows, written.missing);
    std::vector<int> by(3);
    for (const AnswerOrigin& origin : file.metadata.origins) ++by.at(static_cast<std::size_t>(origin.subject));
    EXPECT_EQ(by, (std::vector<int>{4, 4, 3}));
    EXPECT_TRUE(std::ranges::any_of(file.notes, [&](const std::string& note) {
      return note.find(written.note) != std::string::npos;
    })) << written.note;
  }
}

TEST(Exports, OfThingsHaveTheOddOneLast) {
  const ComparisonFile file = read_comparisons(export_file("things.txt"), {.preset = "things"});
  EXPECT_EQ(file.form, AnswerForm::kOddOneOut);
  EXPECT_EQ(file.statements.size(), 16U);
  EXPECT_EQ(file.statements[1], (core::Quadruplet{2, 0, 2, 1})) << "0 and 2 are alike, not 1";
  expect_part(file.notes.front(), "as things: --kind odd-one-outs --base 0");
}

TEST(Exports, OfNextSayTheSameInJson) {
  const ComparisonFile names = read_comparisons(export_file("next.csv"), {.origins = true});
  const ComparisonFile ids = read_comparisons(export_file("next.json"), {.origins = true});
  EXPECT_EQ(ids.names, (Names{"0", "1", "2", "3"})) << "cat, mixer, owl, toaster";
  EXPECT_EQ(ids.statements, names.statements);
  EXPECT_EQ(ids.metadata.subjects, names.metadata.subjects);
}

TEST(Exports, OfMeadowsHaveTheOddOneAsTheirLabel) {
  const ComparisonFile file = read_comparisons(export_file("meadows.csv"), {.origins = true});
  EXPECT_EQ(file.form, AnswerForm::kOddOneOut);
  EXPECT_EQ(file.rows, 3);
  EXPECT_EQ(file.names, (Names{"cat", "mixer", "owl", "toaster"}));
  EXPECT_EQ(file.metadata.subjects, (Names{"able-fox", "calm-hare"}));
  EXPECT_EQ(file.statements[2], (core::Quadruplet{3, 1, 3, 2})) << "mixer and toaster are alike, not owl";
}

TEST(Exports, RecordsOfJsonLieWhereverTheyLie) {
  // In one object of the study, by participant, with what everybody's trials have in common, and lists.
  const std::string text = R"({"study": "birds", "participants": [
    {"subject": "p1", "trials": [{"anchor": "owl", "choices": ["cat", "mixer"], "answer": "cat", "more": {"rt": 812}},
                                 {"anchor": "cat", "choices": ["owl", "mixer"], "answer": "a \"b\"\n"}]},
    {"subject": "p2", "trials": [{"anchor": "mixer", "choices": ["owl", "cat"], "answer": null}]}]})";
  EXPECT_EQ(rows_of_json(text, "f.json"),
            "study,subject,anchor,choices,answer,rt\n"
            "birds,p1,owl,\"[\"\"cat\"\",\"\"mixer\"\"]\",cat,812\n"
            "birds,p1,cat,\"[\"\"owl\"\",\"\"mixer\"\"]\",\"a \"\"b\"\" \",\n"
            "birds,p2,mixer,\"[\"\"owl\"\",\"\"cat\"\"]\",,\n");
  EXPECT_EQ(rows_of_json("[{\"a\": 1}]\n[{\"a\": true}, {\"b\": 0.5}]\n", "f"), "run_id,a,b\n1,1,\n2,true,\n2,,0.5\n");
  EXPECT_EQ(rows_of_json("{\"a\": 1}\n{\"a\": 2}", "f"), "a\n1\n2\n") << "one record a line";
  EXPECT_EQ(rows_of_json("[{\"trial_type\": \"x\", \"mouse\": [{\"x\": 1}]}]", "f"),
            "trial_type,mouse\nx,\"[{\"\"x\"\":1}]\"\n");
  EXPECT_TRUE(is_json(" [ {") && is_json("[\n  [ {") && is_json("{ \"a\""));
  EXPECT_FALSE(is_json("[1,2]") || is_json("{a}") || is_json("") || is_json("[\"a\"]"));
}

TEST(Exports, APersonsWordsGoBefore) {
  const std::string text =
      "trial_type,trial_index,time_elapsed,response,anchor,left,right,subject,vp\n"
      "image-button-response,1,9,1,x,y,z,a,b\nimage-button-response,2,9,0,y,x,z,a,c\n";
  EXPECT_EQ(read(text).statements, (std::vector<core::Quadruplet>{{0, 2, 0, 1}, {1, 0, 1, 2}}))
      << "buttons count from 0";
  EXPECT_EQ(read(text, {.answers = {"1=left", "0=right"}}).statements,
            (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(read(text, {.columns = {"vp=subject"}}).metadata.subjects, (Names{"b", "c"}));
  expect_part(message_of(text, {.preset = "psychopy"}), "f.csv: field 4 (response) is 0 or 1");
  const std::string salmon = "head,winner,loser,head_filename,winner_filename,loser_filename\n0,1,2,x,y,z\n";
  EXPECT_EQ(read(salmon).names, (Names{"x", "y", "z"}));
  EXPECT_EQ(read(salmon, {.objects = 4}).names, (Names{"0", "1", "2", "3"}));
  EXPECT_EQ(read(salmon, {.fields = FieldMeaning::kZeroIds}).names, (Names{"0", "1", "2"}));
  EXPECT_EQ(find_preset("tripletTOOLS").name, "tripletTools");
  EXPECT_THROW(find_preset("lab"), core::UserError);
}

TEST(Exports, PlacesFromOneAreNoButtons) {
  const std::string two = "trial_type,trial_index,time_elapsed,response,anchor,left,right\n";
  const std::string three = "trial_type,trial_index,time_elapsed,response,x,y,z\n";
  const ComparisonOptions odd{.form = AnswerForm::kOddOneOut, .skip_bad = true};
  std::string mostly_first = two;
  for (int row = 0; row < 15; ++row) mostly_first += fmt::format("button,{},9,{},a,b,c\n", row, row % 8 == 7 ? 2 : 1);
  for (const bool skip_bad : {false, true}) {
    const std::vector<core::Quadruplet> said = read(mostly_first, {.skip_bad = skip_bad}).statements;
    ASSERT_EQ(said.size(), 15U);
    EXPECT_EQ(said[0], (core::Quadruplet{0, 1, 0, 2})) << "1 is the first";
    EXPECT_EQ(said[7], (core::Quadruplet{0, 2, 0, 1}));
  }
  const std::string unsure = two + "button,1,9,0,a,b,c\nbutton,2,9,1,a,b,c\nbutton,3,9,2,a,b,c\n";
  expect_part(message_of(unsure), "--missing 0; if 2 does: --answers 0=left,1=right --missing 2");
  EXPECT_EQ(read(unsure, {.missing = {"2"}}).statements, (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {0, 2, 0, 1}}));
  const std::vector<core::Quadruplet> from_one =
      read(three +
               "button,1,9,1,a,b,c\nbutton,2,9,1,a,b,c\nbutton,3,9,2,a,b,c\nbutton,4,9,2,a,b,c\nbutton,5,9,3,a,b,c\n",
           odd)
          .statements;
  ASSERT_EQ(from_one.size(), 10U);
  EXPECT_EQ(from_one[0], (core::Quadruplet{1, 2, 1, 0})) << "1 is the first, a, which is the odd one";
  EXPECT_EQ(read(three + "button,1,9,0,a,b,c\nbutton,2,9,1,a,b,c\nbutton,3,9,2,a,b,c\n", odd).statements[0],
            (core::Quadruplet{1, 2, 1, 0}));
}

TEST(Exports, ColumnsThatTheHeaderNamesGoBeforeThoseOfAProgram) {
  const std::string psychopy = "key_resp.keys,key_resp.rt,expName,psychopyVersion\n";
  const std::vector<core::Quadruplet> said{{0, 1, 0, 2}, {1, 0, 1, 2}};
  const std::string columns = "anchor,left,right,answer," + psychopy;
  const std::string rows = "x,y,z,y,f,1.5,e,2024\ny,z,x,x,j,1.5,e,2024\n";
  const ComparisonFile named = read(columns + rows, {.origins = true});
  EXPECT_EQ(named.statements, said);
  EXPECT_EQ(named.metadata.origins[0].time, 1.5) << "no column of the header";
  EXPECT_EQ(read("anchor,near,far," + psychopy + "x,y,z,f,1,e,2024\ny,x,z,j,1,e,2024\n").statements, said);
  EXPECT_EQ(read("stim,near,far," + psychopy + "x,y,z,f,1,e,2024\ny,x,z,j,1,e,2024\n", {.columns = {"stim=anchor"}})
                .statements,
            said);
  const std::string gorilla = "Event Index,Participant Private ID,Zone Type,Response,anchor,near,far\n";
  EXPECT_EQ(read(gorilla + "1,7,response_x,left,x,y,z\n2,7,response_x,left,y,x,z\n").statements, said);
}

TEST(Exports, ObjectsThatAPersonTellsLeaveTheKeysAlone) {
  const std::string text = "anchor,left,right,key_resp.keys,expName,psychopyVersion\nx,y,z,f,e,2024\ny,z,x,j,e,2024\n";
  const std::string ids = "anchor,left,right,key_resp.keys,expName,psychopyVersion\n0,1,2,f,e,2024\n1,2,0,j,e,2024\n";
  const std::vector<core::Quadruplet> said{{0, 1, 0, 2}, {1, 0, 1, 2}};
  const Names keys{"f=left", "j=right"};
  EXPECT_EQ(read(text, {.known_names = {"x", "y", "z"}, .answers = keys}).statements, said);
  const ComparisonFile six = read(ids, {.objects = 6, .answers = keys});
  EXPECT_EQ(six.statements, said);
  EXPECT_EQ(six.objects, 6);
  EXPECT_EQ(read(ids, {.fields = FieldMeaning::kZeroIds, .answers = keys}).statements, said);
  const std::string tools = "head,winner,loser,Center,Left,Right,Answer\n0,1,2,x,y,z,y\n1,0,2,y,z,x,x\n";
  EXPECT_EQ(read(tools).names, (Names{"x", "y", "z"}));
  EXPECT_EQ(read(tools, {.objects = 6}).statements, said);
}

TEST(Exports, APresetCanBeSwitchedOff) {
  const std::string text = "StartDate,EndDate,ResponseId,anchor,near,far\na,b,P0,x,y,z\na,b,P1,y,x,z\n";
  expect_part(message_of(text),
              "f.csv: all 2 rows below the header are passed over (in files of qualtrics answers are where ResponseId "
              "is R_*), export the answers, too, or if something else wrote the file: --from none");
  const ComparisonFile file = read(text, {.preset = "none"});
  EXPECT_EQ(file.statements, (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {1, 0, 1, 2}}));
  EXPECT_EQ(file.metadata.subjects, (Names{"P0", "P1"}));
}

TEST(Exports, HiddenIdsTellNobodyApart) {
  const std::string text =
      "Participant Public ID,Participant Private ID,anchor,near,far\nBLIND,1,x,y,z\nBLIND,2,y,x,z\n";
  EXPECT_EQ(read(text).metadata.subjects, (Names{"1", "2"}));
  for (const char* header : {"run_id,subject,anchor,near,far\n", "subject,run_id,anchor,near,far\n"}) {
    const bool first = std::string_view(header).starts_with("subject");
    const std::string rows = first ? "A,7,x,y,z\nA,8,y,x,z\n" : "7,A,x,y,z\n8,A,y,x,z\n";
    EXPECT_EQ(read(header + rows).metadata.subjects, Names{"A"}) << "a person may have several runs";
  }
  EXPECT_EQ(read("run_id,anchor,near,far\n7,x,y,z\n8,y,x,z\n").metadata.subjects, (Names{"7", "8"}));
  EXPECT_EQ(read("ID,anchor,near,far\n7,x,y,z\n").notes.back(),
            "the participants are not known; if ID names them: --columns "
            "'ID=subject'");
}

TEST(Exports, FieldsMayHaveLines) {
  const std::string text = "note,anchor,near,far\n\"one\ntwo, \"\"three\"\"\n\",x,y,z\n1,y,\"x\r\nx\",z\n2,y,x\n";
  expect_part(message_of(text), "f.csv:7: 3 fields (the first row has 4)");
  const ComparisonFile file = read(text, {.skip_bad = true});
  EXPECT_EQ(file.statements.size(), 2U);
  EXPECT_EQ(file.names, (Names{"x", "x x", "y", "z"}));
  for (const char* open : {"anchor,near,far\nx,\"y,z\nx,y,z\n", "anchor,near,far\nx,\"y,z\nx,\"y\",z\n",
                           "anchor,near,far\nx,\"y,z\nx\",y,z\n"})
    expect_part(message_of(open), "f.csv:2: a quoted field has no end");
  EXPECT_EQ(read("anchor,near,far\nx,y,z\"\nx,y,w\"\n").statements.size(), 2U) << "quotes inside fields open nothing";
}

TEST(Exports, QuestionsInColumnsSayWhereTheyStand) {
  const auto write = [](const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
    std::ofstream(path) << text;
    return path;
  };
  const std::filesystem::path table =
      write("tertium-exports-questions.csv", "question,anchor,left,right\nQ1,x,y,z\nQ2,y,x,z\n");
  const ComparisonOptions options{.questions = table};
  const ComparisonFile file = read("person,Q1,Q2,note\nA,y,x,\nB,z,,\n", options);
  EXPECT_EQ(file.statements.size(), 3U);
  EXPECT_EQ(file.metadata.missing_rows, 1);
  expect_part(message_of("person,Q1,Q2\nA,y,x\nB,y,x\nC,y,w\nD,y,x\n", options),
              "f.csv:4, column Q2: 'w' in field 5 (answer)");
  EXPECT_EQ(read("person,Q1,Q2\nA,y,x\n,z,x\n", options).statements.size(), 4U) << "a first field may be empty";
  EXPECT_EQ(read("run_id,subject,Q1,Q2\n7,A,y,x\n8,A,z,x\n", options).metadata.subjects, Names{"A"});
  const std::string damaged = "person,Q1,Q2\nA,y,x\nB,y\nC,\"y,x\nD,z,x\nE,w,x\n";
  expect_part(
      message_of(damaged, options),
      "f.csv: 3 of 8 rows cannot be read, correct them, or leave them out with --skip-bad: line 3: 2 fields (the "
      "first row has 3), correct the row; line 4: a quoted field has no end");
  const ComparisonFile skipped = read(damaged, {.skip_bad = true, .questions = table});
  EXPECT_EQ(skipped.statements.size(), 5U);
  EXPECT_EQ(skipped.bad_rows, 3);
  EXPECT_EQ(skipped.metadata.subjects, (Names{"A", "D", "E"}));
  expect_part(message_of("person,Q1,Q2\nA,y\n", options), "f.csv:2: 2 fields (the first row has 3)");
  EXPECT_EQ(read("Q1,Q2\ny,x\nz,x\n", options).metadata.subjects, (Names{"2", "3"})) << "a row is a person";
  expect_part(message_of("person,Q1\nA,y\n", options), ":3: f.csv has no column 'Q2' (there are person, Q1)");
  std::filesystem::remove(table);
  expect_part(
      message_of("StartDate,EndDate,ResponseId,Q1,Q2\na,b,R_1,y,x\n"),
      "f.csv:1: this is a file of qualtrics, with a column for each question (the last ones are ResponseId, Q1, Q2), "
      "describe them: --questions TABLE");
}

}  // namespace
}  // namespace tertium::files
