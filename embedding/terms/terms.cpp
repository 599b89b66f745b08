#include "embedding/terms/terms.hpp"

#include <algorithm>

#include "core/comparisons/counted_draws.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"

namespace tertium::embedding {
namespace {

/// Whether so many answers were given to each question that they are weighed: repeated, they would take as often as
/// long.
bool are_many(const core::AnswerSummary& answers) {
  constexpr std::int64_t kMany = 16;
  return answers.answers > kMany * answers.questions;
}

/// Adds what the votes on a question say, with their numbers as weights.
void add_votes(const core::Quadruplet& more, const core::Votes& votes, Terms& terms) {
  const auto add = [&](const core::Quadruplet& says, std::int32_t count) {
    if (count == 0) return;
    terms.statements.push_back(says);
    terms.weights.push_back(count);
  };
  add(more, votes.more);
  add({more.k, more.l, more.i, more.j}, votes.less);
}

/// 1 in the mean.
void scale_weights(Terms& terms) {
  double sum = 0.0;
  for (const double weight : terms.weights) sum += weight;
  for (double& weight : terms.weights) weight *= static_cast<double>(terms.weights.size()) / sum;
}

Terms given(const core::Problem& problem) {
  Terms terms{problem.objects, {}};
  const auto& triplets = problem.get<core::Triplets>();
  if (!triplets.votes().empty() && are_many(triplets.summary())) {
    for (const core::TripletVotes& v : triplets.votes())
      add_votes(core::as_quadruplet({v.anchor, v.row, v.column}), v.votes, terms);
    scale_weights(terms);
    return terms;
  }
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

/// All of them, or those that a triplet says, its anchor first.
Terms quadruplets(const core::Problem& problem, bool only_triplets) {
  Terms terms{problem.objects, {}};
  const auto& given = problem.get<core::Quadruplets>();
  const std::vector<core::Pair> pairs = core::all_pairs(given.objects());
  const bool many = are_many(given.summary());
  const auto tell = [&](core::Rank more, core::Rank less, const core::Votes& votes) {
    const core::Pair a = pairs[given.pair_at(more)], b = pairs[given.pair_at(less)];
    core::Quadruplet s{a.i, a.j, b.i, b.j};
    if (only_triplets && !core::is_triplet(s)) return;
    if (core::is_triplet(s)) s = core::as_quadruplet(core::as_triplet(s));
    if (many) return add_votes(s, votes, terms);
    terms.statements.insert(terms.statements.end(), static_cast<std::size_t>(votes.more), s);
    terms.statements.insert(terms.statements.end(), static_cast<std::size_t>(votes.less), {s.k, s.l, s.i, s.j});
  };
  for (const core::PairVotes& v : given.votes()) tell(v.row, v.column, v.votes);
  if (given.votes().empty())
    core::for_each_comparison(given, [&](core::Rank more, core::Rank less) { tell(more, less, {1, 0}); });
  if (many) scale_weights(terms);
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
      "comparisons that are fitted: the triplets; random triplets, the same number as there are quadruplets; the "
      "quadruplets whose pairs share an object; or all quadruplets");
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
