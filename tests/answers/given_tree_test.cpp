#include "answers/trees/given_tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

const std::vector<std::string> kNames{"owl", "cat", "dog", "elk"};

core::Dendrogram given(const std::string& newick) {
  return given_tree(tree_of_newick(newick, "T.nwk"), kNames);
}

std::string refused(const std::string& newick) {
  try {
    given(newick);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(GivenTree, HasTheObjectsOfTheAnswers) {
  const core::Dendrogram tree = given("((dog,cat),(elk,owl));");
  EXPECT_FALSE(tree.has_lengths());
  EXPECT_EQ(core::lca_sizes(tree)(1, 2), 2);
  EXPECT_EQ(core::lca_sizes(tree)(0, 3), 2);
  EXPECT_EQ(core::lca_sizes(tree)(0, 1), 4);
  const core::Dendrogram long_tree = given("((dog:1,cat:2):3,(elk:4,owl:5):6);");
  EXPECT_DOUBLE_EQ(core::path_lengths(long_tree)(1, 2), 3.0);
  EXPECT_DOUBLE_EQ(core::path_lengths(long_tree)(0, 1), 16.0);
}

TEST(GivenTree, IsRefusedWithWhatToDo) {
  EXPECT_NE(refused("((dog,cat),(elk,yak));").find("has leaves that are in no answer (1: yak)"), std::string::npos);
  EXPECT_NE(refused("((dog,cat),elk);").find("lacks objects of the answers (1: owl)"), std::string::npos);
  EXPECT_NE(refused("((dog,cat,elk),owl);").find("three or more children"), std::string::npos);
  EXPECT_NE(refused("[&U]((dog,cat),(elk,owl));").find("root it"), std::string::npos);
}

TEST(GivenTree, IsJudgedAsIfItWereMade) {
  const AnswerInput faces = read_answer_input({.path = "faces"});
  for (const char* method : {"AddS-3-AL+search", "AddS-3-AL+lengths"}) {
    ClusterRequest request{.method = core::find_method(method), .clusters = 3, .local_support = true};
    const Clustering made = cluster(faces, request);
    const std::string text = core::newick(*made.tree, faces.comparisons.names) + "\n";
    request.given = {"T.nwk", given_tree(tree_of_newick(text, "T.nwk"), faces.comparisons.names)};
    request.method = core::find_method("AddS-3-AL");
    const Clustering judged = cluster(faces, request);
    // Lengths are written with so many digits.
    EXPECT_NEAR(judged.agreement->satisfied, made.agreement->satisfied, made.tree->has_lengths() ? 1e-3 : 0.0);
    EXPECT_EQ(judged.tree->has_lengths(), made.tree->has_lengths());
    EXPECT_EQ(judged.votes.size(), made.votes.size());
    EXPECT_TRUE(judged.reports.empty());
  }
}

}  // namespace
}  // namespace tertium::answers
