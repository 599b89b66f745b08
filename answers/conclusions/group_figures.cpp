#include "answers/conclusions/group_figures.hpp"

#include <algorithm>
#include <numeric>

#include "answers/fits/requirements.hpp"
#include "core/random/random.hpp"
#include "metrics/measures/product_distances.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::answers {
namespace {

/// Of every triple the pairs that are closest, as bits: one, or several that are as close.
std::vector<std::uint8_t> closest_pairs(const core::Product& product, std::span<const ObjectTriple> triples) {
  const metrics::ProductDistances apart(product);
  std::vector<std::uint8_t> closest;
  closest.reserve(triples.size());
  for (const ObjectTriple& t : triples) {
    const std::array<double, 3> d{apart(t[0], t[1]), apart(t[0], t[2]), apart(t[1], t[2])};
    const double least = std::min({d[0], d[1], d[2]});
    closest.push_back(
        static_cast<std::uint8_t>((d[0] == least ? 1 : 0) | (d[1] == least ? 2 : 0) | (d[2] == least ? 4 : 0)));
  }
  return closest;
}

double share_that_differs(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other) {
  std::int64_t differ = 0;
  for (std::size_t k = 0; k < one.size(); ++k) differ += one[k] != other[k] ? 1 : 0;
  return static_cast<double>(differ) / static_cast<double>(one.size());
}

}  // namespace

std::vector<ObjectTriple> triples_of(const std::vector<core::Object>& objects, std::uint64_t seed) {
  const std::size_t n = objects.size();
  std::vector<ObjectTriple> triples;
  if (0.5 / 3.0 * static_cast<double>(n) * static_cast<double>(n - 1) * static_cast<double>(n - 2) <=
      static_cast<double>(kMostTriples)) {
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b)
        for (std::size_t c = b + 1; c < n; ++c) triples.push_back({objects[a], objects[b], objects[c]});
    return triples;
  }
  core::Stream draws({.master_seed = seed}, core::Purpose::kSampledTriples);
  while (std::ssize(triples) < kMostTriples) {
    const auto any = [&] { return objects[draws.below(n)]; };
    const ObjectTriple t{any(), any(), any()};
    if (t[0] != t[1] && t[0] != t[2] && t[1] != t[2]) triples.push_back(t);
  }
  return triples;
}

/// Of the answers of these parts. `fold`: -1 for all, else the fold that is held out.
core::Product GroupFigures::fit(const std::vector<bool>& of_part, std::int32_t fold) const {
  std::vector<std::int32_t> seen;
  seen.reserve(table_.answers.size());
  for (const std::int32_t part : shuffles_.part_of_answer())
    seen.push_back(part != GroupShuffles::kNowhere && of_part[part] ? 1 : 0);
  const core::CellKey cell{.master_seed = request_.seed, .repetition = static_cast<std::uint64_t>(fold + 1)};
  const problems::AssembledProblem data =
      problems::assemble(sample_of(file_, seen), problems::find_scheme("own"), {}, cell);
  return core::relabelled(core::run_method(request_.method, data.problem).product, core::inverse(data.new_id));
}

std::vector<core::Product> GroupFigures::made(const std::vector<std::int32_t>& group) const {
  std::vector<core::Product> made;
  for (std::size_t g = 0; g < groups_; ++g) {
    std::vector<bool> of_part;
    for (const std::int32_t of : group) of_part.push_back(of == static_cast<std::int32_t>(g));
    made.push_back(fit(of_part, -1));
  }
  return made;
}

std::vector<double> GroupFigures::distances(const std::vector<core::Product>& made) const {
  std::vector<std::vector<std::uint8_t>> closest;
  for (const core::Product& product : made) closest.push_back(closest_pairs(product, triples_));
  std::vector<double> distances;
  for (std::size_t b = 1; b < closest.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) distances.push_back(share_that_differs(closest[a], closest[b]));
  return distances;
}

/// Of each group as many parts outside of the fold as the smallest one has there, those drawn first.
std::vector<std::vector<bool>> GroupFigures::learners(const std::vector<std::int32_t>& group,
                                                      const std::vector<std::int32_t>& fold,
                                                      std::int32_t held_out) const {
  std::vector<std::int32_t> order(group.size());
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = request_.seed, .repetition = static_cast<std::uint64_t>(held_out)},
               core::Purpose::kFolds)
      .shuffle(std::span(order));
  std::vector<std::size_t> outside(groups_, 0);
  for (const std::int32_t part : order) outside[group[part]] += fold[part] == held_out ? 0 : 1;
  const std::size_t most = *std::min_element(outside.begin(), outside.end());
  std::vector<std::vector<bool>> learning(groups_, std::vector<bool>(group.size(), false));
  std::vector<std::size_t> taken(groups_, 0);
  for (const std::int32_t part : order)
    if (fold[part] != held_out && taken[group[part]]++ < most) learning[group[part]][part] = true;
  return learning;
}

std::vector<PartForetold> GroupFigures::foretold(const std::vector<std::int32_t>& group, std::uint64_t shuffle) const {
  const std::vector<std::int32_t> fold =
      folds_of_parts(shuffles_.parts(), group, request_.folds, request_.seed, shuffle);
  const auto step = static_cast<std::size_t>(files::statements_of(file_.form));
  std::vector<PartForetold> tallies(group.size());
  for (std::int32_t held_out = 0; held_out < request_.folds; ++held_out) {
    if (std::find(fold.begin(), fold.end(), held_out) == fold.end()) continue;  // fewer people than folds
    const std::vector<std::vector<bool>> learning = learners(group, fold, held_out);
    for (std::size_t g = 0; g < groups_; ++g) {
      const core::Product product = fit(learning[g], held_out);
      const metrics::ProductDistances apart(product);
      for (std::size_t k = 0; k < table_.answers.size(); ++k) {
        const std::int32_t part = shuffles_.part_of_answer()[k];
        if (part == GroupShuffles::kNowhere || fold[part] != held_out) continue;
        const bool own = group[part] == static_cast<std::int32_t>(g);
        add_prediction(file_.form, file_.statements[k * step], table_.answers[k].count, apart,
                       own ? tallies[part].own : tallies[part].other);
      }
    }
  }
  const auto others = static_cast<std::int64_t>(groups_ - 1);
  for (PartForetold& tally : tallies) {
    tally.own.answers *= others;
    tally.own.sixths *= others;
    tally.own.undecided *= others;
  }
  return tallies;
}

std::array<std::vector<Foretold>, 2> in_blocks(const std::vector<PartForetold>& tallies,
                                               const std::vector<std::int32_t>& block, std::int32_t blocks) {
  std::array<std::vector<Foretold>, 2> sums;
  sums.fill(std::vector<Foretold>(static_cast<std::size_t>(blocks)));
  for (std::size_t k = 0; k < tallies.size(); ++k) {
    sums[0][block[k]] += tallies[k].own;
    sums[1][block[k]] += tallies[k].other;
  }
  return sums;
}

ShuffleFigures GroupFigures::of_shuffle(std::uint64_t shuffle) const {
  const std::vector<std::int32_t> group = shuffles_.groups(request_.seed, shuffle);
  const auto [own, other] = in_blocks(foretold(group, shuffle), std::vector<std::int32_t>(group.size(), 0), 1);
  return {distances(made(group)), difference_foretold(own, other).value};
}

}  // namespace tertium::answers
