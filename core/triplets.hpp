#pragma once

#include <span>
#include <vector>

#include "core/pairs.hpp"
#include "core/quadruplets.hpp"

namespace tertium::core {

/// The statement "anchor is more like near than like far", w_anchor,near > w_anchor,far.
struct Triplet {
  Object anchor = 0, near = 0, far = 0;
  bool operator==(const Triplet&) const = default;
};

/// The same statement about pairs: (anchor, near) > (anchor, far).
constexpr Quadruplet as_quadruplet(const Triplet& t) {
  return {t.anchor, t.near, t.anchor, t.far};
}

/// True if both pairs share an object, so that a triplet says the same.
bool is_triplet(const Quadruplet& statement);

/// The triplet that says the same; is_triplet(statement) must hold.
Triplet as_triplet(const Quadruplet& statement);

/// Triplets that somebody collected, in their order, repetitions and contradictions included.
class TripletList {
 public:
  TripletList() = default;
  /// Throws UserError for an object outside 0..n-1 and for a triplet whose three objects are not different.
  TripletList(Object n, std::vector<Triplet> triplets);

  Object objects() const { return n_; }
  std::int64_t count() const { return static_cast<std::int64_t>(triplets_.size()); }
  std::span<const Triplet> triplets() const { return triplets_; }
  /// Every triplet as a statement about pairs, in the same order.
  std::vector<Quadruplet> quadruplets() const;

 private:
  Object n_ = 0;
  std::vector<Triplet> triplets_;
};

}  // namespace tertium::core
