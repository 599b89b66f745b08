#pragma once

#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::linkage {

/// Two points, the smaller object first, and the square of their distance.
struct PointPair {
  core::Object i = 0, j = 0;
  double squared = 0.0;
  bool operator==(const PointPair&) const = default;
};

/// Nearer pairs first; of equally near ones the first in row-major order: the rule of ties.
inline bool operator<(const PointPair& a, const PointPair& b) {
  if (a.squared != b.squared) return a.squared < b.squared;
  return a.i != b.i ? a.i < b.i : a.j < b.j;
}

/// The Euclidean minimum spanning tree of the first `dimensions` coordinates of the points, nearest pairs first: the
/// merges of single linkage. Exact; ties as above, so there is one such tree.
///
/// Boruvka's algorithm on a kd-tree (March, Ram, Gray, KDD 2010; lower bounds of every point kept between rounds as in
/// Prokopenko, Sao, Lebrun-Grandie, ICPP 2022): in log2 N rounds at most, every component finds the nearest pair that
/// leaves it, among the eight nearest of its points while some of these are outside; else a point is searched for while
/// its known lower bound is below what its component has. On usual data
/// in few dimensions O(N log N) time, O(N^2) at worst; O(N d) memory. The same for any number of threads.
std::vector<PointPair> euclidean_spanning_tree(const core::Coordinates& points, int dimensions);

}  // namespace tertium::linkage
