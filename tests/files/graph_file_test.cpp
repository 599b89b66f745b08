#include "files/structures/graph_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::files {
namespace {

std::string why_not(const std::string& text) {
  try {
    parse_graph("g", text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(GraphFiles, MatrixMarket) {
  const GraphFile file = parse_graph("g",
                                     "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n\n4 4 4\r\n"
                                     "2 1 0.5\n3 3 1\n% more\n 3 1 2e0 \n1 2 0.5\n");
  EXPECT_EQ(file.graph, core::Graph(4, {{0, 1, 0.5}, {0, 2, 2.0}}));
  EXPECT_EQ(file.names, (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(file.rows, 4);
  EXPECT_EQ(file.notes.size(), 2U) << "a loop and an edge listed again";
  const std::string pattern = "%%matrixmarket MATRIX Coordinate pattern general\n3 3 3\n1 2\n2 1\n2 3\n";
  EXPECT_EQ(parse_graph("g", pattern).graph, core::Graph(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(parse_graph("g", "%%MatrixMarket matrix coordinate integer general\n2 2 0").graph.edges(), 0);
}

TEST(GraphFiles, DamagedMatrixMarket) {
  const std::string begin = "%%MatrixMarket matrix coordinate ", real = begin + "real general\n";
  const std::pair<std::string, std::string> cases[] = {
      {"%%MatrixMarket matrix\n1 1 0\n", "g:1: the header is damaged"},
      {"%%MatrixMarket matrix array real general\n1 1\n", "g:1: the matrix is 'array'"},
      {begin + "complex general\n1 1 0\n", "g:1: the entries are 'complex'"},
      {begin + "real skew-symmetric\n1 1 0\n", "g:1: the matrix is 'skew-symmetric'"},
      {real, "g:1: the line of the sizes is missing"},
      {real + "3 3\n", "g:2: no three whole numbers"},
      {real + "3 4 1\n1 2 1\n", "g:2: 3 rows and 4 columns"},
      {real + "0 0 0\n", "g:2: 0 vertices"},
      {real + "9000000 9000000 0\n", "g:2: 9000000 vertices"},
      {real + "3 3 2\n1 2 1\n", "g:3: the file ends after 1 of the 2 entries that line 2 announces"},
      {real + "3 3 1\n1 2 1\n1 3 1\n", "g:4: more than the 1 entries"},
      {real + "3 3 1\n1 4 1\n", "g:3: index 4 is not in 1 to 3"},
      {real + "3 3 1\n0 1 1\n", "g:3: index 0 is not in 1 to 3"},
      {real + "3 3 1\n1\n", "g:3: no row, column and weight"},
      {real + "3 3 1\n1 2 1 1\n", "g:3: no row, column and weight"},
      {begin + "pattern general\n3 3 1\n1 2 1\n", "g:3: no row, column (and no more)"},
      {real + "3 3 1\n1 2 -1\n", "g:3: the weight '-1' is not a finite number of at least 0"},
      {real + "3 3 1\n1 2 nan\n", "g:3: the weight 'nan'"},
      {real + "3 3 1\n1 2 1e999\n", "g:3: the weight '1e999' is too large a number"},
      {real + "3 3 99999999999999999999\n1 2 1\n", "g:2: 99999999999999999999 is too large a number"},
      {real + "3 3 1\n1 2 inf\n", "g:3: the weight 'inf'"},
      {real + "3 3 2\n1 2 1\n2 1 2\n",
       "g:4: the edge of 1 and 2 has weight 2 (in line 3 it has 1; the graph is undirected), remove one"},
  };
  for (const auto& [text, message] : cases) EXPECT_TRUE(why_not(text).starts_with(message)) << text << why_not(text);
}

TEST(GraphFiles, EdgeLists) {
  const GraphFile file = parse_graph("g", "Source;Target;Weight\nb10;b9;2\n\"a; b\";b10;0.5\nb9;b10;2\n");
  EXPECT_EQ(file.names, (std::vector<std::string>{"a; b", "b9", "b10"}));
  EXPECT_EQ(file.graph, core::Graph(3, {{0, 2, 0.5}, {1, 2, 2.0}}));
  EXPECT_EQ(parse_graph("g", "# FromNodeId\tToNodeId\n1\t2\n2\t10\n").graph, core::Graph(3, {{0, 1}, {1, 2}}));
  EXPECT_EQ(parse_graph("g", "x,y\n1,2\n", EdgeHeader::kYes).graph.vertices(), 2);
  EXPECT_EQ(parse_graph("g", "source,target\n1,2\n", EdgeHeader::kNo).graph.vertices(), 4);
  EXPECT_EQ(parse_graph("g", "1 2\n2 10\n").graph, core::Graph(3, {{0, 1}, {1, 2}})) << "blanks";
  EXPECT_EQ(why_not("1,2,3\n2,3\n"),
            "g:2: 2 fields (an edge has two names and perhaps a weight, the same in every row), correct the row");
  EXPECT_TRUE(why_not("1,2,x\n").starts_with("g:1: the weight 'x' is not a finite number"));
  EXPECT_TRUE(why_not("1,2\n,3\n").starts_with("g:2: a name is empty"));
  EXPECT_TRUE(why_not("a,b,1\nb,a,2\n").starts_with("g:2: the edge of a and b has weight 2"));
  EXPECT_TRUE(why_not("source,target\n").starts_with("g: has no edge"));
}

TEST(GraphFiles, OfNetworkx) {
  const core::Graph plain(3, {{0, 1}, {1, 2}}), weighted(3, {{0, 1, 3.0}, {1, 2, 0.5}});
  for (const char* text : {"a b {}\nb c {}\n", "# a comment\na,b,{}\nb,c,{}\n", "a\tb\t{}\r\nb\tc\t{}\r\n"})
    EXPECT_EQ(parse_graph("g", text).graph, plain) << text;
  for (const char* text : {"a b {'weight': 3}\nb c {'weight': 0.5}\n", "a b 3.0\nb c 0.5\n",
                           "a, b, {'colour': 'red', 'weight': 3.0}\nb, c, {'weight': np.float64(0.5), 'x': (1, 2)}\n"})
    EXPECT_EQ(parse_graph("g", text).graph, weighted) << text;
  EXPECT_EQ(parse_graph("g", "new york;a;{}\n").names[1], "new york");
  EXPECT_EQ(why_not("# c\na b {'weight': 3}\nb c {}\n").substr(0, 13), "g:3: 2 fields");
  EXPECT_TRUE(
      why_not("a b {'similarity': 3}\n").starts_with("g:1: the edge's data {'similarity': 3} have no 'weight'"));
  EXPECT_TRUE(why_not("a b {'distance': 3}\n").starts_with("g:1: weights called 'distance' (a larger weight"));
}

TEST(GraphFiles, DistancesAreNoWeights) {
  for (const char* word :
       {"distance", "Dissimilarity", "dist", "euclidean_distance", "cost", "edge length", "DISSIM"}) {
    const std::string head = std::string("source,target,") + word;
    EXPECT_TRUE(why_not(head + "\na,b,1\n").starts_with(std::string("g:1: weights called '") + word)) << word;
  }
  EXPECT_TRUE(why_not("one,other,dist\na,b,1\n").starts_with("g:1: weights called 'dist'")) << "in any header";
  for (const char* word : {"weight", "similarity", "distinct", "strength"})
    EXPECT_EQ(why_not(std::string("source,target,") + word + "\na,b,1\n"), "");
}

TEST(GraphFiles, NamesAddVerticesWithoutEdges) {
  const GraphFile file = parse_graph("g", "3,1,5\n");
  const GraphFile named = with_names(file, {"1", "2", "3"}, {"one", "two", "three"}, "names.csv");
  EXPECT_EQ(named.graph, core::Graph(3, {{0, 2, 5.0}}));
  EXPECT_EQ(named.names[1], "two");
  EXPECT_THROW(with_names(file, {"1", "2"}, {"one", "two"}, "names.csv"), core::UserError);
}

TEST(GraphFiles, AreKnownByNameBeginningOrHeader) {
  const auto known = [](const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / ("tertium_graph_" + name);
    std::ofstream(path) << text;
    const bool found = is_graph_file(path);
    std::filesystem::remove(path);
    return found;
  };
  EXPECT_TRUE(known("a.mtx", "x"));
  EXPECT_TRUE(known("b.txt", "%%MatrixMarket matrix coordinate"));
  EXPECT_TRUE(known("c.csv", "from\tto\n1\t2\n"));
  EXPECT_TRUE(known("d.csv", "source,target,weight\n"));
  EXPECT_TRUE(known("d.txt", "# networkx\n#\na b {}\n"));
  EXPECT_TRUE(known("d.edgelist", "a b 3.0\n"));
  EXPECT_FALSE(known("d2.csv", "id,answers\n1,{'a': 2}\n"));
  EXPECT_FALSE(known("e.csv", "1,2,3\n"));
  EXPECT_FALSE(known("f.csv", "anchor,near,far\n1,2,3\n"));
  EXPECT_FALSE(known("g.csv", ""));
  EXPECT_FALSE(is_graph_file("no_such_file.csv"));
  EXPECT_FALSE(is_graph_file("-"));
}

}  // namespace
}  // namespace tertium::files
