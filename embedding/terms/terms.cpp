#include "embedding/terms/terms.hpp"

#include <algorithm>

#include "core/comparisons/counted_draws.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"

namespace tertium::embedding {
namespace {

Terms given(const core::Problem& problem) {
  Terms terms{problem.objects, {}};
  const auto& triplets = problem.get<core::Triplets>();
  std::vector<core::NearFar> answers;  // of a list without a look at what is not asked
  for (Object anchor = 0; anchor < problem.objects; ++anchor) {
    triplets.answers_of(anchor, answers);
    for (const auto& [near, far] : answers) terms.statements.push_back(core::as_quadruplet({anchor, near, far}));
  }
  return terms;
}

Terms matched(const core::Problem& problem) {
  Terms terms{problem.objects, {}};
  const auto count = static_cast<std::int64_t>(problem.get<core::Quadruplets>().expected_count());
  const std::vector<core::Triplet> drawn =
      core::draw_triplets(problem.get<core::PairRanking>(), problem.cell, count, problem.questions.eps);
  terms.statements.reserve(drawn.size());
  for (const core::Triplet& t : drawn) terms.statements.push_back(core::as_quadruplet(t));
  return terms;
}

/// Calls visit(more, less), two pairs, for every quadruplet.
template <typename Visit>
void for_each_statement(const core::Quadruplets& quadruplets, Visit&& visit) {
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  const auto tell = [&](core::Rank more, core::Rank less) {
    const core::Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
    visit(core::Quadruplet{a.i, a.j, b.i, b.j});
  };
  for (const core::PairVotes& v : quadruplets.votes()) {
    for (std::int32_t k = 0; k < v.votes.more; ++k) tell(v.row, v.column);
    for (std::int32_t k = 0; k < v.votes.less; ++k) tell(v.column, v.row);
  }
  if (quadruplets.votes().empty()) core::for_each_comparison(quadruplets, tell);
}

/// All of them, or those that a triplet says, its anchor first.
Terms quadruplets(const core::Problem& problem, bool only_triplets) {
  Terms terms{problem.objects, {}};
  for_each_statement(problem.get<core::Quadruplets>(), [&](const core::Quadruplet& s) {
    if (core::is_triplet(s))
      terms.statements.push_back(core::as_quadruplet(core::as_triplet(s)));
    else if (!only_triplets)
      terms.statements.push_back(s);
  });
  return terms;
}

}  // namespace

Terms terms_of(const core::Problem& problem, Feed feed) {
  switch (feed) {
    case Feed::kGiven:
      return given(problem);
    case Feed::kMatched:
      return matched(problem);
    case Feed::kShared:
      return quadruplets(problem, true);
    case Feed::kQuadruplets:
      return quadruplets(problem, false);
  }
  return {};
}

core::ParameterInfo feed_parameter() {
  auto info = core::ParameterInfo::choice(
      "input", "given", {"given", "matched", "shared", "quadruplets"},
      "fitted to the triplets; to drawn triplets, as many as there are quadruplets; to the quadruplets that share an "
      "object; or to all quadruplets");
  info.in_key = "feed";
  return info;
}

Feed feed_of(const core::Parameters& parameters) {
  const std::vector<std::string> names = feed_parameter().choices;
  return static_cast<Feed>(std::find(names.begin(), names.end(), parameters.text("input")) - names.begin());
}

core::Provisions needs_of_feed(const core::Parameters& parameters) {
  using core::Provision;
  switch (feed_of(parameters)) {
    case Feed::kGiven:
      return {Provision::kTriplets};
    case Feed::kMatched:
      return {Provision::kQuadruplets, Provision::kQuestions};
    default:
      return {Provision::kQuadruplets};
  }
}

}  // namespace tertium::embedding
