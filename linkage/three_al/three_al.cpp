// 3-AL by rows of sums. With the notation of linkage/methods/three_al.cpp,
//     g_i(k) = sum over l outside i's cluster of t(i;k,l) / |cluster of l|
// is how well k does in the eyes of i (against its own cluster k gains nothing, since t is antisymmetric); then
//     W(Gp,Gq) = [ V(p,q) / |Gp||Gq| + V(q,p) / |Gq||Gp| ] / (2(K-2)),  V(p,q) = sum over i in Gp, k in Gq of g_i(k).
// When a and b become c, each g_i(k) outside changes by (1/|c| - 1/|a|) times its wins minus losses against the members
// of a, and likewise b: counted for all k at once (three_al_counts.hpp). A row V(p,.) has a column for every object:
// the smallest of a cluster stands for the cluster, the others keep what they would be worth alone.
#include "linkage/three_al/three_al.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/base/limits.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/three_al/three_al_counts.hpp"
#include "linkage/three_al/three_al_listed.hpp"
#include "linkage/three_al/three_al_rows.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using Counts = std::vector<std::int32_t>;

class ThreeAl {
 public:
  ThreeAl(const TripletCounts& triplets, const core::Partition& leaves)
      : triplets_(triplets),
        clusters_(leaves),
        members_(leaves.members()),
        stride_(triplets.stride()),
        row_stride_(padded(stride_)),
        table_(static_cast<std::size_t>(stride_ * row_stride_)),
        weights_(stride_, std::numeric_limits<double>::quiet_NaN()),
        rebuilt_at_(leaves.clusters()) {
    for (const std::vector<Object>& members : members_)
      weights_[members.front()] = 1.0 / static_cast<double>(members.size());
    list_rests();
    rebuild();
  }

  core::Dendrogram run(TieBreaker& ties) {
    while (clusters_.count() > 1) {
      core::keep_to_limits();
      merge(closest(ties));
    }
    return clusters_.take_tree();
  }

 private:
  /// Where the others of a cluster end in others_.
  struct Rest {
    Object smallest;
    std::size_t end;
  };

  /// Buffers of one thread.
  struct Scratch {
    Counts a, b;
    std::vector<double> changes;
    explicit Scratch(std::size_t size) : a(size), b(size), changes(size) {}
  };

  std::span<double> row(int slot) {
    return std::span(table_).subspan(static_cast<std::size_t>(members_[slot].front() * row_stride_),
                                     static_cast<std::size_t>(stride_));
  }
  /// Not a power of two, so that rows do not compete for the same places of the cache.
  static std::int64_t padded(std::int64_t stride) { return stride / core::kWordBits % 2 == 0 ? stride + 8 : stride; }
  double size(int slot) const { return static_cast<double>(members_[slot].size()); }

  /// Calls use(slot, scratch) for every cluster; each has rows of its own, so threads change nothing.
  template <typename Use>
  void for_each_cluster(Use&& use) {
    const std::vector<int>& slots = clusters_.slots();
#pragma omp parallel if (slots.size() * stride_ > kWorthThreads)
    {
      Scratch scratch(stride_);
#pragma omp for schedule(dynamic, 16)
      for (std::size_t k = 0; k < slots.size(); ++k) use(slots[k], scratch);
    }
  }

  /// V(p,.) += x * a[.] + y * b[.], where a and b count by objects.
  void add(int p, double x, const Counts& a, double y, const Counts& b, Scratch& scratch) {
    const std::span<double> v = row(p);
    change_row(v, scratch.changes, x, a, y, b);
    std::size_t k = 0;
    for (const Rest& rest : rests_) {
      double sum = 0.0;
      for (; k < rest.end; ++k) sum += scratch.changes[others_[k]];
      v[rest.smallest] += sum;
    }
  }

  /// Lists what add() goes through.
  void list_rests() {
    rests_.clear();
    others_.clear();
    for (const int q : clusters_.slots()) {
      const std::vector<Object>& members = members_[q];
      if (members.size() == 1) continue;
      others_.insert(others_.end(), members.begin() + 1, members.end());
      rests_.push_back({members.front(), others_.size()});
    }
  }

  /// V from the counts: against all objects in clusters of one size at once.
  void rebuild() {
    rebuilt_at_ = clusters_.count();
    std::vector<Object> sizes;
    for (const int q : clusters_.slots()) sizes.push_back(clusters_.size(q));
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    for_each_cluster([&](int p, Scratch& scratch) {
      std::fill(row(p).begin(), row(p).end(), 0.0);
      std::fill(scratch.b.begin(), scratch.b.end(), 0);
      for (const Object s : sizes) {
        std::vector<Object> others;
        for (const int r : clusters_.slots())
          if (r != p && clusters_.size(r) == s) others.insert(others.end(), members_[r].begin(), members_[r].end());
        triplets_.count(members_[p], others, scratch.a);
        add(p, 1.0 / s, scratch.a, 0.0, scratch.b, scratch);
      }
    });
  }

  void merge(SlotPair s) {
    const double joined = 1.0 / (size(s.kept) + size(s.gone));
    const double change_a = joined - 1.0 / size(s.kept);
    const double change_b = joined - 1.0 / size(s.gone);
    join_rows(s);
    const std::vector<Object> a = members_[s.kept];
    const std::vector<Object> b = members_[s.gone];
    std::vector<Object>& members = members_[s.kept];
    members.insert(members.end(), b.begin(), b.end());
    members_[s.gone].clear();
    clusters_.merge(s.kept, s.gone);
    list_rests();
    weights_[members.front()] = joined;
    weights_[b.front()] = std::numeric_limits<double>::quiet_NaN();
    if (clusters_.count() <= 2) return;
    if (clusters_.count() * kRebuildRatio <= rebuilt_at_) return rebuild();
    for_each_cluster([&](int p, Scratch& scratch) {
      if (p == s.kept) return;
      std::span<double> v = row(p);
      v[a.front()] += v[b.front()];
      triplets_.count(members_[p], a, scratch.a);
      triplets_.count(members_[p], b, scratch.b);
      add(p, change_a, scratch.a, change_b, scratch.b, scratch);
    });
  }

  /// The row of the joined cluster: of both, without what they said about each other.
  void join_rows(SlotPair s) {
    Scratch scratch(stride_);
    triplets_.count(members_[s.kept], members_[s.gone], scratch.a);
    triplets_.count(members_[s.gone], members_[s.kept], scratch.b);
    const std::span<double> v = row(s.kept);
    const std::span<const double> more = row(s.gone);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += more[k];
    add(s.kept, -1.0 / size(s.gone), scratch.a, -1.0 / size(s.kept), scratch.b, scratch);
  }

  /// The largest score of every cluster with a later one, by smallest member.
  std::vector<double> largest_scores_of_rows() const {
    std::vector<std::uint32_t> used(stride_ / kTile, 0);
    for (const int p : clusters_.slots()) used[members_[p].front() / kTile] |= 1U << members_[p].front() % kTile;
    std::vector<double> largest(stride_, -std::numeric_limits<double>::infinity());
    const ScoreTable scores = score_table();
    const auto tiles = static_cast<Object>(used.size());
    const bool threads = clusters_.slots().size() * static_cast<std::size_t>(stride_) > kWorthThreads;
#pragma omp parallel for schedule(dynamic) if (threads)
    for (Object p = 0; p < tiles; ++p)
      for (Object q = p; q < tiles; ++q)
        if (used[p] != 0 && used[q] != 0)
          largest_scores(scores, p * kTile, q * kTile, used[p], &largest[static_cast<std::size_t>(p) * kTile]);
    return largest;
  }

  ScoreTable score_table() const {
    return {table_.data(), row_stride_, weights_.data()};
  }

  SlotPair closest(TieBreaker& ties) const {
    const std::vector<int>& slots = clusters_.slots();
    if (clusters_.count() == 2) return {slots[0], slots[1]};
    const std::vector<double> largest = largest_scores_of_rows();
    const double least =
        *std::max_element(largest.begin(), largest.end()) - kTieWidth * 2.0 * (clusters_.count() - 2.0);
    const ScoreTable scores = score_table();
    const auto smallest = [&](std::size_t place) { return members_[slots[place]].front(); };
    return first_or_drawn(
        clusters_, least, ties, [&](std::size_t p) { return largest[smallest(p)]; },
        [&](std::size_t p, std::size_t q) { return scores.score(smallest(p), smallest(q)); });
  }

  static constexpr int kRebuildRatio = 4;
  static constexpr std::size_t kWorthThreads = 100000;

  const TripletCounts& triplets_;
  Clusters clusters_;
  std::vector<std::vector<Object>> members_;  // by slot, the smallest first
  std::vector<Object> others_;                // of all clusters, the members but the smallest, cluster by cluster
  std::vector<Rest> rests_;
  std::int64_t stride_, row_stride_;  // of a list by objects, of the table's rows
  std::vector<double> table_;         // V, by smallest member and object
  std::vector<double> weights_;       // 1 / size, by smallest member
  int rebuilt_at_;
};

}  // namespace

core::Dendrogram three_al(const TripletCounts& triplets, const core::Partition& leaves, TieBreaker& ties) {
  return ThreeAl(triplets, leaves).run(ties);
}

core::Dendrogram three_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties) {
  const core::Triplets& triplets = problem.get<core::Triplets>();
  if (const core::AnchorRanking* complete = triplets.complete(); complete != nullptr)
    return three_al(*counts_of_rankings(*complete), leaves, ties);
  core::ProblemSize size{problem.objects};
  size.p = triplets.proportion();
  if (!triplets.votes().empty() || three_al_prefers_list(size, leaves.clusters()))
    return three_al_listed(triplets, leaves, ties);
  const auto counts = problem.products().share(kTripletTables, [&] { return counts_of_bits(triplets); });
  return three_al(**counts, leaves, ties);
}

core::StepCost three_al_table_cost(const core::ProblemSize& size, double leaves) {
  const double n = size.objects, padded = n + core::kWordBits;
  core::StepCost cost{{n * n * leaves * (size.complete() ? 1.0 : 3.0), 8.0 * padded * padded}};
  if (!size.complete()) cost.shared = {{kTripletTables, {0.2 * n * n * n, bytes_of_bits(n), bytes_of_bits(n)}}};
  return cost;
}

bool three_al_prefers_list(const core::ProblemSize& size, double leaves) {
  if (size.complete()) return false;
  const core::Cost list = three_al_listed_cost(size, leaves);
  const core::StepCost tables = three_al_table_cost(size, leaves);
  const core::Cost& bits = tables.shared.front().cost;
  return list.operations < tables.own.operations + bits.operations && list.bytes < tables.own.bytes + bits.bytes;
}

}  // namespace tertium::linkage
