// 4-AL on some of the comparisons (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5).
//
// Idea: W(p,q) is 2/(K(K-1)) times the mean over the block (p,q) of the support f(a) = sum over b of c(a;b) z(b), z =
// 1/(|Gr||Gs|). A merge changes z for the |c|(N-|c|) pairs that touch the joined cluster, by few different amounts:
// one for every size of the other cluster and of the part. Pairs of a common change are handed over together.
// Arithmetic: z is rounded to a multiple of a unit 2^-e, so f is an exact integer, whatever the order and the way it is
// summed. A support is off by at most M 2^-(e+1), so W by that over K(K-1)/2: e is the largest for which f fits 64
// bits, and f is made afresh with a smaller unit when the bound exceeds 1e-10 (once or twice from N = 400 on). Sums of
// f over blocks are doubles in a fixed order. Tie rule: W in double, values within 1e-9 of the largest are ties. Cost:
// O(M) per merge and the supports.
#include <omp.h>

#include <cmath>
#include <limits>

#include "core/base/limits.hpp"
#include "linkage/four_al/four_al_paths.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;
using kernels::ColumnGroup;

constexpr double kLargestError = 1e-10;  // of W, by rounding the weights
constexpr int kSupportBits = 62;         // of the largest support
constexpr core::PairIndex kWorthThreads = 8192;

class SampledFourAl {
 public:
  SampledFourAl(const core::Quadruplets& quadruplets, const core::Partition& leaves, PairSupport& support)
      : n_(leaves.objects()),
        pairs_(quadruplets.pairs()),
        clusters_(leaves),
        slot_of_(leaves.labels().begin(), leaves.labels().end()),
        members_(leaves.members()),
        position_(static_cast<std::size_t>(n_) * n_, 0),
        support_(support) {
    for (Object i = 0; i < n_; ++i)
      for (Object j = 0; j < n_; ++j)
        if (i != j) position_[at(i, j)] = quadruplets.position_of(core::pair_index(i, j, n_));
  }

  core::Dendrogram run(TieBreaker& ties) {
    if (clusters_.count() > 2) rebuild();
    while (clusters_.count() > 2) {
      core::keep_to_limits();
      merge(closest(ties));
    }
    if (clusters_.count() == 2) clusters_.merge(clusters_.slots()[0], clusters_.slots()[1]);
    return clusters_.take_tree();
  }

 private:
  std::size_t at(Object i, Object j) const { return static_cast<std::size_t>(i) * n_ + j; }
  double total() const { return clusters_.count() * (clusters_.count() - 1.0) / 2.0; }

  /// z = 1/(product of sizes) in units.
  std::int64_t weight(std::int64_t pairs) const {
    return std::llround(std::ldexp(1.0 / static_cast<double>(pairs), exponent_));
  }
  std::int64_t pairs_between(int p, int q) const { return std::int64_t{clusters_.size(p)} * clusters_.size(q); }

  // ----------------------------------------------------------------------------------------------------- supports

  /// All supports anew, in the smallest unit that fits.
  void rebuild() {
    exponent_ = largest_exponent();
    support_.clear();
    std::vector<int> group_of;  // by product of sizes
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) {
        if (slot_of_[i] == slot_of_[j]) continue;
        const std::int64_t name = pairs_between(slot_of_[i], slot_of_[j]);
        if (name >= std::ssize(group_of)) group_of.resize(static_cast<std::size_t>(name) + 1, -1);
        if (group_of[name] < 0) {
          group_of[name] = static_cast<int>(groups_.size());
          groups_.push_back({weight(name), {}});
        }
        groups_[group_of[name]].rows.push_back(position_[at(i, j)]);
      }
    hand_over();
  }

  bool too_coarse() const {
    return std::ldexp(static_cast<double>(pairs_), -exponent_ - 1) > kLargestError * total() &&
           largest_exponent() > exponent_;
  }
  /// With it a support fits: it is at most the sum of all weights.
  int largest_exponent() const { return kSupportBits - static_cast<int>(std::ceil(std::log2(total()))); }

  void hand_over() {
    support_.add(groups_);
    groups_.clear();
  }

  // ------------------------------------------------------------------------------------------------------- choice

  /// Where the objects are, and what a thread has to do for all before a place: its objects' pairs.
  void take_places() {
    const int k = clusters_.count();
    std::vector<int> place_of_slot(members_.size(), 0);
    for (int place = 0; place < k; ++place) place_of_slot[clusters_.slots()[place]] = place;
    place_of_.resize(n_);
    for (Object i = 0; i < n_; ++i) place_of_[i] = place_of_slot[slot_of_[i]];
    work_before_.assign(static_cast<std::size_t>(k) + 1, 0);
    for (Object i = 0; i < n_; ++i) work_before_[place_of_[i] + 1] += n_ - 1 - i;
    for (int place = 0; place < k; ++place) work_before_[place + 1] += work_before_[place];
  }
  std::int64_t thread_of(int place, std::int64_t threads) const {
    return (work_before_[place] + work_before_[place + 1]) * threads / (2 * pairs_ + 1);
  }

  /// Sums of the supports over the pairs between two clusters, by place; entries (p,q) and (q,p) have a part each.
  void add_row(Object i, double* sums) const {
    const auto support = support_.support();
    const Rank* positions = position_.data() + at(i, 0);
    for (Object j = i + 1; j < n_; ++j) sums[place_of_[j]] += static_cast<double>(support[positions[j]]);
  }

  /// W of place p and all later ones. Returns the largest.
  double finish_row(std::size_t p, double unit, std::span<const double> inverse) {
    const std::size_t k = inverse.size();
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t q = p + 1; q < k; ++q) {
      double& value = sums_[p * k + q];
      value = (value + sums_[q * k + p]) * unit * (inverse[p] * inverse[q]);
      largest = value > largest ? value : largest;
    }
    return largest;
  }

  SlotPair closest(TieBreaker& ties) {
    take_places();
    const std::vector<int>& slots = clusters_.slots();
    const std::size_t k = slots.size();
    const double unit = std::ldexp(1.0, -exponent_) / total();
    std::vector<double> inverse(k);
    for (std::size_t p = 0; p < k; ++p) inverse[p] = 1.0 / clusters_.size(slots[p]);
    sums_.assign(k * k, 0.0);
    double largest = -std::numeric_limits<double>::infinity();
#pragma omp parallel reduction(max : largest) if (pairs_ > kWorthThreads)
    {
      // Every row of sums is one thread's, so that it is added up in the order of the objects.
      for (Object i = 0; i < n_; ++i)
        if (thread_of(place_of_[i], omp_get_num_threads()) == omp_get_thread_num())
          add_row(i, sums_.data() + static_cast<std::size_t>(place_of_[i]) * k);
#pragma omp barrier
#pragma omp for schedule(static, 1)
      for (std::size_t p = 0; p < k; ++p) largest = std::max(largest, finish_row(p, unit, inverse));
    }
    std::vector<Candidate> candidates;
    for (std::size_t p = 0; p < k; ++p)
      for (std::size_t q = p + 1; q < k; ++q)
        if (sums_[p * k + q] >= largest - kTieWidth) candidates.push_back({{slots[p], slots[q]}, sums_[p * k + q]});
    return choose(candidates, ties);
  }

  // ------------------------------------------------------------------------------------------------------- merges

  void merge(SlotPair s) {
    if (clusters_.count() > 3) change_weights(s);
    std::vector<Object>& kept = members_[s.kept];
    for (const Object i : members_[s.gone]) slot_of_[i] = s.kept;
    kept.insert(kept.end(), members_[s.gone].begin(), members_[s.gone].end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
    if (clusters_.count() > 2 && too_coarse()) rebuild();
  }

  /// The pairs that touch the clusters to be joined, grouped by the change of their weights.
  void change_weights(SlotPair s) {
    const std::int64_t joined = std::int64_t{clusters_.size(s.kept)} + clusters_.size(s.gone);
    const bool alike = clusters_.size(s.kept) == clusters_.size(s.gone);
    std::vector<int> group_of(static_cast<std::size_t>(n_) + 1, -1);  // by size of the other cluster
    for (const int side : {s.kept, s.gone}) {
      if (side == s.gone && !alike) std::fill(group_of.begin(), group_of.end(), -1);
      for (const int other : clusters_.slots()) {
        if (other == s.kept || other == s.gone) continue;
        int& group = group_of[clusters_.size(other)];
        if (group < 0) {
          group = static_cast<int>(groups_.size());
          groups_.push_back({weight(joined * clusters_.size(other)) - weight(pairs_between(side, other)), {}});
        }
        append_block(side, other, groups_[group]);
      }
    }
    groups_.push_back({-weight(pairs_between(s.kept, s.gone)), {}});
    append_block(s.kept, s.gone, groups_.back());
    hand_over();
  }

  void append_block(int p, int q, ColumnGroup& group) const {
    for (const Object i : members_[p])
      for (const Object j : members_[q]) group.rows.push_back(position_[at(i, j)]);
  }

  Object n_;
  core::PairIndex pairs_;
  Clusters clusters_;
  std::vector<int> slot_of_;                  // by object
  std::vector<std::vector<Object>> members_;  // by slot
  std::vector<Rank> position_;                // N x N
  PairSupport& support_;
  int exponent_ = 0;  // e: weights are multiples of 2^-e
  std::vector<ColumnGroup> groups_;
  std::vector<int> place_of_;              // by object
  std::vector<std::int64_t> work_before_;  // by place
  std::vector<double> sums_;               // K x K
};

}  // namespace

core::Dendrogram four_al_sampled(const core::Quadruplets& quadruplets, const core::Partition& leaves,
                                 PairSupport& support, TieBreaker& ties) {
  return SampledFourAl(quadruplets, leaves, support).run(ties);
}

}  // namespace tertium::linkage
