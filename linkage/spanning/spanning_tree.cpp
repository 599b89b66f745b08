#include "linkage/spanning/spanning_tree.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "linkage/spanning/nearest.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

class Boruvka {
 public:
  Boruvka(const core::Coordinates& places, int dimensions)
      : tree_(places, dimensions),
        n_(tree_.size()),
        few_(std::clamp(n_ - 1, 0, kFew)),
        component_(n_),
        component_of_box_(tree_.boxes().size(), -1),
        known_(std::size_t(n_) * few_),
        passed_(n_, 0),
        nearest_(n_),
        bound_(n_, 0.0) {
    std::iota(component_.begin(), component_.end(), 0);
  }

  std::vector<PlacePair> run() {
#pragma omp parallel for schedule(dynamic, 256)
    for (int slot = 0; slot < n_; ++slot) {
      NearestFew few(known_of(slot));
      if (few_ > 0) visit(tree_, 0, slot, few, [](int) { return true; });
    }
    while (static_cast<int>(edges_.size()) < n_ - 1) {
      core::keep_to_limits();
      note_components();
      search_all();
      const std::size_t before = edges_.size();
      join();
      core::expects(edges_.size() > before, "the coordinates are numbers");
    }
    std::sort(edges_.begin(), edges_.end());
    return std::move(edges_);
  }

 private:
  static constexpr int kFew = 8;  ///< neighbours of every place that are found at once

  std::span<Neighbour> known_of(int slot) {
    return std::span(known_).subspan(std::size_t(slot) * few_, few_);
  }

  /// Whether all places of a box are in one component, and in which; halves come after their whole.
  void note_components() {
    for (int box = static_cast<int>(tree_.boxes().size()) - 1; box >= 0; --box) {
      const KdTree::Box& b = tree_.boxes()[box];
      int all = b.left >= 0 ? component_of_box_[b.left] : component_[b.begin];
      if (b.left >= 0 && component_of_box_[b.left + 1] != all) all = -1;
      for (int slot = b.begin; b.left < 0 && slot < b.end; ++slot)
        if (component_[slot] != all) all = -1;
      component_of_box_[box] = all;
    }
  }

  /// The nearest pair that leaves each component. What others have found lets a thread search less, never find another
  /// pair: only pairs that are longer than one that is there are passed over.
  void search_all() {
    best_ = std::vector<std::atomic<double>>(n_);
    for (std::atomic<double>& best : best_) best.store(kFar, std::memory_order_relaxed);
    std::vector<int> open;
    for (int slot = 0; slot < n_; ++slot)
      if (is_known(slot))
        lower_best(component_[slot], nearest_[slot].pair.squared);
      else
        open.push_back(slot);
#pragma omp parallel for schedule(dynamic, 256)
    for (std::size_t k = 0; k < open.size(); ++k) search(open[k]);
  }

  /// Whether the nearest one outside is still outside, or the next of the few is.
  bool is_known(int slot) {
    const auto outside = [&](const Neighbour& n) { return n.slot >= 0 && component_[n.slot] != component_[slot]; };
    if (outside(nearest_[slot])) return true;
    const auto known = known_of(slot);
    int& passed = passed_[slot];
    while (passed < few_ && !outside(known[passed])) bound_[slot] = known[passed++].pair.squared;
    nearest_[slot] = passed < few_ ? known[passed] : Neighbour();
    return passed < few_;
  }

  void lower_best(int component, double squared) {
    double seen = best_[component].load(std::memory_order_relaxed);
    while (squared < seen && !best_[component].compare_exchange_weak(seen, squared, std::memory_order_relaxed)) {
    }
  }

  void search(int slot) {
    const int component = component_[slot];
    const double most = best_[component].load(std::memory_order_relaxed);
    if (bound_[slot] > most) return;
    NearestOutside nearest(component_of_box_, component, most);
    visit(tree_, 0, slot, nearest, [&](int other) { return component_[other] != component; });
    nearest_[slot] = nearest.found();
    if (nearest_[slot].slot < 0) {
      bound_[slot] = std::nextafter(most, kFar);  // all others are farther
      return;
    }
    bound_[slot] = nearest_[slot].pair.squared;
    lower_best(component, bound_[slot]);
  }

  void join() {
    std::vector<PlacePair> of_component(n_, kNoPair);
    std::vector<int> to(n_, -1);
    for (int slot = 0; slot < n_; ++slot)
      if (nearest_[slot].slot >= 0 && nearest_[slot].pair < of_component[component_[slot]]) {
        of_component[component_[slot]] = nearest_[slot].pair;
        to[component_[slot]] = component_[nearest_[slot].slot];
      }
    std::vector<int> parent(n_);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&parent](int c) {
      while (parent[c] != c) c = parent[c] = parent[parent[c]];
      return c;
    };
    for (int c = 0; c < n_; ++c) {
      if (to[c] < 0) continue;
      const auto [low, high] = std::minmax({root(c), root(to[c])});
      if (low == high) continue;
      parent[high] = low;
      edges_.push_back(of_component[c]);
    }
    for (int& c : component_) c = root(c);
  }

  KdTree tree_;
  int n_, few_;
  std::vector<int> component_;             // by slot
  std::vector<int> component_of_box_;      // -1: several
  std::vector<Neighbour> known_;           // the few nearest of every slot
  std::vector<int> passed_;                // how many of those have come into its component
  std::vector<Neighbour> nearest_;         // outside its component, as long as that is known
  std::vector<double> bound_;              // of the squared distance to whatever is outside
  std::vector<std::atomic<double>> best_;  // by component
  std::vector<PlacePair> edges_;
};

}  // namespace

std::vector<PlacePair> euclidean_spanning_tree(const core::Coordinates& places, int dimensions) {
  return Boruvka(places, dimensions).run();
}

}  // namespace tertium::linkage
