#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/large_array.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/pairs.hpp"
#include "linkage/average/average_linkage_rows.hpp"

namespace tertium::linkage {

/// Sums of similarities between clusters, numbered by age: the leaves, then every joined cluster as it is made. A row
/// has room for all clusters until `keep`; that of a joined cluster takes the room of one of its parts.
///
/// Sums never change once they are made. A joined cluster gets those with all older ones, the sum of two rows; older
/// rows take theirs with it from that row, 64 clusters at a time: numbers of neighbouring columns, so that cache lines
/// are read and written whole. What a table says of single objects is not copied: at first rows lack their sums with
/// younger leaves.
template <typename T>
class SumsByAge {
 public:
  /// A table of single objects must stay until `keep`, or the end.
  SumsByAge(const core::PairTable<T>& similarity, const core::Partition& leaves)
      : stride_(stride(leaves.clusters(), leaves.clusters() / 4)),
        leaves_(leaves.clusters()),
        sums_(core::large_array<T>(std::size_t(leaves_) * std::size_t(stride_))) {
    for (int x = 0; x < leaves_; ++x) rows_.push_back(room(x));
    known_.assign(rows_.size(), leaves_);
    handed_ = leaves_;
    if (leaves_ == similarity.objects())
      table_ = &similarity;
    else
      add_pairs(similarity, leaves);
    mirror();
  }

  /// Bytes for that many leaves.
  static double bytes(double leaves) { return leaves * (1.25 * leaves + kBlock) * sizeof(T); }

  /// Clusters numbered so far, joined ones and their parts.
  int clusters() const { return static_cast<int>(rows_.size()); }
  /// Whether a further cluster has no number before the next `keep`.
  bool full() const { return clusters() == stride_; }

  /// Sums of x with the clusters y in [begin, end): row[y]. They have no meaning where y, or x, has been joined.
  struct Part {
    const T* row;
    int end;
  };
  Part part(int x, int begin) {
    if (table_ != nullptr && x < leaves_ && begin <= x) return {rows_[x], x + 1};
    if (table_ != nullptr && x < leaves_ && begin < leaves_) return {&(*table_)(x, x + 1) - (x + 1), leaves_};
    complete(x);
    return {rows_[x], clusters()};
  }

  /// sum(A u B, C) = sum(A, C) + sum(B, C), for all clusters C. Returns the number of A u B.
  int join(int a, int b) {
    const int joined = clusters();
    T* to = rows_[a];
    for (int begin = 0, end = 0; begin < joined; begin = end) {
      const Part of_a = part(a, begin), of_b = part(b, begin);
      end = std::min(of_a.end, of_b.end);
      add_rows(to + begin, of_a.row + begin, of_b.row + begin, end - begin);
    }
    to[joined] = T{};
    rows_.push_back(to);
    known_.push_back(joined + 1);
    rows_[a] = rows_[b] = nullptr;
    if (clusters() - handed_ == kBlock) hand_on();
    return joined;
  }

  /// Leaves only the `count` clusters whose weight is a number; the k-th of them becomes cluster k.
  void keep(const std::vector<double>& weights, int count) {
    hand_on();
    std::vector<std::pair<T*, int>> order;  // as rows lie in memory, so that none is overwritten
    for (int x = 0; x < clusters(); ++x)
      if (rows_[x] != nullptr) order.emplace_back(rows_[x], x);
    std::ranges::sort(order);
    stride_ = std::min(stride_, stride(count, count / 2));
    for (int k = 0; k < count; ++k) {
      const int x = order[k].second;
      T* to = room(k);
      for (int begin = 0, end = 0; begin < clusters(); begin = end) {
        const Part from = part(x, begin);
        end = from.end;
        to = pack_row(to, from.row + begin, weights.data() + begin, end - begin);
      }
      rows_[x] = room(k);
    }
    std::erase(rows_, nullptr);
    known_.assign(rows_.size(), clusters());
    handed_ = clusters();
    table_ = nullptr;
  }

 private:
  static constexpr int kBlock = 64;
  static constexpr int kAhead = 16;
  static constexpr int kLine = 64 / sizeof(T);

  /// Columns for that many clusters and so many younger ones before the next `keep`: an odd number of cache lines, so
  /// that a column is spread over all sets of a cache.
  static int stride(int clusters, int younger) {
    const int lines = (clusters + younger + kBlock) / kLine;
    return (lines | 1) * kLine;
  }

  T* room(int k) { return sums_.get() + std::size_t(k) * std::size_t(stride_); }

  /// Sums between leaves of several objects, to the younger columns of the rows.
  void add_pairs(const core::PairTable<T>& similarity, const core::Partition& leaves) {
    for (T* row : rows_) std::fill_n(row, clusters(), T{});
    core::PairIndex pair = 0;
    for (core::Object i = 0; i < leaves.objects(); ++i)
      for (core::Object j = i + 1; j < leaves.objects(); ++j, ++pair)
        if (const auto [x, y] = std::minmax({leaves[i], leaves[j]}); x != y) rows_[x][y] += similarity[pair];
  }

  /// The sums below the diagonal, from those above it.
  void mirror() {
    for (int begin = 0; begin < leaves_; begin += kBlock) {
      const int end = std::min(begin + kBlock, leaves_);
      Block from{};
      for (int y = begin; y < end; ++y) from[y - begin] = part(y, y + 1).row;
      for (int x = begin; x < end; ++x) {
        for (int y = begin; y < x; ++y) rows_[x][y] = from[y - begin][x];
        rows_[x][x] = T{};
      }
      turn(from, begin, end, end, leaves_);
    }
  }

  /// Rows of up to kBlock clusters.
  using Block = std::array<const T*, kBlock>;

  /// Gives the rows [first, last) the columns [begin, end), whose clusters have the rows `from`.
  void turn(const Block& from, int begin, int end, int first, int last) {
    const int count = end - begin;
    for (int x = first; x < last; ++x) {
      if (x % kLine == 0)
        for (int k = 0; k < count; ++k) __builtin_prefetch(from[k] + x + kAhead);
      if (x + kAhead < last && rows_[x + kAhead] != nullptr)
        for (int k = 0; k < count; k += kLine) __builtin_prefetch(rows_[x + kAhead] + begin + k, 1);
      if (rows_[x] == nullptr) continue;
      T* to = rows_[x] + begin;
      for (int k = 0; k < count; ++k) to[k] = from[k][x];
    }
  }

  /// Takes over the sums of x with younger clusters from their rows.
  void complete(int x) {
    T* row = rows_[x];
    for (int y = known_[x]; y < clusters(); ++y) row[y] = source(y)[x];
    known_[x] = clusters();
  }

  /// Row y, or if that is gone any other, for what has no meaning.
  const T* source(int y) const { return rows_[y] != nullptr ? rows_[y] : rows_.back(); }

  void hand_on() {
    Block from{};
    for (int y = handed_; y < clusters(); ++y) from[y - handed_] = source(y);
    turn(from, handed_, clusters(), 0, handed_);
    for (int x = 0; x < clusters(); ++x)
      if (rows_[x] != nullptr && x >= handed_) complete(x);
    std::ranges::fill(known_, clusters());
    handed_ = clusters();
  }

  int stride_;                                 // from row to row, and how many clusters can be numbered
  int leaves_;                                 // so many clusters are not joined ones, until `keep`
  int handed_ = 0;                             // all rows know the clusters before
  const core::PairTable<T>* table_ = nullptr;  // has the sums above the diagonal, if not null
  core::LargeArray<T> sums_;
  // By cluster:
  std::vector<T*> rows_;    // null once it is joined
  std::vector<int> known_;  // its row has the sums with the clusters before
};

}  // namespace tertium::linkage
