#pragma once

#include <optional>
#include <span>
#include <vector>

#include "answers/asking/prior.hpp"
#include "answers/asking/questions.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {

/// Which questions about three objects test which branch of a tree. The branch above an inner node v is there if
/// objects of v's two parts are more like each other than like one of v's sister: a question about three such objects
/// tests that branch and no other. One for each branch, with right answers, is enough to tell the tree from all others:
/// every cluster is then connected, part by part, and apart from its sister (Aho, Sagiv, Szymanski and Ullman, SIAM J.
/// Comput. 1981, section 3). A question with an anchor tests it if the anchor is one of v's own. N^2 / 2 numbers.
class BranchQuestions {
 public:
  static constexpr core::Node kNone = -1;

  /// The tree must be complete.
  explicit BranchQuestions(const core::Dendrogram& tree);

  /// Nodes with a branch above them: inner ones but the root.
  std::span<const core::Node> branches() const { return branches_; }
  /// Greater than all of them.
  core::Node nodes() const { return tree_.nodes(); }
  /// The one that the question tests; kNone: none, or several at once.
  core::Node tested_by(const Screen& question) const;
  /// A question that tests it, drawn of all.
  Screen draw(core::Node branch, files::AnswerForm form, core::Stream& draws) const;
  /// What the tree answers, as a choice; nothing where both objects are as near to the anchor.
  std::optional<std::size_t> answer(const Screen& question) const;

 private:
  core::Node joined(core::Object i, core::Object j) const { return i < j ? joined_(i, j) : joined_(j, i); }

  core::RootedTree tree_;
  core::PairTable<core::Node> joined_;  // lowest common ancestors
  std::vector<core::Node> branches_;
};

/// The tree that most answers are for, found by moving subtrees: from that of the answers' similarities (AddS-3-AL), or
/// else from the prior's. What a prior believes then counts as 2 N - 2 answers more, of the prior's own tree to a
/// question about each of its branches and to N that are drawn: few answers leave it as it is, and more outvote it.
core::Dendrogram tree_by(const KnownAnswers& known, files::AnswerForm form, const Prior* prior, std::uint64_t seed);

}  // namespace tertium::answers
