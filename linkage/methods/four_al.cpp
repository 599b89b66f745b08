// 4-AL: quadruplet-based average linkage (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5).
//
// Idea: two clusters are close if their pairs of objects win most comparisons against the pairs between all other
// clusters:
//     WQ(G1,G2 || G3,G4) = mean of c(ij;kl) over i in G1, j in G2, k in G3, l in G4
//     W(Gp,Gq)           = mean of WQ(Gp,Gq || Gr,Gs) over all ordered pairs r != s of the K current clusters.
// Here W = 2/(K(K-1)) times the mean over the block (p,q) of the support f(a) = sum over b of c(a;b) z(b), z =
// 1/(|Gr||Gs|), which changes only for pairs b that touch the merged clusters: O(N^4) time in all, that is, linear in
// the number of possible comparisons. Initial clusters: m objects of one pure cluster each (4-AL-I3, 4-AL-I5),
// singletons for m = 1. Guarantee: HC19 Theorem 4 (exact recovery from initial clusters of size m for p of order log N
// / m). Ties: W in [-1,1] is computed in double; values within 1e-9 of the largest are ties, decided by the policy
// `ties` (lowest pair first). Cost: the comparisons given; memory 8 p M(M-1)/2 bytes for p < 1, O(M) for p = 1; M =
// N(N-1)/2.
#include <algorithm>
#include <cmath>
#include <limits>

#include "linkage/agglomeration.hpp"
#include "linkage/four_al_complete.hpp"
#include "linkage/methods.hpp"
#include "linkage/pair_support.hpp"

namespace tertium::linkage::methods {
namespace {

using core::Object;
using core::Rank;

constexpr double kTieWidth = 1e-9;

class FourAl {
 public:
  FourAl(const core::Instance& instance, const core::Partition& leaves, core::KernelTime* time)
      : quadruplets_(*instance.quadruplets),
        pairs_(core::all_pairs(instance.objects)),
        clusters_(leaves),
        slot_of_(leaves.labels().begin(), leaves.labels().end()),
        members_(leaves.members()),
        leaf_count_(leaves.clusters()),
        block_sums_(static_cast<std::size_t>(leaf_count_) * leaf_count_, 0.0),
        support_(make_pair_support(instance, initial_weights(), time)),
        rebuilt_at_(leaf_count_) {}

  core::Dendrogram run(TieBreaker& ties) {
    while (clusters_.count() > 2) {
      sum_blocks();
      merge(closest(ties));
    }
    if (clusters_.count() == 2) clusters_.merge(clusters_.slots()[0], clusters_.slots()[1]);
    return clusters_.take_tree();
  }

 private:
  core::Pair pair_at(Rank position) const { return pairs_[quadruplets_.pair_at(position)]; }

  double weight(int p, int q) const {
    return p == q ? 0.0 : 1.0 / (static_cast<double>(clusters_.size(p)) * clusters_.size(q));
  }

  std::vector<double> initial_weights() const {
    std::vector<double> weights(pairs_.size());
    for (Rank a = 0; a < quadruplets_.pairs(); ++a) {
      const core::Pair pair = pair_at(a);
      weights[a] = weight(slot_of_[pair.i], slot_of_[pair.j]);
    }
    return weights;
  }

  /// Sums of the support over the pairs between two clusters, by slot, the smaller one first.
  void sum_blocks() {
    std::fill(block_sums_.begin(), block_sums_.end(), 0.0);
    const auto support = support_->support();
    for (Rank a = 0; a < quadruplets_.pairs(); ++a) {
      const core::Pair pair = pair_at(a);
      const auto [p, q] = std::minmax(slot_of_[pair.i], slot_of_[pair.j]);
      block_sums_[static_cast<std::size_t>(p) * leaf_count_ + q] += support[a];
    }
  }

  double score(SlotPair s) const {  // slots are ordered like places, so kept < gone
    const double k = clusters_.count();
    return 2.0 / (k * (k - 1.0)) * block_sums_[static_cast<std::size_t>(s.kept) * leaf_count_ + s.gone] *
           weight(s.kept, s.gone);
  }

  SlotPair closest(TieBreaker& ties) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (const int p : clusters_.slots())
      for (const int q : clusters_.slots())
        if (p < q) largest = std::max(largest, score({p, q}));
    return best_pair(clusters_, ties, [&](SlotPair candidate, SlotPair chosen) {
      const bool good = score(candidate) >= largest - kTieWidth;
      const bool was_good = score(chosen) >= largest - kTieWidth;
      return static_cast<int>(good) - static_cast<int>(was_good);
    });
  }

  void merge(SlotPair s) {
    std::vector<Object>& kept = members_[s.kept];
    for (const Object i : members_[s.gone]) slot_of_[i] = s.kept;
    kept.insert(kept.end(), members_[s.gone].begin(), members_[s.gone].end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
    update_weights(s.kept);
    // Rounding is relative to the total weight K(K-1)/2, which shrinks as clusters merge: start afresh before it shows.
    if (clusters_.count() * kRebuildRatio <= rebuilt_at_) {
      support_->rebuild();
      rebuilt_at_ = clusters_.count();
    }
  }

  /// The weights of all pairs that touch the joined cluster.
  void update_weights(int joined) {
    std::vector<std::pair<Rank, double>> changed;
    const Object n = quadruplets_.objects();
    for (const Object i : members_[joined])
      for (Object j = 0; j < n; ++j)
        if (slot_of_[j] != joined || j > i)
          changed.emplace_back(quadruplets_.position_of(core::pair_index(i, j, n)), weight(joined, slot_of_[j]));
    std::sort(changed.begin(), changed.end());
    std::vector<Rank> positions;
    std::vector<double> weights;
    for (const auto& [position, w] : changed) {
      positions.push_back(position);
      weights.push_back(w);
    }
    support_->reweigh(positions, weights);
  }

  static constexpr int kRebuildRatio = 4;

  const core::Quadruplets& quadruplets_;
  std::vector<core::Pair> pairs_;
  Clusters clusters_;
  std::vector<int> slot_of_;                  // by object
  std::vector<std::vector<Object>> members_;  // by slot
  int leaf_count_;
  std::vector<double> block_sums_;
  std::unique_ptr<PairSupport> support_;
  int rebuilt_at_;
};

Result run(const core::Instance& instance, const core::Parameters& parameters) {
  const auto m = static_cast<Object>(parameters.integer("m"));
  TieBreaker ties(tie_policy(parameters), instance.cell);
  Result result;
  const core::Partition leaves = core::initial_clusters(instance, m);
  if (const core::PairRanking* ranking = instance.quadruplets->complete(); ranking != nullptr)
    result.tree = four_al_complete(*ranking, leaves, ties);
  else
    result.tree = FourAl(instance, leaves, &result.kernel_time).run(ties);
  result.n_comparisons = core::comparisons_given(instance);
  return result;
}

Cost cost(const ProblemSize& size, const core::Parameters& parameters) {
  const double n = size.objects;
  const double m = n * (n - 1.0) / 2.0;
  const double merges = n / static_cast<double>(parameters.integer("m"));
  if (size.p >= 1.0 && size.eps >= 1.0) return {6.0 * m * merges, 48.0 * m + 8.0 * merges * merges};
  const double given = size.p * static_cast<double>(core::quadruplet_count(size.objects));
  const double columns = 0.42 * n * n * std::pow(n, 0.28) * 6.0 / static_cast<double>(parameters.integer("m"));
  return {4.0 * given + columns * size.p * m + 6.0 * m * merges, 8.0 * given + 80.0 * m};
}

}  // namespace

void register_method_four_al(Registry& registry) {
  Method method;
  method.name = "4-AL";
  method.sentence = "average linkage on mean comparisons between clusters";
  method.citation = "HC19 eqs. 4, 5 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019)";
  method.promise = "deterministic, ties within 1e-9; O(N^3) time at p = 1, O(p N^4) below";
  method.parameters = {core::ParameterInfo::integer("m", 1, 1, core::kMaxObjects,
                                                    "objects in an initial cluster taken from the truth; 1: none"),
                       tie_parameter()};
  method.presets = {{"4-AL-I2", {{"m", std::int64_t{2}}}},
                    {"4-AL-I3", {{"m", std::int64_t{3}}}},
                    {"4-AL-I5", {{"m", std::int64_t{5}}}},
                    {"4-AL-I10", {{"m", std::int64_t{10}}}}};
  method.run = run;
  method.cost = cost;
  registry.push_back(std::move(method));
}

}  // namespace tertium::linkage::methods
