#include "answers/asking/branch_questions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "answers/files/answer_input.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

using core::Node, core::Object;
using files::AnswerForm;

Screen drawn_question(Object n, AnswerForm form, core::Stream& draws) {
  Screen question{form, {}};
  auto& at = question.objects;
  for (std::size_t k = 0; k < 3; ++k) do
      at[k] = static_cast<Object>(draws.below(static_cast<std::uint64_t>(n)));
    while (std::find(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(k), at[k]) !=
           at.begin() + static_cast<std::ptrdiff_t>(k));
  return sorted(question);
}

/// Adds what a prior's tree answers.
void believe(const core::Dendrogram& prior, AnswerForm form, std::uint64_t seed, KnownAnswers& known) {
  core::Stream draws({.master_seed = seed, .repetition = 3}, core::Purpose::kQuestions);
  const BranchQuestions questions(prior);
  const auto add = [&](const Screen& question) {
    if (const auto choice = questions.answer(question)) known.add(form, statement_of(question, *choice));
  };
  for (const Node branch : questions.branches()) add(questions.draw(branch, form, draws));
  for (Object k = 0; k < known.objects; ++k) add(drawn_question(known.objects, form, draws));
}

core::Method tree_method(const Prior* prior, bool triplets) {
  if (prior == nullptr) return core::find_method(triplets ? "AddS-3-AL+search" : "AddS-4-AL+search");
  core::Method method = method_behind(*prior, "features+AL+search");
  if (!triplets) core::set_parameters(method, {{"input", "quadruplets"}});
  return method;
}

}  // namespace

BranchQuestions::BranchQuestions(const core::Dendrogram& tree) : tree_(tree), joined_(tree.objects()) {
  core::expects(tree.complete(), "a whole tree");
  for (Node v = 0; v < tree_.nodes(); ++v) {
    if (tree_.is_leaf(v)) continue;
    if (v > 0) branches_.push_back(v);
    for (const Object i : tree_.below(tree_.children(v)[0]))
      for (const Object j : tree_.below(tree_.children(v)[1])) joined_(std::min(i, j), std::max(i, j)) = v;
  }
}

Node BranchQuestions::tested_by(const Screen& question) const {
  const auto [a, b, c, none] = question.objects;
  const std::array<Node, 3> at{joined(a, b), joined(a, c), joined(b, c)};
  const Node below = std::ranges::max(at), above = std::ranges::min(at);  // nodes are numbered from the root down
  if (tree_.parent(below) != above) return kNone;
  return question.form == AnswerForm::kTriplet && at[2] == below ? kNone : below;
}

Screen BranchQuestions::draw(Node branch, AnswerForm form, core::Stream& draws) const {
  const auto any_below = [&](Node v) { return tree_.below(v)[draws.below(static_cast<std::uint64_t>(tree_.size(v)))]; };
  const std::span<const Node> siblings = tree_.children(tree_.parent(branch));
  std::array<Object, 2> close{any_below(tree_.children(branch)[0]), any_below(tree_.children(branch)[1])};
  const Object other = any_below(siblings[siblings[0] == branch ? 1 : 0]);
  if (draws.below(2) == 1) std::swap(close[0], close[1]);
  return sorted({form, {close[0], close[1], other}});
}

std::optional<std::size_t> BranchQuestions::answer(const Screen& question) const {
  std::array<Node, 3> at{};
  const std::size_t choices = choices_of(question.form);
  for (std::size_t k = 0; k < choices; ++k) {
    const auto [i, j] = closest_by(question, k);
    at[k] = joined(i, j);
  }
  const auto of = std::span(at).first(choices);
  const auto closest = std::ranges::max_element(of);
  if (std::ranges::count(of, *closest) > 1) return std::nullopt;
  return static_cast<std::size_t>(closest - of.begin());
}

core::Dendrogram tree_by(const KnownAnswers& known, AnswerForm form, const Prior* prior, std::uint64_t seed) {
  KnownAnswers all = known;
  if (prior != nullptr) believe(tree_of(*prior), form, seed, all);
  const bool triplets = std::ranges::all_of(all.statements, core::is_triplet);
  AnswerInput input;
  input.comparisons.form = triplets ? AnswerForm::kTriplet : AnswerForm::kQuadruplet;
  input.comparisons.objects = all.objects;
  input.comparisons.statements = std::move(all.statements);
  input.comparisons.counts = std::move(all.counts);
  problems::AssembledProblem data = problem_of(input, seed);
  if (prior != nullptr) data.problem.provide<core::Coordinates>(core::relabelled(prior->places, data.new_id));
  const core::Outcome found = core::run_method(tree_method(prior, triplets), data.problem);
  return std::get<core::Dendrogram>(core::relabelled(found.product, core::inverse(data.new_id)));
}

}  // namespace tertium::answers
