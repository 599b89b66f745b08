// 4-AL at p = 1 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5), where the support has a closed form.
//
// Idea: in rank order f(a) = (weight below a) - (weight above a), so with P the prefix sums of the weights z and T =
// K(K-1)/2 their total, W(p,q) = mean over the block of (P(begin of a's ties) + P(end of a's ties)) / T - 1.
// * Only sums of z over runs of ranks are kept ("blocks", a power of two long); a merge changes |c|(N-|c|) of the
//   weights, and P is evaluated where it is asked for.
// * Nothing is computed for pairs of single objects: f grows with the rank, so only the most similar ones can win.
// * Any other pair of clusters has a key: an upper bound of its W when it was made, minus the drift D of that time. A
//   merge adds to D the most that any value of P/T grew by, so key + D is an upper bound for ever. Pairs whose bound
//   reaches the best value are bounded anew, from below too, by the sums at the ends of blocks; only where several are
//   left are they evaluated.
// Tie rule: the candidates within 1e-9 of the best are evaluated in double, from block sums that are made afresh each
// time K has shrunk by 4; the rounding error of W is below 1e-11 then. Cost: memory O(N^2), time O(sum |c|(N-|c|) +
// N^3 / (2 block length)).
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/limits.hpp"
#include "linkage/four_al/four_al_paths.hpp"
#include "linkage/four_al/key_rows.hpp"
#include "linkage/four_al/weight_prefix.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;

constexpr int kRebuildRatio = 4;
constexpr double kKeyPrecision = 2e-7;   // relative error of a float, rounded outwards
constexpr double kBlocksPerLeaf = 4.0;   // scanned at every merge; four times as many after every rebuild
constexpr int kShortestBlock = 2;        // log2
constexpr double kMostBlocks = 1 << 17;  // added to at random: their sums stay in the second cache
constexpr std::int64_t kTermsForThreads = 1 << 15;
constexpr Object kObjectsAtOnce = 512;  // whose sums a thread keeps in the first cache

class CompleteFourAl {
 public:
  CompleteFourAl(const core::PairRanking& ranking, const core::Partition& leaves)
      : ranking_(ranking),
        n_(leaves.objects()),
        leaf_count_(leaves.clusters()),
        clusters_(leaves),
        members_(leaves.members()),
        rank_(static_cast<std::size_t>(n_) * n_, 0),
        prefix_(ranking, leaves),
        keys_(leaf_count_) {
#pragma omp parallel for schedule(dynamic, 16)
    for (Object i = 0; i < n_; ++i)
      for (Object j = 0; j < n_; ++j)
        if (i != j) rank_[static_cast<std::size_t>(i) * n_ + j] = ranking.rank_of(i, j);
  }

  core::Dendrogram run(TieBreaker& ties) {
    if (clusters_.count() > 2) start();
    while (clusters_.count() > 2) {
      core::keep_to_limits();
      fresh_.clear();
      std::vector<Candidate> candidates = find_candidates();
      merge(choose(candidates, ties));
    }
    if (clusters_.count() == 2) clusters_.merge(clusters_.slots()[0], clusters_.slots()[1]);
    return clusters_.take_tree();
  }

 private:
  const Rank* ranks_of(Object i) const {
    return rank_.data() + static_cast<std::size_t>(i) * n_;
  }
  bool single(int slot) const {
    return clusters_.size(slot) == 1;
  }

  void start() {
    rebuild();
    for (Rank r = 0; r < ranking_.pairs(); ++r) singles_.push_back(r);
    for (const int slot : clusters_.slots()) fill_row(slot, slot);
  }

  void rebuild() {
    rebuilt_at_ = clusters_.count();
    const double blocks = std::min(kMostBlocks, kBlocksPerLeaf * leaf_count_ * leaf_count_ / rebuilt_at_);
    const double length = std::max(1.0, ranking_.pairs() / blocks);
    prefix_.rebuild(rebuilt_at_, std::max(kShortestBlock, static_cast<int>(std::lround(std::log2(length)))));
  }

  // -------------------------------------------------------------------------------------------------- candidates

  double block_size(int p, int q) const {
    return static_cast<double>(clusters_.size(p)) * clusters_.size(q);
  }

  double evaluate(SlotPair s) const {
    double sum = 0.0;
    for (const Object i : members_[s.kept])
      for (const Object j : members_[s.gone]) sum += prefix_.around(ranks_of(i)[j]);
    return sum / (prefix_.total() * block_size(s.kept, s.gone)) - 1.0;
  }

  /// Bounds of W(p, q) as it is now.
  Bounds bound(int p, int q) const {
    Bounds sum;
    for (const Object i : members_[p])
      for (const Object j : members_[q]) {
        const Bounds term = prefix_.bounds_around(ranks_of(i)[j]);
        sum.low += term.low;
        sum.high += term.high;
      }
    const double scale = prefix_.total() * block_size(p, q);
    return {sum.low / scale - 1.0 - WeightPrefix::kRounding, sum.high / scale - 1.0 + WeightPrefix::kRounding};
  }

  /// Rounded upwards, so that the key stays an upper bound.
  float key_of(double bound) const {
    const double key = bound - drift_;
    return static_cast<float>(key + kKeyPrecision * std::abs(key) + WeightPrefix::kRounding);
  }
  double bound_of(float key) const {
    return static_cast<double>(key) + drift_;
  }

  /// Whose W may be the largest, or within kTieWidth of it; with values, where there are several.
  std::vector<Candidate> find_candidates() {
    double best = best_single();  // from here on a lower bound of the largest W
    for (;;) {
      int top = -1;
      for (const int slot : clusters_.slots())
        if (keys_.has(slot) && (top < 0 || keys_.largest(slot) > keys_.largest(top))) top = slot;
      if (top < 0 || bound_of(keys_.largest(top)) < best - kTieWidth || is_fresh(top, keys_.where(top))) break;
      best = std::max(best, refresh(top, keys_.where(top)).low);
    }
    std::vector<SlotPair> within;
    for (const int slot : clusters_.slots())
      if (keys_.has(slot) && bound_of(keys_.largest(slot)) >= best - kTieWidth) collect_row(slot, best, within);
    std::vector<Candidate> candidates;
    collect_singles(best, candidates);
    std::erase_if(within, [&](SlotPair s) { return fresh_.at(name_of(s.kept, s.gone)).high < best - kTieWidth; });
    const bool is_alone = candidates.empty() && within.size() == 1;
    for (const SlotPair s : within) candidates.push_back({s, is_alone ? 0.0 : evaluate(s)});
    return candidates;
  }

  /// The pairs of a row that may reach `best`, which rises with what is found.
  void collect_row(int slot, double& best, std::vector<SlotPair>& within) {
    for (const int other : clusters_.slots()) {
      if (other == slot || bound_of(keys_.at(slot, other)) < best - kTieWidth) continue;
      if (!is_fresh(slot, other)) best = std::max(best, refresh(slot, other).low);
      within.push_back({std::min(slot, other), std::max(slot, other)});
    }
  }

  std::int64_t name_of(int p, int q) const {
    return std::int64_t{std::min(p, q)} * leaf_count_ + std::max(p, q);
  }
  bool is_fresh(int p, int q) const {
    return fresh_.contains(name_of(p, q));
  }
  Bounds refresh(int slot, int other) {
    const Bounds now = bound(slot, other);
    fresh_.emplace(name_of(slot, other), now);
    keys_.set(slot, other, key_of(now.high));
    return now;
  }

  bool both_single(Rank r) const {
    const core::Pair pair = prefix_.pair_at(r);
    return single(prefix_.slot_of(pair.i)) && single(prefix_.slot_of(pair.j));
  }

  double single_value(Rank r) const {
    return prefix_.around(r) / prefix_.total() - 1.0;
  }

  double best_single() {
    while (!singles_.empty() && !both_single(singles_.back())) singles_.pop_back();
    return singles_.empty() ? -std::numeric_limits<double>::infinity() : single_value(singles_.back());
  }

  /// The pairs of single objects that are good enough, from the most similar downwards; others met on the way that are
  /// no longer two single objects are forgotten.
  void collect_singles(double best, std::vector<Candidate>& candidates) {
    std::vector<Rank> met;
    while (!singles_.empty()) {
      const Rank r = singles_.back();
      if (both_single(r)) {
        const double value = single_value(r);
        if (value < best - kTieWidth) break;
        const core::Pair pair = prefix_.pair_at(r);
        const int p = prefix_.slot_of(pair.i);
        const int q = prefix_.slot_of(pair.j);
        candidates.push_back({{std::min(p, q), std::max(p, q)}, value});
        met.push_back(r);
      }
      singles_.pop_back();
    }
    singles_.insert(singles_.end(), met.rbegin(), met.rend());
  }

  // ------------------------------------------------------------------------------------------------------- merges

  void merge(SlotPair s) {
    if (clusters_.count() > 3) change_weights(s);
    std::vector<Object>& kept = members_[s.kept];
    kept.insert(kept.end(), members_[s.gone].begin(), members_[s.gone].end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
    if (clusters_.count() <= 2) return;
    for (const Object i : kept) prefix_.relabel(i, s.kept, 1.0 / static_cast<double>(kept.size()));
    drift_ += 2.0 * prefix_.settle(clusters_.count());
    if (clusters_.count() * kRebuildRatio <= rebuilt_at_) rebuild();
    keys_.forget(s.kept, s.gone);
    fill_row(s.kept, leaf_count_);
  }

  void change_weights(SlotPair s) {
    const double k = clusters_.count();
    const double now = 2.0 / ((k - 1.0) * (k - 2.0));
    const double before = 2.0 / (k * (k - 1.0));
    const double joined = 1.0 / (clusters_.size(s.kept) + clusters_.size(s.gone));
    step_.assign(n_, 0.0);
    prefix_.forget_growth();
    for (const int side : {s.kept, s.gone}) {
      const double own = 1.0 / clusters_.size(side);
      const double growth = std::max(0.0, joined * now - own * before);
      for (Object j = 0; j < n_; ++j) {
        const int slot = prefix_.slot_of(j);
        step_[j] = slot == s.kept || slot == s.gone ? 0.0 : prefix_.inverse_size(j) * (joined - own);
      }
      for (const Object i : members_[side]) {
        const Rank* ranks = ranks_of(i);
        for (Object j = 0; j < n_; ++j) prefix_.add(ranks[j], step_[j]);
        if (growth > 0.0)
          for (Object j = 0; j < n_; ++j) prefix_.add_growth(ranks[j], growth * prefix_.inverse_size(j));
      }
    }
    const double lost = -1.0 / (static_cast<double>(clusters_.size(s.kept)) * clusters_.size(s.gone));
    for (const Object i : members_[s.kept])
      for (const Object j : members_[s.gone]) prefix_.add(ranks_of(i)[j], lost);
  }

  /// Keys for the pairs of `slot` with the slots below `end`.
  void fill_row(int slot, int end) {
    std::vector<double> by_slot(leaf_count_, 0.0);
    sum_bounds(members_[slot]);
    for (Object j = 0; j < n_; ++j) by_slot[prefix_.slot_of(j)] += by_object_[j];
    std::vector<float> keys(leaf_count_, kDead);
    bool any = false;
    for (const int other : clusters_.slots()) {
      if (other == slot || other >= end || (single(slot) && single(other))) continue;
      keys[other] = key_of(by_slot[other] / (prefix_.total() * block_size(slot, other)) - 1.0);
      any = true;
    }
    if (any) keys_.set_row(slot, std::move(keys));
  }

  /// For every object the sum over its pairs with the members.
  void sum_bounds(const std::vector<Object>& members) {
    by_object_.assign(n_, 0.0);
#pragma omp parallel for schedule(dynamic) if (std::ssize(members) * n_ > kTermsForThreads)
    for (Object begin = 0; begin < n_; begin += kObjectsAtOnce)
      for (const Object i : members) {
        const Rank* ranks = ranks_of(i);
        const Object end = std::min(n_, begin + kObjectsAtOnce);
        for (Object j = begin; j < end; ++j) by_object_[j] += prefix_.bound_around(ranks[j]);
      }
  }

  const core::PairRanking& ranking_;
  Object n_;
  int leaf_count_;
  Clusters clusters_;
  std::vector<std::vector<Object>> members_;  // by slot
  std::vector<Rank> rank_;                    // N x N; 0 on the diagonal
  WeightPrefix prefix_;
  KeyRows keys_;
  std::vector<Rank> singles_;  // ascending; pairs of single objects, and some that no longer are
  double drift_ = 0.0;         // D
  int rebuilt_at_ = 0;
  std::vector<double> step_, by_object_;
  std::unordered_map<std::int64_t, Bounds> fresh_;  // of pairs looked at since the last merge
};

}  // namespace

core::Dendrogram four_al_complete(const core::PairRanking& ranking, const core::Partition& leaves, TieBreaker& ties) {
  return CompleteFourAl(ranking, leaves).run(ties);
}

double four_al_complete_bytes(double objects, double leaves) {
  constexpr double kOfABlock = 32.0;
  return (4.0 + 4.0 + 2.0) * objects * objects + 2.0 * leaves * leaves +
         kOfABlock * std::min({objects * objects / 8.0, 16.0 * kBlocksPerLeaf * leaves, kMostBlocks});
}

}  // namespace tertium::linkage
