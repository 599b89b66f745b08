#pragma once

#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::linkage {

/// Two places, the smaller object first, and the square of their distance.
struct PlacePair {
  core::Object i = 0, j = 0;
  double squared = 0.0;
  bool operator==(const PlacePair&) const = default;
};

/// Nearer pairs first; of equally near ones the first in row-major order: the rule of ties.
inline bool operator<(const PlacePair& a, const PlacePair& b) {
  if (a.squared != b.squared) return a.squared < b.squared;
  return a.i != b.i ? a.i < b.i : a.j < b.j;
}

/// The Euclidean minimum spanning tree of the first `dimensions` coordinates of the places, nearest pairs first: the
/// merges of single linkage. Exact; ties as above, so there is one such tree.
///
/// Boruvka's algorithm on a kd-tree (March, Ram, Gray, KDD 2010; lower bounds of every place kept between rounds as in
/// Prokopenko, Sao, Lebrun-Grandie, ICPP 2022): in log2 N rounds at most, every component finds the nearest pair that
/// leaves it, among the eight nearest of its places while some of these are outside; else a place is searched for while
/// its known lower bound is below what its component has. On usual data
/// in few dimensions O(N log N) time, O(N^2) at worst; O(N d) memory. The same for any number of threads.
std::vector<PlacePair> euclidean_spanning_tree(const core::Coordinates& places, int dimensions);

}  // namespace tertium::linkage
