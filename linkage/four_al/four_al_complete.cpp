// 4-AL at p = 1 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019, eqs. 4 and 5), where the support has a closed form.
//
// Idea: in rank order f(a) = (weight below a) - (weight above a), so with P the prefix sums of the weights z and T =
// K(K-1)/2 their total, W(p,q) = mean over the block of (P(begin of a's ties) + P(end of a's ties)) / T - 1.
// * Only sums of z over runs of ranks are kept ("blocks", a power of two long); a merge changes |c|(N-|c|) of the
//   weights, and P is evaluated where it is asked for.
// * Nothing is computed for pairs of single objects: f grows with the rank, so only the most similar ones can win.
// * Any other pair of clusters has a key: an upper bound of its W when it was made, minus the drift D of that time. A
//   merge adds to D the most that any value of P/T grew by, so key + D is an upper bound for ever. Only the pairs
//   whose bound reaches the best value are evaluated.
// Tie rule: the candidates within 1e-9 of the best are evaluated in double, from block sums that are made afresh each
// time K has shrunk by 4; the rounding error of W is below 1e-11 then. Cost: memory O(N^2), time O(sum |c|(N-|c|) +
// N^3 / (2 block length)).
#include "linkage/four_al/four_al_complete.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "linkage/four_al/four_al_candidates.hpp"
#include "linkage/four_al/key_rows.hpp"
#include "linkage/four_al/weight_prefix.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;

constexpr int kRebuildRatio = 4;
constexpr double kKeyPrecision = 2e-7;  // relative error of a float, rounded outwards
constexpr double kBlocksPerLeaf = 4.0;  // scanned at every merge; four times as many after every rebuild
constexpr int kShortestBlock = 2;       // log2

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
    for (Object i = 0; i < n_; ++i)
      for (Object j = 0; j < n_; ++j)
        if (i != j) rank_[static_cast<std::size_t>(i) * n_ + j] = ranking.rank_of(i, j);
  }

  core::Dendrogram run(TieBreaker& ties) {
    if (clusters_.count() > 2) start();
    while (clusters_.count() > 2) {
      evaluated_.clear();
      std::vector<Candidate> candidates = find_candidates();
      merge(choose(candidates, ties));
    }
    if (clusters_.count() == 2) clusters_.merge(clusters_.slots()[0], clusters_.slots()[1]);
    return clusters_.take_tree();
  }

 private:
  const Rank* ranks_of(Object i) const { return rank_.data() + static_cast<std::size_t>(i) * n_; }
  bool single(int slot) const { return clusters_.size(slot) == 1; }

  void start() {
    rebuild();
    for (Rank r = 0; r < ranking_.pairs(); ++r) singles_.push_back(r);
    for (const int slot : clusters_.slots()) fill_row(slot, slot);
  }

  void rebuild() {
    rebuilt_at_ = clusters_.count();
    const double blocks = kBlocksPerLeaf * leaf_count_ * leaf_count_ / rebuilt_at_;
    const double length = std::max(1.0, ranking_.pairs() / blocks);
    prefix_.rebuild(rebuilt_at_, std::max(kShortestBlock, static_cast<int>(std::lround(std::log2(length)))));
  }

  // -------------------------------------------------------------------------------------------------- candidates

  double evaluate(int p, int q) {
    const int first = std::min(p, q);
    const int second = std::max(p, q);
    const std::int64_t name = std::int64_t{first} * leaf_count_ + second;
    const auto [found, fresh] = evaluated_.try_emplace(name, 0.0);
    if (!fresh) return found->second;
    double sum = 0.0;
    for (const Object i : members_[first])
      for (const Object j : members_[second]) sum += prefix_.around(ranks_of(i)[j]);
    return found->second = sum / (prefix_.total() * clusters_.size(p) * clusters_.size(q)) - 1.0;
  }

  /// Rounded upwards, so that the key stays an upper bound.
  float key_of(double bound) const {
    const double key = bound - drift_;
    return static_cast<float>(key + kKeyPrecision * std::abs(key) + WeightPrefix::kRounding);
  }
  double bound_of(float key) const { return static_cast<double>(key) + drift_; }

  std::vector<Candidate> find_candidates() {
    double best = best_single();
    const double slack =
        4.0 * kKeyPrecision * (2.0 + drift_);  // an evaluated pair's bound is that much above its value
    for (;;) {
      int top = -1;
      for (const int slot : clusters_.slots())
        if (keys_.has(slot) && (top < 0 || keys_.largest(slot) > keys_.largest(top))) top = slot;
      if (top < 0 || !(bound_of(keys_.largest(top)) > best + slack)) break;
      const int other = keys_.where(top);
      const double value = evaluate(top, other);
      keys_.set(top, other, key_of(value));
      best = std::max(best, value);
    }
    std::vector<Candidate> candidates;
    collect_singles(best, candidates);
    for (const int slot : clusters_.slots())
      if (keys_.has(slot) && bound_of(keys_.largest(slot)) >= best - kTieWidth) collect_row(slot, best, candidates);
    return candidates;
  }

  void collect_row(int slot, double best, std::vector<Candidate>& candidates) {
    for (const int other : clusters_.slots())
      if (other != slot && bound_of(keys_.row(slot)[other]) >= best - kTieWidth)
        candidates.push_back({{std::min(slot, other), std::max(slot, other)}, evaluate(slot, other)});
  }

  bool both_single(Rank r) const {
    const core::Pair pair = prefix_.pair_at(r);
    return single(prefix_.slot_of(pair.i)) && single(prefix_.slot_of(pair.j));
  }

  double single_value(Rank r) const { return prefix_.around(r) / prefix_.total() - 1.0; }

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
    keys_.drop_row(s.kept);
    keys_.drop_row(s.gone);
    for (const int slot : clusters_.slots())
      if (keys_.has(slot)) keys_.drop_columns(slot, s.kept, s.gone);
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
    std::vector<double> by_object(n_, 0.0);
    for (const Object i : members_[slot]) {
      const Rank* ranks = ranks_of(i);
      for (Object j = 0; j < n_; ++j) by_object[j] += prefix_.bound_around(ranks[j]);
    }
    std::vector<double> by_slot(leaf_count_, 0.0);
    for (Object j = 0; j < n_; ++j) by_slot[prefix_.slot_of(j)] += by_object[j];
    std::vector<float> keys(leaf_count_, kDead);
    bool any = false;
    for (const int other : clusters_.slots()) {
      if (other == slot || other >= end || (single(slot) && single(other))) continue;
      const double size = static_cast<double>(clusters_.size(slot)) * clusters_.size(other);
      keys[other] = key_of(by_slot[other] / (prefix_.total() * size) - 1.0);
      any = true;
    }
    if (any) keys_.set_row(slot, std::move(keys));
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
  std::vector<double> step_;
  std::unordered_map<std::int64_t, double> evaluated_;  // since the last merge
};

}  // namespace

core::Dendrogram four_al_complete(const core::PairRanking& ranking, const core::Partition& leaves, TieBreaker& ties) {
  return CompleteFourAl(ranking, leaves).run(ties);
}

double four_al_complete_bytes(double objects, double leaves) {
  return objects * objects * (4.0 + 8.0 + 2.0) + 2.0 * leaves * leaves +
         32.0 * std::min(objects * objects / 8.0, 16.0 * kBlocksPerLeaf * leaves);
}

}  // namespace tertium::linkage
