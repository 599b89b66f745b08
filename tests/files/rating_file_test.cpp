// Ratings of pairs.
#include "files/structures/rating_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using Weights = std::map<std::pair<std::string, std::string>, double>;

Weights weights_of(const std::string& text, const RatingOptions& options = {}) {
  const GraphFile file = parse_ratings("r.csv", text, options);
  Weights weights;
  file.graph.for_each_edge([&](core::Object u, core::Object v, double weight) {
    weights[std::minmax(file.names[u], file.names[v])] = weight;
  });
  return weights;
}

std::string refusal_of(const std::string& text, const RatingOptions& options = {}) {
  try {
    parse_ratings("r.csv", text, options);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Ratings, AreMeansOverRaters) {
  // P1 rated owl and lark twice, once in either order: 5 and 3.
  const std::string text =
      "subject,word1,word2,rating\nP1,owl,lark,5\nP1,lark,owl,3\nP2,owl,lark,1\nP1,item 10,owl,2\nP2,lark,item 2,NA\n";
  EXPECT_EQ(weights_of(text), (Weights{{{"lark", "owl"}, 2.5}, {{"item 10", "owl"}, 2.0}}));
  const GraphFile file = parse_ratings("r.csv", text, {});
  EXPECT_EQ(file.names, (std::vector<std::string>{"item 10", "lark", "owl"}));  // item 2 has no rating
  // Means 4 and 1: their standard deviation is 2.12, over the square root of two 1.5.
  expect_part(file.notes.front(),
              "2 of the 3 pairs of 3 objects are rated, by 1 to 2 raters each; the median standard "
              "error of a mean is 1.5");
  EXPECT_EQ(weights_of("owl,lark,4\nowl,carp,1\n"), (Weights{{{"lark", "owl"}, 4.0}, {{"carp", "owl"}, 1.0}}));
  EXPECT_EQ(weights_of("trial,similarity,left,right\n1,4,owl,lark\n"), (Weights{{{"lark", "owl"}, 4.0}}));
}

TEST(Ratings, OfDistancesAreTakenFromTheLargest) {
  EXPECT_EQ(weights_of("a,b,distance\nx,y,1\nx,z,4\ny,z,3\n", {.distances = true}),
            (Weights{{{"x", "y"}, 3.0}, {{"x", "z"}, 0.0}, {{"y", "z"}, 1.0}}));
  expect_part(refusal_of("a,b,distance\nx,y,1\n"), "r.csv:1: 'distance' is a distance");
}

TEST(Ratings, AreAMatrixToo) {
  const Weights expected{{{"1", "2"}, 5.0}, {{"1", "3"}, 1.0}, {{"2", "3"}, 2.0}};
  for (const char* text : {"0,5,1\n5,0,2\n1,2,0\n", ",1,2,3\n1,0,5,1\n2,5,0,2\n3,1,2,0\n",
                           "1,2,3\n1,5,1\n5,1,2\n1,2,1\n", ",1,2,3\n1,NA,5,1\n2,,NA,2\n3,,,NA\n"})
    EXPECT_EQ(weights_of(text), expected) << text;
  EXPECT_EQ(weights_of(",5,1,2\n5,,3,4\n1,3,,6\n2,4,6,\n").size(), 6U);  // an empty diagonal
  const std::string sides = ",x,y,z\nx,0,5,1\ny,4,0,NA\nz,1,,0\n";
  expect_part(refusal_of(sides), "r.csv:3: y and x have the rating 4 here and 5 on the other side of the matrix");
  EXPECT_EQ(weights_of(sides, {.both_sides = true}), (Weights{{{"x", "y"}, 4.5}, {{"x", "z"}, 1.0}}));
}

TEST(Ratings, ThatAreWrongAreToldByTheirLine) {
  expect_part(refusal_of("word1,word2,rating\nx,y,much\n"), "r.csv:2: the rating 'much' is not a finite number");
  expect_part(refusal_of("word1,word2,rating\nx,y,-1\n"), "r.csv:2: x and y have the rating -1");
  expect_part(refusal_of("word1,word2,rating\nx,y\n"), "r.csv:2: 2 fields (the first row has 3)");
  expect_part(refusal_of("word1,word2,rating\nx,,1\n"), "r.csv:2: an object has no name");
  expect_part(refusal_of("p,q,r,s,rating\nx,y,z,w,1\n"), "r.csv:1: cannot find the two objects and the rating among");
  expect_part(refusal_of("word1,word2,rating\nx,x,1\n"), "contains no rating of two objects");
  expect_part(refusal_of("word1,word2,rating\n"), "contains no rating");
  expect_part(refusal_of(""), "is empty");
  expect_part(refusal_of(",x,x,z\nx,0,5,1\nx,5,0,2\nz,1,2,0\n"), "have the same name");
  expect_part(refusal_of("word1,word2,rating\nx,y,1e308\nx,z,1e308\n"), "too large to be added up");
}

}  // namespace
}  // namespace tertium::files
