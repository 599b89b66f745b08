// What programs of experiments write is read as it is, or with one option; what people do wrong with such files is
// answered by what mends it.
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
  std::int64_t unsaid = 1;
  std::string before{}, after{};  ///< of an object's name
  std::string remark{};
};

/// One study, as each program writes it: three people, four questions, of which the third person left one out.
const std::vector<Export>& exports() {
  static const std::vector<Export> all{
      {"jspsych.csv", {}, 1, "img/", ".jpg", "this is a file of jspsych: --missing null"},
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
    EXPECT_EQ(file.sheet.subjects.size(), 3U);
    EXPECT_EQ(file.sheet.unsaid_rows, written.unsaid);
    std::vector<int> by(3);
    for (const AnswerOrigin& origin : file.sheet.origins) ++by.at(static_cast<std::size_t>(origin.subject));
    EXPECT_EQ(by, (std::vector<int>{4, 4, 3}));
    EXPECT_TRUE(std::ranges::any_of(file.remarks, [&](const std::string& remark) {
      return remark.find(written.remark) != std::string::npos;
    })) << written.remark;
  }
}

TEST(Exports, OfThingsHaveTheOddOneLast) {
  const ComparisonFile file = read_comparisons(export_file("things.txt"), {.preset = "things"});
  EXPECT_EQ(file.form, AnswerForm::kOddOneOut);
  EXPECT_EQ(file.statements.size(), 16U);
  EXPECT_EQ(file.statements[1], (core::Quadruplet{2, 0, 2, 1})) << "0 and 2 are alike, not 1";
  expect_part(file.remarks.front(), "as things: --kind odd-one-outs --base 0");
}

TEST(Exports, APersonsWordsGoBefore) {
  const std::string text =
      "trial_type,trial_index,time_elapsed,response,anchor,left,right,subject,vp\n"
      "image-button-response,1,9,1,x,y,z,a,b\nimage-button-response,2,9,0,y,x,z,a,c\n";
  EXPECT_EQ(read(text).statements, (std::vector<core::Quadruplet>{{0, 2, 0, 1}, {1, 0, 1, 2}}))
      << "buttons count from 0";
  EXPECT_EQ(read(text, {.answers = {"1=left", "0=right"}}).statements,
            (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(read(text, {.columns = {"vp=subject"}}).sheet.subjects, (Names{"b", "c"}));
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
  EXPECT_EQ(named.sheet.origins[0].time, 1.5) << "no column of the header";
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
  EXPECT_EQ(file.sheet.subjects, (Names{"P0", "P1"}));
}

TEST(Exports, HiddenIdsTellNobodyApart) {
  const std::string text =
      "Participant Public ID,Participant Private ID,anchor,near,far\nBLIND,1,x,y,z\nBLIND,2,y,x,z\n";
  EXPECT_EQ(read(text).sheet.subjects, (Names{"1", "2"}));
  for (const char* header : {"run_id,subject,anchor,near,far\n", "subject,run_id,anchor,near,far\n"}) {
    const bool first = std::string_view(header).starts_with("subject");
    const std::string rows = first ? "A,7,x,y,z\nA,8,y,x,z\n" : "7,A,x,y,z\n8,A,y,x,z\n";
    EXPECT_EQ(read(header + rows).sheet.subjects, Names{"A"}) << "a person may have several runs";
  }
  EXPECT_EQ(read("run_id,anchor,near,far\n7,x,y,z\n8,y,x,z\n").sheet.subjects, (Names{"7", "8"}));
  EXPECT_EQ(read("ID,anchor,near,far\n7,x,y,z\n").remarks.back(),
            "who answered is not known; if ID tells: --columns "
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
  EXPECT_EQ(file.sheet.unsaid_rows, 1);
  expect_part(message_of("person,Q1,Q2\nA,y,x\nB,y,x\nC,y,w\nD,y,x\n", options),
              "f.csv:4, column Q2: 'w' in field 5 (answer)");
  EXPECT_EQ(read("person,Q1,Q2\nA,y,x\n,z,x\n", options).statements.size(), 4U) << "a first field may be empty";
  EXPECT_EQ(read("run_id,subject,Q1,Q2\n7,A,y,x\n8,A,z,x\n", options).sheet.subjects, Names{"A"});
  const std::string damaged = "person,Q1,Q2\nA,y,x\nB,y\nC,\"y,x\nD,z,x\nE,w,x\n";
  expect_part(
      message_of(damaged, options),
      "f.csv: 3 of 8 rows cannot be read, correct them, or leave them out with --skip-bad: line 3: 2 fields (the "
      "first row has 3), correct the row; line 4: a quoted field has no end");
  const ComparisonFile skipped = read(damaged, {.skip_bad = true, .questions = table});
  EXPECT_EQ(skipped.statements.size(), 5U);
  EXPECT_EQ(skipped.bad_rows, 3);
  EXPECT_EQ(skipped.sheet.subjects, (Names{"A", "D", "E"}));
  expect_part(message_of("person,Q1,Q2\nA,y\n", options), "f.csv:2: 2 fields (the first row has 3)");
  EXPECT_EQ(read("Q1,Q2\ny,x\nz,x\n", options).sheet.subjects, (Names{"2", "3"})) << "a row is a person";
  expect_part(message_of("person,Q1\nA,y\n", options), ":3: f.csv has no column 'Q2' (there are person, Q1)");
  std::filesystem::remove(table);
  expect_part(
      message_of("StartDate,EndDate,ResponseId,Q1,Q2\na,b,R_1,y,x\n"),
      "f.csv:1: this is a file of qualtrics, with a column for each question (the last ones are ResponseId, Q1, Q2), "
      "say what they ask: --questions TABLE");
}

struct Mistake {
  std::string what, text, answer;
};

TEST(Mistakes, AreAnsweredByWhatMendsThem) {
  const std::string header = "anchor,left,right,answer\n";
  const std::string nine = header + [] {
    std::string rows;
    for (int row = 0; row < 9; ++row) rows += "owl,cat,mixer,cat\n";
    return rows;
  }();
  const std::vector<Mistake> mistakes{
      {"another delimiter", "anchor|near|far\nx|y|z\n",
       "f.csv:1: 1 field (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), separate them by comma: tr '|' "
       "',' "
       "< f.csv > FILE"},
      {"a decimal comma", "anchor,near,far,rt\nx,y,z,1,25\n",
       "f.csv:2: 5 fields (the first row has 4), write 1.25 for 1,25 if that is a decimal comma, or put semicolons"},
      {"no header", "p1,owl,cat,mixer,cat\np1,cat,owl,mixer,owl\n",
       "name all columns in their order, - for those to be passed over: --columns anchor,left,right,answer,-"},
      {"a column that nobody named", "stim,left,right,answer\nowl,cat,mixer,cat\ncat,owl,mixer,owl\n",
       "f.csv:1: no column is called anchor (others are stim), say which it is: --columns 'stim=anchor'"},
      {"a column without a name", ",left,right,answer\nowl,cat,mixer,cat\n",
       "f.csv:1: no column is called anchor (all that have a name are understood), write it above its column"},
      {"no answer", "anchor,left,right,note\nowl,cat,mixer,1\n",
       "f.csv:1: no column is called answer (others are note), say which it is: --columns 'note=answer'"},
      {"none of the two", nine + "owl,cat,mixer,toaster\n",
       "f.csv:11: 'toaster' in field 4 (answer) does not say which one was chosen (the object's name in the other "
       "rows), "
       "correct the row (or leave it out: --skip-bad)"},
      {"written otherwise", nine + "owl,Cat,mixer,cat\n", "join it with 'Cat': --normalize"},
      {"0 or 1", header + "owl,cat,mixer,0\ncat,owl,mixer,1\n",
       "f.csv: field 4 (answer) is 0 or 1 (for the first of two that may be 0, the place, or 1, true), say which: "
       "--answers 0=left,1=right, or --answers 1=left,0=right"},
      {"keys", header + "owl,cat,mixer,f\ncat,owl,mixer,j\n",
       "f.csv: field 4 (answer) should say which of left, right was chosen, and holds 'f', 'j' (neither one of them in "
       "that "
       "row, nor a place from 1 to 2), say what they mean: --answers f=SIDE,j=SIDE (SIDE: left or right), or name"},
      {"places from 0 and from 1", header + "owl,cat,mixer,0\ncat,owl,mixer,1\ncat,owl,mixer,2\n",
       "f.csv: field 4 (answer) counts from 0 in some rows and from 1 in others (0 and 2 occur), write 1 to 2 in all, "
       "or if "
       "0 says that nobody could say: --answers 1=left,2=right --missing 0"},
      {"names and sides", header + "owl,cat,mixer,cat\ncat,owl,mixer,left\n",
       "f.csv: field 4 (answer) names the chosen one in some rows and says its side in others (which of left, right), "
       "write one of both in all"},
      {"a spreadsheet", "PK\x03\x04", "f.csv: is a zip archive (a spreadsheet, or arrays in .npz), save it as CSV"},
      {"an empty file", "", "f.csv: is empty (0 bytes), give a CSV file"},
      {"UTF-16",
       "\xff\xfe"
       "a",
       "f.csv: is UTF-16 text (by its first bytes), save it as UTF-8: iconv -f UTF-16 -t UTF-8 f.csv > FILE"},
      {"an old code page", "anchor,near,far\nowl,caf\xe9,mixer\n", "iconv -f WINDOWS-1252 -t UTF-8 f.csv > FILE"},
      {"JSON", "[{\"anchor\":\"owl\"}]",
       "f.csv: is JSON (by its first bytes), save it as CSV; of jsPsych: "
       "jsPsych.data.get().csv()"},
      {"a quote without an end", header + "owl,\"cat,mixer,1\n", "f.csv:2: a quoted field has no end"},
      {"two columns for the same", "anchor,reference,left,right,answer\nowl,owl,cat,mixer,cat\n",
       "f.csv:1: two columns mean the same ('anchor' and 'reference' both mean anchor), rename the one that is not "
       "meant, or "
       "pass it over: --columns NAME=-"},
      {"the wrong column of answers", header + "owl,cat,mixer,\ncat,owl,mixer,\n",
       "f.csv: field 4 (answer) is empty in all questions (it should say which one was chosen), name the one that "
       "does: "
       "--columns NAME=answer"},
      {"ratings", "word1,word2,similarity\nowl,cat,5\nowl,dog,2\ncat,dog,6\n",
       "f.csv:1: field 3 ('similarity') is a number in every row (ratings of pairs, it seems, and no answers"},
      {"ratings of people", "subject,word1,word2,rating\np,owl,cat,5\np,owl,dog,2\np,cat,dog,6\n",
       "f.csv:1: field 4 ('rating') is a number in every row"},
      {"a matrix", ",owl,cat,dog\nowl,0,.5,.7\ncat,.5,0,.1\ndog,.7,.1,0\n",
       "f.csv:1: is a square table of numbers (how alike each two of 3 objects are"},
      {"a matrix without names", "0,5,7,1\n5,0,1,2\n7,1,0,3\n1,2,3,0\n", "each two of 4 objects are"},
      {"numbers of rows",
       "0,5,3,9\n1,2,7,4\n2,5,9,1\n3,8,3,2\n4,1,6,0\n5,4,3,2\n6,7,8,9\n7,0,5,6\n8,3,9,1\n9,6,2,7\n10,8,5,3\n",
       "f.csv:1: field 1 counts the rows (0, 1, ...), and is no object, say what the columns are: --columns "
       "-,anchor,near,far"},
      {"printed tuples", "(0, 1, 2)\n(1, 2, 0)\n(3, 1, 2)\n",
       "f.csv:1: the rows are printed tuples or lists ('(3, ...2)'), take the brackets off: tr -d \"()[]'\" < f.csv > "
       "FILE"},
      {"printed arrays below a header", "anchor near far\n[0 1 2]\n[1 2 0]\n", "the rows are printed tuples or lists"},
      {"choices in a list", "trial,rt,stimulus,response,choices\n1,9,owl,0,\"[\"\"cat\"\",\"\"dog\"\"]\"\n",
       "f.csv:1: the column 'choices' holds several objects in a field ('[\"cat\",\"dog\"]'), which no column"},
      {"half of the votes", "anchor,near,far,votes_near\nowl,cat,dog,3\n",
       "f.csv:1: votes_near says how often one of two was chosen, and no column says how often the other one was, name "
       "that one: --columns 'NAME=votes_far'"},
      {"two answers",
       "anchor,left,right,answer,response\nowl,cat,dog,left,right\ncat,dog,owl,left,left\ndog,owl,cat,"
       "right,left\n",
       "field 4 (answer) and field 5 (response) both say which one was chosen, and differ"},
      {"a count too large", "anchor,near,far,count\nowl,cat,dog,99999999999\n",
       "f.csv:2: '99999999999' in field 4 (count) is too large (a row counts at most 2147483647 times)"},
      {"another header below",
       "subject,anchor,near,far\np,owl,cat,dog\nperson,reference,farther,closer\np,owl,dog,cat\n",
       "f.csv:3: is another header than the first one ('person,reference,farther,closer'), so the rows below mean"},
      {"a header of other words", "cue,one,two\nowl,cat,dog\ncat,dog,owl\ndog,owl,cat\nowl,dog,cat\n",
       "f.csv:1: the header 'cue,one,two' is not understood"},
      {"a wide header of other words", "c1,c2,c3,c4,c5,c6,c7,c8,c9,subject\n1,2,3,4,5,6,7,8,9,p\n",
       "f.csv:1: the header 'c1,c2,c3,c4,c5,c6,c7,c8,... (10)' is not understood"},
      {"a last row cut short", header + "owl,cat,mixer,cat\ncat,ow",
       "f.csv:3: 2 fields (the first row has 4), correct"},
      {"nothing but a header", header, "f.csv: holds no statement (only a header"}};
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.what);
    expect_part(message_of(mistake.text), mistake.answer);
  }
  EXPECT_EQ(message_of("anchor,left,right,answer,response\nowl,cat,dog,left,0\ncat,dog,owl,right,1\n"), "")
      << "two columns that say the same";
  EXPECT_EQ(message_of("0,1,2\n1,2,0\n2,0,1\n"), "") << "three answers, and no matrix";
  expect_part(
      message_of(header + "owl,cat,mixer,f\ncat,owl,mixer,k\n", {.answers = {"f=left", "j=right"}}),
      "f.csv:3: 'k' in field 4 (answer) does not say which one was chosen (f = left in the other rows), add k=left or "
      "k=right to --answers, or --missing k if nobody could say");
  expect_part(message_of(header + "owl,cat,mixer,f\n", {.answers = {"f=top"}}), "'top' in --answers f=top is no place");
  expect_part(message_of("anchor,near,far\nx,y,z\n", {.answers = {"f=left"}}), "name it: --columns NAME=answer");
}

/// The remarks that hold a part.
std::int64_t remarks_with(const ComparisonFile& file, const std::string& part) {
  return std::ranges::count_if(file.remarks,
                               [&](const std::string& remark) { return remark.find(part) != remark.npos; });
}

TEST(Mistakes, InWritingNumbersAreMendedOrTold) {
  const ComparisonFile floats = read("anchor,near,far\n3,1.0,2\n1,2.0,3\n4,2.0,1\n3,4.0,1\n");
  EXPECT_EQ(floats.objects, 4);
  EXPECT_EQ(remarks_with(floats, "ids are whole numbers, however they are written: '1.0' is 1"), 1);
  EXPECT_EQ(read("001,2,3\n1,3,2\n").objects, 3);
  EXPECT_EQ(remarks_with(read("1,owl,01\n01,owl,1.0\nowl,x,y\ny,1,x\n"), "different objects: '01' and '1' and '1.0'"),
            1);
  EXPECT_EQ(read("anchor,left,right,answer\n0,1,2,2.0\n1,0,2,\n2,0,1,1.0\n").statements,
            (std::vector<core::Quadruplet>{{0, 2, 0, 1}, {2, 1, 2, 0}}));
  const ComparisonFile checks = read("catch,anchor,near,far\n1.0,owl,cat,dog\n0.0,cat,dog,owl\nmaybe,dog,cat,owl\n");
  EXPECT_EQ(checks.sheet.check_rows, 1);
  EXPECT_EQ(checks.statements.size(), 2U);
  EXPECT_EQ(remarks_with(checks, "1 rows say neither yes nor no in the column of checks ('maybe')"), 1);
  const ComparisonFile times =
      read("anchor,near,far,rt\nowl,cat,dog,\"1,25\"\ncat,dog,owl,00:00:03\n", {.origins = true});
  EXPECT_EQ(times.sheet.origins[0].time, 1.25);
  EXPECT_EQ(remarks_with(times, "1 times cannot be read ('00:00:03')"), 1);
}

TEST(Mistakes, InSavingAreTold) {
  const std::string row = "1,1,owl,cat,dog,812\n1,2,cat,dog,owl,900\n", header = "subject,trial,anchor,near,far,rt\n";
  EXPECT_EQ(
      remarks_with(read(header + row + row + "2,1,owl,cat,dog,700\n"), "2 rows are the same in all columns as others"),
      1);
  EXPECT_EQ(remarks_with(read("subject,anchor,near,far\n1,x,y,z\n1,x,y,z\n"), "the same in all"), 0) << "said twice";
  const ComparisonFile practised = read(
      "trial_type,event,response,participant,psychopyVersion,Stim1,Stim2,Stim3\npractice_trial,click,3,0,2,a,b,c\n"
      "main_trial,stimulus_presentation,,0,2,b,c,d\nmain_trial,click,1,0,2,b,c,d\nmain_trial,click,3,0,2,a,d,c\n",
      {.form = AnswerForm::kOddOneOut});
  EXPECT_EQ(practised.statements.size(), 4U);
  EXPECT_EQ(practised.sheet.unsaid_rows, 0);
  EXPECT_EQ(remarks_with(practised, "1 rows are practice and are no answers"), 1);
  const ComparisonFile named =
      read("who_uid,center,left,right,index_winner\nu1,0,1,2,1\nu2,1,2,0,2\n", {.columns = {"index_winner=answer"}});
  EXPECT_EQ(remarks_with(named, "columns passed over: who_uid"), 1);
  EXPECT_EQ(remarks_with(named, "if who_uid tells: add who_uid=subject to --columns"), 1);
  const std::string salmon = "head,winner,loser,head_filename,left_filename,right_filename,winner_filename\n";
  EXPECT_EQ(read(salmon + "0,1,2,x,y,z,y\n1,0,2,y,z,x,x\n").names, (Names{"x", "y", "z"}))
      << "the loser is the other one";
  EXPECT_EQ(read("head,winner,loser,head_filename,winner_filename\n0,1,2,x,y\n", {.preset = "salmon"}).names,
            (Names{"0", "1", "2"}))
      << "names of some do not go with numbers of others";
  const ComparisonFile table =
      read("\"anchor\" \"near\" \"far\"\n\"1\" \"owl\" \"cat\" \"dog\"\n\"2\" \"cat\" \"dog\" \"owl\"\n");
  EXPECT_EQ(table.names, (Names{"cat", "dog", "owl"})) << "R names rows, and not their column";
}

TEST(Mistakes, ThatDoNoHarmAreTold) {
  const ComparisonFile twice = read("anchor,near,far\nx,y,z\nanchor,near,far\ny,x,z\n");
  EXPECT_EQ(twice.objects, 3);
  EXPECT_EQ(twice.remarks.back(), "1 rows repeat the header and are passed over");
  const ComparisonFile german = read("anchor;near;far;rt\nx;y;z;1,25\n", {.origins = true});
  EXPECT_EQ(german.sheet.origins[0].time, 1.25);
  EXPECT_EQ(read("left,right,answer,word\nright,left,word,answer\nword,answer,left,right\n").objects, 4)
      << "words that are objects";
}

}  // namespace
}  // namespace tertium::files
