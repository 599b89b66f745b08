#include "embedding/terms/terms.hpp"

#include <algorithm>

#include "core/schemes/counted_draws.hpp"

namespace tertium::embedding {
namespace {

Terms by_anchor(Object n, std::vector<core::Triplet> triplets) {
  std::stable_sort(triplets.begin(), triplets.end(),
                   [](const core::Triplet& a, const core::Triplet& b) { return a.anchor < b.anchor; });
  Terms terms{n, std::vector<std::size_t>(static_cast<std::size_t>(n) + 1, 0), {}, {}};
  terms.near_far.reserve(triplets.size());
  for (const core::Triplet& t : triplets) {
    ++terms.anchor_begin[static_cast<std::size_t>(t.anchor) + 1];
    terms.near_far.push_back({t.near, t.far});
  }
  for (std::size_t k = 1; k < terms.anchor_begin.size(); ++k) terms.anchor_begin[k] += terms.anchor_begin[k - 1];
  return terms;
}

Terms given(const core::Problem& problem) {
  std::vector<core::Triplet> triplets;
  const std::span<const core::TripletVotes> votes = problem.triplets->votes();
  for (const core::TripletVotes& v : votes) {
    triplets.insert(triplets.end(), static_cast<std::size_t>(v.votes.more), {v.anchor, v.row, v.column});
    triplets.insert(triplets.end(), static_cast<std::size_t>(v.votes.less), {v.anchor, v.column, v.row});
  }
  if (votes.empty()) core::for_each_triplet(*problem.triplets, [&](const core::Triplet& t) { triplets.push_back(t); });
  return by_anchor(problem.objects, std::move(triplets));
}

Terms matched(const core::Problem& problem) {
  const auto count = static_cast<std::int64_t>(problem.quadruplets->expected_count());
  return by_anchor(problem.objects, core::draw_triplets(*problem.ranking, problem.cell, count, problem.eps));
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

Terms shared(const core::Problem& problem) {
  std::vector<core::Triplet> triplets;
  for_each_statement(*problem.quadruplets, [&](const core::Quadruplet& statement) {
    if (core::is_triplet(statement)) triplets.push_back(core::as_triplet(statement));
  });
  return by_anchor(problem.objects, std::move(triplets));
}

Terms quadruplets(const core::Problem& problem) {
  Terms terms = by_anchor(problem.objects, {});
  for_each_statement(*problem.quadruplets, [&](const core::Quadruplet& s) { terms.quadruplets.push_back(s); });
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
      return shared(problem);
    case Feed::kQuadruplets:
      return quadruplets(problem);
  }
  return {};
}

core::ParameterInfo feed_parameter() {
  return core::ParameterInfo::choice(
      "feed", "given", {"given", "matched", "shared", "quadruplets"},
      "fitted to the triplets; to drawn triplets, as many as there are quadruplets; to the quadruplets that share an "
      "object; or to all quadruplets");
}

Feed feed_of(const core::Parameters& parameters) {
  const std::vector<std::string> names = feed_parameter().choices;
  return static_cast<Feed>(std::find(names.begin(), names.end(), parameters.text("feed")) - names.begin());
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
