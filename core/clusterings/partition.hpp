#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Number of a cluster, 0..k-1.
using Label = std::int32_t;

/// A flat clustering: one label for every object. Every label 0..k-1 occurs.
class Partition {
 public:
  Partition() = default;
  /// Renumbers arbitrary labels to 0..k-1 in order of first appearance.
  explicit Partition(std::span<const Label> labels);
  /// A cluster for each object.
  static Partition singletons(Object n);

  Object objects() const { return static_cast<Object>(labels_.size()); }
  Label clusters() const { return clusters_; }
  Label operator[](Object i) const { return labels_[i]; }
  std::span<const Label> labels() const { return labels_; }
  /// Number of objects of every cluster.
  std::vector<Object> sizes() const;
  /// Objects of every cluster, ascending.
  std::vector<std::vector<Object>> members() const;
  bool operator==(const Partition&) const = default;

 private:
  std::vector<Label> labels_;
  Label clusters_ = 0;
};

/// The same clusters after the objects are renumbered: object i becomes object new_id[i].
Partition relabelled(const Partition& partition, std::span<const Object> new_id);

/// The numbers from before a renumbering: result[new_id[i]] = i.
std::vector<Object> inverse(std::span<const Object> new_id);

/// True if every cluster of `finer` lies inside one cluster of `coarser`.
bool refines(const Partition& finer, const Partition& coarser);

}  // namespace tertium::core
