#include "core/problems/problem.hpp"

#include <algorithm>
#include <numeric>

#include "core/comparisons/drawn_quadruplets.hpp"

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

Provisions Problem::provides() const {
  Provisions provisions;
  if (w) provisions |= {Provision::kSimilarities};
  if (quadruplets) provisions |= {Provision::kQuadruplets};
  if (triplets) provisions |= {Provision::kTriplets};
  if (ranking) provisions |= {Provision::kQuestions};
  if (closest_pairs) provisions |= {Provision::kClosestPairs};
  if (true_tree) provisions |= {Provision::kTrueTree};
  if (!truth.empty()) provisions |= {Provision::kTruth};
  if (features) provisions |= {Provision::kFeatures};
  if (graph) provisions |= {Provision::kGraph};
  if (expected_graph) provisions |= {Provision::kExpectedGraph};
  if (odd_one_outs) provisions |= {Provision::kOddOneOuts};
  if (!held_out.empty()) provisions |= {Provision::kHeldOut};
  return provisions;
}

void Problem::prepare(Provisions provisions) const {
  if (w && provisions.contains(Provision::kSimilarities)) w.share();
  if (quadruplets && provisions.contains(Provision::kQuadruplets)) quadruplets.share();
  if (triplets && provisions.contains(Provision::kTriplets)) triplets.share();
  if (ranking && provisions.contains(Provision::kQuestions)) ranking.share();
  if (closest_pairs && provisions.contains(Provision::kClosestPairs)) closest_pairs.share();
  if (odd_one_outs && provisions.contains(Provision::kOddOneOuts)) odd_one_outs.share();
  // A drawn graph is there already. The complete one of similarities is left to the steps that walk its rows: most that
  // need a graph, average linkage and Dasgupta's cost among them, read the table of similarities itself.
}

Partition initial_clusters(const Problem& problem, Object m) {
  expects(m >= 1, "initial clusters have at least one object");
  if (m == 1) return Partition::singletons(problem.objects);
  if (problem.truth.empty())
    fail("initial clusters of {} objects need the true clusters (none are known here), use m = 1", m);
  std::vector<Label> labels(problem.objects);
  Label next = 0;
  Stream stream(problem.cell, Purpose::kInitialClusters, static_cast<std::uint64_t>(m));
  for (std::vector<Object> members : problem.truth.back().members()) {
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
  expects(bool(problem.quadruplets), "a problem with quadruplets");
  const SparseQuadruplets& sparse = problem.products.get(ProductKey<SparseQuadruplets>{kSparseQuadruplets}, [&] {
    return SparseQuadruplets(*problem.quadruplets, problem.team->share(problem.quadruplets->pairs()));
  });
  remember_comparisons_given(problem, problem.team->sum(std::ssize(sparse.entries)) / 2);
  return sparse;
}

std::int64_t comparisons_given(const Problem& problem) {
  expects(bool(problem.quadruplets), "a problem with quadruplets");
  if (const DrawnQuadruplets* drawn = problem.quadruplets->drawn(); drawn != nullptr) return drawn->answers();
  if (const AnswerSums* sums = problem.quadruplets->sums(); sums != nullptr) return sums->answers;
  if (const auto votes = problem.quadruplets->votes(); !votes.empty()) return answers_of(votes);
  const PairRanking* ranking = problem.quadruplets->complete();
  if (ranking == nullptr)
    return problem.products.get(kComparisonsGiven, [&] { return count_observed(*problem.quadruplets); });
  std::int64_t given = 0;
  for (Rank r = 0; r < ranking->pairs(); ++r) given += ranking->tie_begin(r);
  return given;
}

void remember_comparisons_given(const Problem& problem, std::int64_t count) {
  problem.products.get(kComparisonsGiven, [&] { return count; });
}

std::int64_t triplets_given(const Problem& problem) {
  expects(bool(problem.triplets), "a problem with triplets");
  if (const auto votes = problem.triplets->votes(); !votes.empty()) return answers_of(votes);
  const AnchorRanking* ranking = problem.triplets->complete();
  if (ranking != nullptr && !ranking->has_ties()) return triplet_count(problem.objects);
  return problem.products.get(kTripletsGiven, [&] { return count_observed(*problem.triplets); });
}

ActiveOracle make_oracle(const Problem& problem, std::int64_t budget) {
  expects(bool(problem.ranking), "a problem that answers questions");
  return ActiveOracle(problem.ranking.share(), problem.cell, problem.eps, budget);
}

ClosestPairOracle make_closest_pair_oracle(const Problem& problem) {
  expects(bool(problem.closest_pairs), "a problem that answers questions about three objects");
  const std::int64_t of_all =
      problem.p >= 1.0 ? ClosestPairOracle::kUnlimited : question_budget(problem.objects, problem.p);
  return ClosestPairOracle(problem.closest_pairs.share(), problem.cell, problem.eps, problem.noise,
                           std::min(of_all, problem.most_questions));
}

}  // namespace tertium::core
