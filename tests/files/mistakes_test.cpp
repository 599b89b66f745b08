// What people do wrong with files of answers is answered by what mends it, or told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;

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
       "f.csv: field 4 (answer) is 0 or 1 (the first of two could be 0, its place, or 1, true), say which: "
       "--answers 0=left,1=right, or --answers 1=left,0=right"},
      {"keys", header + "owl,cat,mixer,f\ncat,owl,mixer,j\n",
       "f.csv: field 4 (answer) should say which of left, right was chosen, but contains 'f', 'j' (neither one of them "
       "in that row, nor a place from 1 to 2), say what they mean: --answers f=SIDE,j=SIDE (SIDE: left or right), or "
       "name"},
      {"places from 0 and from 1", header + "owl,cat,mixer,0\ncat,owl,mixer,1\ncat,owl,mixer,2\n",
       "f.csv: field 4 (answer) counts from 0 in some rows and from 1 in others (0 and 2 occur), write 1 to 2 in all, "
       "or if 0 means a missing answer: --answers 1=left,2=right --missing 0"},
      {"names and sides", header + "owl,cat,mixer,cat\ncat,owl,mixer,left\n",
       "f.csv: field 4 (answer) names the chosen one in some rows and gives its side in others (which of left, right), "
       "use one form in all"},
      {"a spreadsheet", "PK\x03\x04", "f.csv: is a zip archive (a spreadsheet, or arrays in .npz), save it as CSV"},
      {"an empty file", "", "f.csv: is empty (0 bytes), give a CSV file"},
      {"UTF-16",
       "\xff\xfe"
       "a",
       "f.csv: is UTF-16 text (by its first bytes), save it as UTF-8: iconv -f UTF-16 -t UTF-8 f.csv > FILE"},
      {"an old code page", "anchor,near,far\nowl,caf\xe9,mixer\n", "iconv -f WINDOWS-1252 -t UTF-8 f.csv > FILE"},
      {"JSON that is cut", "[{\"anchor\":\"owl\"}, {\"anch", "f.csv: begins like JSON but is not valid ("},
      {"JSON without records", "[{}]", "is JSON without records"},
      {"JSON without an end", "[{\"a\":" + std::string(200, '['), "more than 100 deep"},
      {"a quote without an end", header + "owl,\"cat,mixer,1\n", "f.csv:2: a quoted field has no end"},
      {"two columns for the same", "anchor,reference,left,right,answer\nowl,owl,cat,mixer,cat\n",
       "f.csv:1: two columns mean the same ('anchor' and 'reference' both mean anchor), rename the one that is not "
       "meant, or "
       "pass it over: --columns NAME=-"},
      {"the wrong column of answers", header + "owl,cat,mixer,\ncat,owl,mixer,\n",
       "f.csv: field 4 (answer) is empty in all questions (it should say which one was chosen), name the column "
       "that does: --columns NAME=answer"},
      {"ratings", "word1,word2,similarity\nowl,cat,5\nowl,dog,2\ncat,dog,6\n",
       "f.csv:1: field 3 ('similarity') is a number in every row (apparently ratings of pairs, not answers"},
      {"ratings of people", "subject,word1,word2,rating\np,owl,cat,5\np,owl,dog,2\np,cat,dog,6\n",
       "f.csv:1: field 4 ('rating') is a number in every row"},
      {"a matrix", ",owl,cat,dog\nowl,0,.5,.7\ncat,.5,0,.1\ndog,.7,.1,0\n",
       "f.csv:1: is a square table of numbers (apparently similarities of 3 objects"},
      {"a matrix without names", "0,5,7,1\n5,0,1,2\n7,1,0,3\n1,2,3,0\n", "(apparently similarities of 4 objects"},
      {"numbers of rows",
       "0,5,3,9\n1,2,7,4\n2,5,9,1\n3,8,3,2\n4,1,6,0\n5,4,3,2\n6,7,8,9\n7,0,5,6\n8,3,9,1\n9,6,2,7\n10,8,5,3\n",
       "f.csv:1: field 1 numbers the rows (0, 1, ...) and is not an object, say what the columns are: --columns "
       "-,anchor,near,far"},
      {"printed tuples", "(0, 1, 2)\n(1, 2, 0)\n(3, 1, 2)\n",
       "f.csv:1: the rows are printed tuples or lists ('(3, ...2)'), remove the brackets: tr -d \"()[]'\" < f.csv > "
       "FILE"},
      {"printed arrays below a header", "anchor near far\n[0 1 2]\n[1 2 0]\n", "the rows are printed tuples or lists"},
      {"choices in a list", "trial,rt,stimulus,response,buttons\n1,9,owl,0,\"[\"\"cat\"\",\"\"dog\"\"]\"\n",
       "f.csv:1: the column 'buttons' contains several objects in a field ('[\"cat\",\"dog\"]'), say which they are: "},
      {"half of the votes", "anchor,near,far,votes_near\nowl,cat,dog,3\n",
       "f.csv:1: votes_near says how often one of two was chosen, but no column says how often the other one was, name "
       "that one, or how often it was asked: --columns 'NAME=votes_far' or 'NAME=asked'"},
      {"two answers",
       "anchor,left,right,answer,response\nowl,cat,dog,left,right\ncat,dog,owl,left,left\ndog,owl,cat,"
       "right,left\n",
       "field 4 (answer) and field 5 (response) both say which one was chosen, but differ"},
      {"a count too large", "anchor,near,far,count\nowl,cat,dog,99999999999\n",
       "f.csv:2: '99999999999' in field 4 (count) is too large (a row counts at most 2147483647 times)"},
      {"another header below",
       "subject,anchor,near,far\np,owl,cat,dog\nperson,reference,farther,closer\np,owl,dog,cat\n",
       "f.csv:3: is a different header from the first one ('person,reference,farther,closer'), so the rows below mean"},
      {"a header of other words", "cue,one,two\nowl,cat,dog\ncat,dog,owl\ndog,owl,cat\nowl,dog,cat\n",
       "f.csv:1: the header 'cue,one,two' is not understood"},
      {"a wide header of other words", "c1,c2,c3,c4,c5,c6,c7,c8,c9,subject\n1,2,3,4,5,6,7,8,9,p\n",
       "f.csv:1: the header 'c1,c2,c3,c4,c5,c6,c7,c8,... (10)' is not understood"},
      {"a last row cut short", header + "owl,cat,mixer,cat\ncat,ow",
       "f.csv:3: 2 fields (the first row has 4), correct"},
      {"nothing but a header", header, "f.csv: contains no comparison (only a header"}};
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
      "k=right to --answers, or --missing k if it means a missing answer");
  expect_part(message_of(header + "owl,cat,mixer,f\n", {.answers = {"f=top"}}),
              "'top' in --answers f=top is not a place");
  expect_part(message_of("anchor,near,far\nx,y,z\n", {.answers = {"f=left"}}), "name it: --columns NAME=answer");
}

/// The notes that hold a part.
std::int64_t notes_with(const ComparisonFile& file, const std::string& part) {
  return std::ranges::count_if(file.notes, [&](const std::string& note) { return note.find(part) != note.npos; });
}

TEST(Mistakes, InWritingNumbersAreMendedOrTold) {
  const ComparisonFile floats = read("anchor,near,far\n3,1.0,2\n1,2.0,3\n4,2.0,1\n3,4.0,1\n");
  EXPECT_EQ(floats.objects, 4);
  EXPECT_EQ(notes_with(floats, "ids are whole numbers, however they are written: '1.0' is 1"), 1);
  EXPECT_EQ(read("001,2,3\n1,3,2\n").objects, 3);
  EXPECT_EQ(notes_with(read("1,owl,01\n01,owl,1.0\nowl,x,y\ny,1,x\n"), "different objects: '01' and '1' and '1.0'"), 1);
  EXPECT_EQ(read("anchor,left,right,answer\n0,1,2,2.0\n1,0,2,\n2,0,1,1.0\n").statements,
            (std::vector<core::Quadruplet>{{0, 2, 0, 1}, {2, 1, 2, 0}}));
  const ComparisonFile checks = read("catch,anchor,near,far\n1.0,owl,cat,dog\n0.0,cat,dog,owl\nmaybe,dog,cat,owl\n");
  EXPECT_EQ(checks.metadata.check_rows, 1);
  EXPECT_EQ(checks.statements.size(), 2U);
  EXPECT_EQ(notes_with(checks, "1 row with neither yes nor no in the column of checks ('maybe')"), 1);
  const ComparisonFile times =
      read("anchor,near,far,rt\nowl,cat,dog,\"1,25\"\ncat,dog,owl,00:00:03\n", {.origins = true});
  EXPECT_EQ(times.metadata.origins[0].time, 1.25);
  EXPECT_EQ(notes_with(times, "1 unreadable time ('00:00:03')"), 1);
}

TEST(Mistakes, InSavingAreTold) {
  const std::string row = "1,1,owl,cat,dog,812\n1,2,cat,dog,owl,900\n", header = "subject,trial,anchor,near,far,rt\n";
  EXPECT_EQ(notes_with(read(header + row + row + "2,1,owl,cat,dog,700\n"),
                       "2 rows counted although the same as others in all columns"),
            1);
  EXPECT_EQ(notes_with(read("subject,anchor,near,far\n1,x,y,z\n1,x,y,z\n"), "the same as others in all"), 0)
      << "said twice";
  const ComparisonFile practised = read(
      "trial_type,event,response,participant,psychopyVersion,Stim1,Stim2,Stim3\npractice_trial,click,3,0,2,a,b,c\n"
      "main_trial,stimulus_presentation,,0,2,b,c,d\nmain_trial,click,1,0,2,b,c,d\nmain_trial,click,3,0,2,a,d,c\n",
      {.form = AnswerForm::kOddOneOut});
  EXPECT_EQ(practised.statements.size(), 4U);
  EXPECT_EQ(practised.metadata.missing_rows, 0);
  EXPECT_EQ(notes_with(practised, "1 row of practice, not answers"), 1);
  const ComparisonFile named =
      read("who_uid,center,left,right,index_winner\nu1,0,1,2,1\nu2,1,2,0,2\n", {.columns = {"index_winner=answer"}});
  EXPECT_EQ(notes_with(named, "columns passed over: who_uid"), 1);
  EXPECT_EQ(notes_with(named, "if who_uid names them: add who_uid=subject to --columns"), 1);
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
  EXPECT_EQ(twice.notes.back(), "1 row passed over: the header again");
  const ComparisonFile german = read("anchor;near;far;rt\nx;y;z;1,25\n", {.origins = true});
  EXPECT_EQ(german.metadata.origins[0].time, 1.25);
  EXPECT_EQ(read("left,right,answer,word\nright,left,word,answer\nword,answer,left,right\n").objects, 4)
      << "words that are objects";
}

}  // namespace
}  // namespace tertium::files
