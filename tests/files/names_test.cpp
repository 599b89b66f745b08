// Names of objects: short ones, those that look alike, and those that may be no names.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "files/answers/words/alike_names.hpp"
#include "files/answers/words/answers.hpp"
#include "files/answers/words/name_table.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::read;
using Names = std::vector<std::string>;

TEST(ShortNames, AreTheLastPartsOfPaths) {
  EXPECT_EQ(short_names(Names{"img/owl.png", "img/Cat.JPG", "c:\\new\\mixer.wav"}), (Names{"owl", "Cat", "mixer"}));
  EXPECT_EQ(short_names(Names{"<img src='/static/targets/owl.png'/>", "<img src=\"cat.png\">"}), (Names{"owl", "cat"}));
  const Names words{"and/or", "1.5", "owl.", "<b>", ".."};
  EXPECT_EQ(short_names(words), words);
}

TEST(ShortNames, StayDifferent) {
  const Names twice{"a/owl.png", "b/owl.png"}, nothing{"img/.png", "b.png"};
  EXPECT_EQ(short_names(twice), twice);
  EXPECT_EQ(short_names(nothing), nothing);
  EXPECT_EQ(short_names({}), Names{});
}

TEST(ShortNames, HaveABeginningAndAnEnd) {
  std::string whole = "\u00fc", half = "\u00fc";
  for (int k = 0; k < 39; ++k) whole += "e";
  EXPECT_EQ(short_names(Names{whole, "b"}).front(), whole) << "40 characters of 41 bytes";
  EXPECT_EQ(short_names(Names{whole + "xyz", "b"}).front(),
            half + std::string(26, 'e') + "\u2026" + std::string(9, 'e') + "xyz");
}

TEST(Names, ThatMayStandForNothingAreWarnedOf) {
  const std::string text = "anchor,near,far\nowl,cat,NA\nowl,cat,mixer\n";
  expect_part(read(text).notes.back(),
              "'NA' is the name of an object here (--missing \"NA\" if it means a missing answer)");
  EXPECT_EQ(read(text, {.skip_bad = true, .missing = {"NA"}}).objects, 3);
}

TEST(AlikeNames, AreWarnedOfAndJoined) {
  const std::string text =
      "anchor,left,right,answer\nOwl,cafe\u0301,mixer,cafe\u0301\nowl,caf\u00e9,Mixer,mixer\nowl,CAF\u00c9,mixer,"
      "caf\u00e9\n";
  expect_part(read("anchor,near,far\nOwl,cat,mixer\nowl,cat,mixer\n").notes.back(),
              "names that look alike are different objects: 'Owl' and 'owl' (");
  const ComparisonFile file = read(text, {.normalize = true});
  EXPECT_EQ(file.objects, 3);
  EXPECT_EQ(file.statements.size(), 3U);
  EXPECT_EQ(file.statements[2], file.statements[0]) << "the chosen one may be written otherwise, too";
  expect_part(file.notes.back(), "names that look alike are joined: 'Owl' and 'owl'; 'cafe\u0301' and 'caf\u00e9' and");
  EXPECT_EQ(
      read("anchor,near,far\nOWL,cat,mixer\n", {.known_names = {"owl", "cat", "mixer"}, .normalize = true}).objects, 3);
  EXPECT_EQ(read("anchor,near,far\nx,x,y\nX,Y,z\n", {.skip_bad = true, .normalize = true}).names,
            (Names{"X", "Y", "z"}))
      << "what a bad row says is forgotten";
}

TEST(AlikeNames, HaveOneKey) {
  const std::vector<std::pair<std::string, std::string>> alike{{"\u1ea4", "a\u0302\u0301"},
                                                               {"a\u0323\u0302", "a\u0302\u0323"},
                                                               {"\u0141\u00f3d\u017a", "\u0142o\u0301dz\u0301"},
                                                               {"\u041c\u0418\u0419", "\u043c\u0438\u0438\u0306"},
                                                               {"\u03a3\u038a\u03a3", "\u03c3\u03af\u03c2"},
                                                               {"\uac01", "\u1100\u1161\u11a8"},
                                                               {"\u304c", "\u304b\u3099"},
                                                               {" a \u00a0b", "A b"},
                                                               {"a\u200bb", "ab"}};
  for (const auto& [one, other] : alike) EXPECT_EQ(alike_key(one), alike_key(other)) << one << ' ' << other;
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
           {"a", "\u00e4"}, {"ab", "a b"}, {"o", "\u00f8"}, {"l", "\u0142"}, {"\u0131", "i"}, {"1", "l"}})
    EXPECT_NE(alike_key(one), alike_key(other)) << one << ' ' << other;
}

}  // namespace
}  // namespace tertium::files
