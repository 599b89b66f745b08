#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace tertium::linkage {

// What the row of a cluster keeps of a neighbouring one, for each linkage. A link joins what is known of two parts of
// the neighbour; `pairs` is the number of pairs of objects between the two clusters.

/// What a random order of equally good pairs is drawn by: two equal ones are never in competition.
struct TieName {
  std::uint64_t a = 0, b = 0;
};

/// The sum of the weights; T is an integer, or double.
template <typename T>
struct AverageLink {
  int slot = 0;
  T sum = 0;

  AverageLink(int to, double weight, std::int64_t) : slot(to), sum(static_cast<T>(weight)) {}
  void join(const AverageLink& other) { sum += other.sum; }
  bool holds(std::int64_t) const { return true; }
  /// Sign of the difference of two means; of integers exactly.
  static int compare(const AverageLink& a, std::int64_t pairs_a, const AverageLink& b, std::int64_t pairs_b) {
    if constexpr (std::is_integral_v<T>) {
      __extension__ using Wide = __int128;
      const Wide left = static_cast<Wide>(a.sum) * pairs_b, right = static_cast<Wide>(b.sum) * pairs_a;
      return (left > right) - (left < right);
    } else {
      const double left = a.mean(pairs_a), right = b.mean(pairs_b);
      return (left > right) - (left < right);
    }
  }
  double mean(std::int64_t pairs) const { return static_cast<double>(sum) / static_cast<double>(pairs); }
  /// A pair of places competes once among those of one mean: if merged clusters are as near to a third as they are to
  /// each other, both were, and the joined pair takes over the draw of the earlier one. So all pairs stay equally
  /// likely.
  TieName tie_name(std::uint64_t places, std::int64_t pairs) const {
    return {places, std::bit_cast<std::uint64_t>(mean(pairs))};
  }
};

/// The least weight, and how many pairs have an edge.
struct CompleteLink {
  int slot = 0;
  double least = 0.0;
  std::int64_t edges = 1;

  CompleteLink(int to, double weight, std::int64_t) : slot(to), least(weight) {}
  void join(const CompleteLink& other) {
    least = std::min(least, other.least);
    edges += other.edges;
  }
  /// A missing edge is never found later.
  bool holds(std::int64_t pairs) const { return edges == pairs; }
  static int compare(const CompleteLink& a, std::int64_t, const CompleteLink& b, std::int64_t) {
    return (a.least > b.least) - (a.least < b.least);
  }
  /// As of means.
  TieName tie_name(std::uint64_t places, std::int64_t) const { return {places, std::bit_cast<std::uint64_t>(least)}; }
};

/// The largest weight, and the first edge that has it.
struct SingleLink {
  int slot = 0;
  double most = 0.0;
  std::int64_t edge = 0;

  SingleLink(int to, double weight, std::int64_t edge_number) : slot(to), most(weight), edge(edge_number) {}
  void join(const SingleLink& other) {
    if (other.most > most || (other.most == most && other.edge < edge)) most = other.most, edge = other.edge;
  }
  bool holds(std::int64_t) const { return true; }
  static int compare(const SingleLink& a, std::int64_t, const SingleLink& b, std::int64_t) {
    return (a.most > b.most) - (a.most < b.most);
  }
  /// Of several edges between two clusters the first is drawn for, so pairs, not edges, are equally likely.
  TieName tie_name(std::uint64_t, std::int64_t) const { return {static_cast<std::uint64_t>(edge), 0}; }
};

}  // namespace tertium::linkage
