#include "partition/correlation/region_growing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;
using Eigen::MatrixXd;

constexpr double kWidest = 1.0 / 3.0;
constexpr Label kLeft = -1;  // in no cluster yet

double fractional_cost(const CorrelationInstance& instance, const MatrixXd& distances) {
  double cost = 0.0;
  for (const auto& [i, j, weight] : instance.together) cost += static_cast<double>(weight) * distances(i, j);
  return cost;
}

class Growth {
 public:
  Growth(const CorrelationInstance& instance, const MatrixXd& distances)
      : instance_(instance),
        distances_(distances),
        labels_(static_cast<std::size_t>(instance.objects), kLeft),
        seed_volume_(fractional_cost(instance, distances) / std::max(1, instance.objects)) {}

  /// The objects that are left, nearest first.
  std::vector<Object> by_distance(Object centre) const {
    std::vector<Object> order;
    for (Object v = 0; v < instance_.objects; ++v)
      if (label(v) == kLeft) order.push_back(v);
    std::ranges::stable_sort(order, {}, [&](Object v) { return v == centre ? -1.0 : distances_(centre, v); });
    return order;
  }

  /// Gives the ball around the centre the label.
  void grow(Object centre, Label next) {
    const std::vector<Object> order = by_distance(centre);
    for (std::size_t size = 1; size <= order.size(); ++size) {
      labels_[static_cast<std::size_t>(order[size - 1])] = next;
      // The ball stays, and its volume grows, until its radius reaches the next object.
      const double reach = size == order.size() ? kWidest : std::min(kWidest, distances_(centre, order[size]));
      if (size < order.size() && reach <= distances_(centre, order[size - 1]) && reach < kWidest) continue;
      if (reach >= kWidest || is_cheap(centre, next, reach)) return;
    }
  }

  Label label(Object v) const { return labels_[static_cast<std::size_t>(v)]; }
  core::Partition partition() const { return core::Partition(labels_); }

 private:
  bool is_cheap(Object centre, Label ball, double radius) const {
    double volume = seed_volume_, cut = 0.0;
    for (const auto& [i, j, count] : instance_.together) {
      const bool has_i = label(i) == ball, has_j = label(j) == ball;
      if (!has_i && !has_j) continue;
      const auto weight = static_cast<double>(count);
      if (has_i && has_j) {
        volume += weight * distances_(i, j);
      } else if (label(has_i ? j : i) == kLeft) {
        volume += weight * (radius - distances_(centre, has_i ? i : j));
        cut += weight;
      }
    }
    return cut <= 3.0 * std::log(instance_.objects + 1.0) * volume;
  }

  const CorrelationInstance& instance_;
  const MatrixXd& distances_;
  std::vector<Label> labels_;
  double seed_volume_;
};

}  // namespace

core::Partition grow_regions(const CorrelationInstance& instance, const MatrixXd& distances) {
  Growth growth(instance, distances);
  Label next = 0;
  for (Object v = 0; v < instance.objects; ++v)
    if (growth.label(v) == kLeft) growth.grow(v, next++);
  return growth.partition();
}

}  // namespace tertium::partition
