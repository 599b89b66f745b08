#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "files/statements/name_table.hpp"

namespace tertium::files {
namespace {

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

}  // namespace
}  // namespace tertium::files
