#include "linkage/points/spanning_tree.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/budget.hpp"
#include "core/base/error.hpp"
#include "linkage/points/nearest.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

class Boruvka {
 public:
  Boruvka(const core::Coordinates& points, int dimensions)
      : tree_(points, dimensions),
        n_(tree_.points()),
        few_(std::clamp(n_ - 1, 0, kFew)),
        component_(n_),
        component_of_box_(tree_.boxes().size(), -1),
        known_(std::size_t(n_) * few_),
        passed_(n_, 0),
        nearest_(n_),
        bound_(n_, 0.0) {
    std::iota(component_.begin(), component_.end(), 0);
  }

  std::vector<PointPair> run() {
#pragma omp parallel for schedule(dynamic, 256)
    for (int place = 0; place < n_; ++place) {
      NearestFew few(known_of(place));
      if (few_ > 0) visit(tree_, 0, place, few, [](int) { return true; });
    }
    while (static_cast<int>(edges_.size()) < n_ - 1) {
      core::keep_to_budget();
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
  static constexpr int kFew = 8;  ///< neighbours of every point that are found at once

  std::span<Neighbour> known_of(int place) {
    return std::span(known_).subspan(std::size_t(place) * few_, few_);
  }

  /// Whether all points of a box are in one component, and in which; halves come after their whole.
  void note_components() {
    for (int box = static_cast<int>(tree_.boxes().size()) - 1; box >= 0; --box) {
      const KdTree::Box& b = tree_.boxes()[box];
      int all = b.left >= 0 ? component_of_box_[b.left] : component_[b.begin];
      if (b.left >= 0 && component_of_box_[b.left + 1] != all) all = -1;
      for (int place = b.begin; b.left < 0 && place < b.end; ++place)
        if (component_[place] != all) all = -1;
      component_of_box_[box] = all;
    }
  }

  /// The nearest pair that leaves each component. What others have found lets a thread search less, never find another
  /// pair: only pairs that are longer than one that is there are passed over.
  void search_all() {
    best_ = std::vector<std::atomic<double>>(n_);
    for (std::atomic<double>& best : best_) best.store(kFar, std::memory_order_relaxed);
    std::vector<int> open;
    for (int place = 0; place < n_; ++place)
      if (is_known(place))
        lower_best(component_[place], nearest_[place].pair.squared);
      else
        open.push_back(place);
#pragma omp parallel for schedule(dynamic, 256)
    for (std::size_t k = 0; k < open.size(); ++k) search(open[k]);
  }

  /// Whether the nearest one outside is still outside, or the next of the few is.
  bool is_known(int place) {
    const auto outside = [&](const Neighbour& n) { return n.place >= 0 && component_[n.place] != component_[place]; };
    if (outside(nearest_[place])) return true;
    const auto known = known_of(place);
    int& passed = passed_[place];
    while (passed < few_ && !outside(known[passed])) bound_[place] = known[passed++].pair.squared;
    nearest_[place] = passed < few_ ? known[passed] : Neighbour();
    return passed < few_;
  }

  void lower_best(int component, double squared) {
    double seen = best_[component].load(std::memory_order_relaxed);
    while (squared < seen && !best_[component].compare_exchange_weak(seen, squared, std::memory_order_relaxed)) {
    }
  }

  void search(int place) {
    const int component = component_[place];
    const double most = best_[component].load(std::memory_order_relaxed);
    if (bound_[place] > most) return;
    NearestOutside nearest(component_of_box_, component, most);
    visit(tree_, 0, place, nearest, [&](int other) { return component_[other] != component; });
    nearest_[place] = nearest.found();
    if (nearest_[place].place < 0) {
      bound_[place] = std::nextafter(most, kFar);  // all others are farther
      return;
    }
    bound_[place] = nearest_[place].pair.squared;
    lower_best(component, bound_[place]);
  }

  void join() {
    std::vector<PointPair> of_component(n_, kNoPair);
    std::vector<int> to(n_, -1);
    for (int place = 0; place < n_; ++place)
      if (nearest_[place].place >= 0 && nearest_[place].pair < of_component[component_[place]]) {
        of_component[component_[place]] = nearest_[place].pair;
        to[component_[place]] = component_[nearest_[place].place];
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
  std::vector<int> component_;             // by place
  std::vector<int> component_of_box_;      // -1: several
  std::vector<Neighbour> known_;           // the few nearest of every place
  std::vector<int> passed_;                // how many of those have come into its component
  std::vector<Neighbour> nearest_;         // outside its component, as long as that is known
  std::vector<double> bound_;              // of the squared distance to whatever is outside
  std::vector<std::atomic<double>> best_;  // by component
  std::vector<PointPair> edges_;
};

}  // namespace

std::vector<PointPair> euclidean_spanning_tree(const core::Coordinates& points, int dimensions) {
  return Boruvka(points, dimensions).run();
}

}  // namespace tertium::linkage
