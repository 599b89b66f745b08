// Triples of objects whose closest pair is the same in a tree and in the true one: all of them, or 10,000 at random.
// Where nearly all clusters of a large tree have a stray object, this still tells a good tree from a bad one.
#include <cstdint>
#include <limits>

#include "core/clusterings/ancestor_sizes.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

constexpr std::int64_t kMostTriples = 10000;

/// Calls visit(triple) for each that counts.
template <typename Visit>
void visit_triples(core::Object n, const core::CellKey& cell, Visit&& visit) {
  const double all = static_cast<double>(n) * (n - 1.0) * (n - 2.0) / 6.0;
  if (all <= static_cast<double>(kMostTriples)) {
    for (core::Object i = 0; i < n; ++i)
      for (core::Object j = i + 1; j < n; ++j)
        for (core::Object k = j + 1; k < n; ++k) visit(core::Triple{i, j, k});
    return;
  }
  core::Stream stream(cell, core::Purpose::kSampledTriples);
  const auto draw = [&] { return static_cast<core::Object>(stream.below(static_cast<std::uint64_t>(n))); };
  for (std::int64_t drawn = 0; drawn < kMostTriples;) {
    const core::Triple triple{draw(), draw(), draw()};
    if (triple[0] == triple[1] || triple[0] == triple[2] || triple[1] == triple[2]) continue;
    visit(triple);
    ++drawn;
  }
}

double triples(const core::Product& product, const core::Problem& problem) {
  const auto wanted = core::closest_pairs_by(problem.get<core::Dendrogram>());
  const auto found = core::closest_pairs_by(std::get<core::Dendrogram>(product));
  double seen = 0.0, right = 0.0;
  visit_triples(problem.objects, problem.cell, [&](const core::Triple& triple) {
    seen += 1.0;
    right += wanted->left_out(triple) == found->left_out(triple) ? 1.0 : 0.0;
  });
  return seen > 0.0 ? right / seen : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void register_score_triples(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "triples",
       .sentence =
           "share of triples of objects (all, or 10,000 at random) whose closest pair is the same as in the true tree",
       .citation = "Emamjomeh-Zadeh and Kempe, SODA 2018",
       .range = kShareRange,
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTrueTree},
       .by_default = true,
       .compute = one_column("triples", triples)});
}

}  // namespace tertium
