#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "linkage/spanning/kd_tree.hpp"
#include "linkage/spanning/spanning_tree.hpp"

namespace tertium::linkage {

inline constexpr double kFar = std::numeric_limits<double>::infinity();
inline constexpr PlacePair kNoPair{-1, -1, kFar};

/// The other end of a pair, and its slot.
struct Neighbour {
  PlacePair pair = kNoPair;
  int slot = -1;
};

/// The nearest of all others, in order.
class NearestFew {
 public:
  explicit NearestFew(std::span<Neighbour> list) : list_(list) {}
  double most() const { return list_.back().pair.squared; }
  bool passes_over(int) const { return false; }
  void consider(const Neighbour& neighbour) {
    if (!(neighbour.pair < list_.back().pair)) return;
    std::size_t k = list_.size() - 1;
    for (; k > 0 && neighbour.pair < list_[k - 1].pair; --k) list_[k] = list_[k - 1];
    list_[k] = neighbour;
  }

 private:
  std::span<Neighbour> list_;  // behind those found: kNoPair
};

/// The nearest outside a component, if it is no farther than `most`.
class NearestOutside {
 public:
  NearestOutside(std::span<const int> component_of_box, int component, double most)
      : component_of_box_(component_of_box), component_(component), most_(most) {}
  double most() const { return most_; }
  bool passes_over(int box) const { return component_of_box_[box] == component_; }
  void consider(const Neighbour& neighbour) {
    if (neighbour.pair.squared > most_ || (found_.slot >= 0 && !(neighbour.pair < found_.pair))) return;
    found_ = neighbour;
    most_ = neighbour.pair.squared;
  }
  const Neighbour& found() const { return found_; }

 private:
  std::span<const int> component_of_box_;
  int component_;
  double most_;
  Neighbour found_{};
};

/// Shows a search for what is near to the place at `slot` the places of a box that may be of use to it and that count,
/// the nearer half of the box first.
template <typename Search, typename Counts>
void visit(const KdTree& tree, int box, int slot, Search& search, const Counts& counts) {
  const KdTree::Box& b = tree.boxes()[box];
  if (b.left < 0) {
    const auto squared = tree.squared_distances(slot, b);
    for (int other = b.begin; other < b.end; ++other) {
      if (squared[other - b.begin] > search.most() || other == slot || !counts(other)) continue;
      const auto [i, j] = std::minmax({tree.object_at(slot), tree.object_at(other)});
      search.consider({{i, j, squared[other - b.begin]}, other});
    }
    return;
  }
  double least[2];
  for (const int h : {0, 1})
    least[h] = search.passes_over(b.left + h) ? kFar : tree.squared_distance_to_box(slot, b.left + h);
  const int nearer = least[1] < least[0] ? 1 : 0;
  for (const int h : {nearer, 1 - nearer})
    if (least[h] <= search.most() && least[h] < kFar) visit(tree, b.left + h, slot, search, counts);
}

}  // namespace tertium::linkage
