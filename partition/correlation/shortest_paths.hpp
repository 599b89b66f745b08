#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "partition/correlation/correlation_instance.hpp"

namespace tertium::partition {

/// Shortest paths from one object along pairs of objects.
struct PathsFrom {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::vector<double> length{};     ///< to every object; kNone: no path
  std::vector<int> steps{};         ///< fewest of a shortest path
  std::vector<std::size_t> last{};  ///< the pair by which it ends
};

/// Objects joined by pairs, whose lengths change.
class PathGraph {
 public:
  PathGraph(core::Object n, std::span<const WeightedPair> pairs);

  /// By Dijkstra; of equally long paths one of fewest steps. `lengths` >= 0 of all pairs. O(pairs log n).
  PathsFrom from(core::Object source, std::span<const double> lengths) const;
  /// The pairs on the way from the source to the object, last first.
  std::vector<std::size_t> path(const PathsFrom& paths, core::Object to) const;

 private:
  struct End {
    core::Object other;
    std::size_t pair;
  };
  std::span<const WeightedPair> pairs_;
  std::vector<std::vector<End>> ends_;
};

}  // namespace tertium::partition
