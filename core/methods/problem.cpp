#include "core/methods/problem.hpp"

#include <numeric>

#include "core/comparisons/drawn_quadruplets.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"

namespace tertium::core {
namespace {

const ProductKey<std::int64_t> kComparisonsGiven{"number of comparisons"};
const ProductKey<std::int64_t> kTripletsGiven{"number of triplets"};

template <typename Question>
std::int64_t answers_of(std::span<const Question> questions) {
  return std::accumulate(questions.begin(), questions.end(), std::int64_t{0},
                         [](std::int64_t sum, const Question& question) { return sum + question.votes.total(); });
}

}  // namespace

Partition initial_clusters(const Problem& problem, Object m) {
  expects(m >= 1, "initial clusters have at least one object");
  if (m == 1) return Partition::singletons(problem.objects);
  if (!problem.has<Truth>())
    fail("initial clusters of {} objects need the true clusters (none are known here), use m = 1", m);
  std::vector<Label> labels(problem.objects);
  Label next = 0;
  Stream stream(problem.cell, Purpose::kInitialClusters, static_cast<std::uint64_t>(m));
  for (std::vector<Object> members : problem.get<Truth>().back().members()) {
    stream.shuffle(std::span(members));
    const auto groups = std::max<std::size_t>(1, members.size() / static_cast<std::size_t>(m));
    for (std::size_t k = 0; k < members.size(); ++k) labels[members[k]] = next + static_cast<Label>(k % groups);
    next += static_cast<Label>(groups);
  }
  return Partition(labels);
}

std::vector<Object> random_relabelling(const CellKey& cell, Object n) {
  std::vector<Object> new_id(n);
  std::iota(new_id.begin(), new_id.end(), 0);
  Stream(cell, Purpose::kRelabelling).shuffle(std::span(new_id));
  return new_id;
}

const SparseQuadruplets& sparse_quadruplets(const Problem& problem) {
  expects(problem.has<Quadruplets>(), "a problem with quadruplets");
  const SparseQuadruplets& sparse = problem.products().get(kSparseQuadruplets, [&] {
    return SparseQuadruplets(problem.get<Quadruplets>(), problem.team->share(problem.get<Quadruplets>().pairs()));
  });
  remember_comparisons_given(problem, problem.team->sum(std::ssize(sparse.entries)) / 2);
  return sparse;
}

std::int64_t comparisons_given(const Problem& problem) {
  expects(problem.has<Quadruplets>(), "a problem with quadruplets");
  if (const DrawnQuadruplets* drawn = problem.get<Quadruplets>().drawn(); drawn != nullptr) return drawn->answers();
  if (const AnswerSums* sums = problem.get<Quadruplets>().sums(); sums != nullptr) return sums->answers;
  if (const auto votes = problem.get<Quadruplets>().votes(); !votes.empty()) return answers_of(votes);
  const PairRanking* ranking = problem.get<Quadruplets>().complete();
  if (ranking == nullptr)
    return problem.products().get(kComparisonsGiven, [&] { return count_observed(problem.get<Quadruplets>()); });
  std::int64_t given = 0;
  for (Rank r = 0; r < ranking->pairs(); ++r) given += ranking->tie_begin(r);
  return given;
}

void remember_comparisons_given(const Problem& problem, std::int64_t count) {
  problem.products().get(kComparisonsGiven, [&] { return count; });
}

std::int64_t triplets_given(const Problem& problem) {
  expects(problem.has<Triplets>(), "a problem with triplets");
  if (const auto votes = problem.get<Triplets>().votes(); !votes.empty()) return answers_of(votes);
  if (const std::int64_t listed = problem.get<Triplets>().summary().answers; listed > 0) return listed;
  const AnchorRanking* ranking = problem.get<Triplets>().complete();
  if (ranking != nullptr && !ranking->has_ties()) return triplet_count(problem.objects);
  return problem.products().get(kTripletsGiven, [&] { return count_observed(problem.get<Triplets>()); });
}

}  // namespace tertium::core
