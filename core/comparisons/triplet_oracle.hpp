#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// The true answer to any triplet, out of latent similarities that need not be a table: what can be drawn where no
/// table of all pairs fits. Safe to ask from several threads.
class TripletOracle {
 public:
  virtual ~TripletOracle() = default;
  Object objects() const { return n_; }
  /// signs[c] = sign(w_anchor,x - w_anchor,y) of x = first[c], y = second[c], three different objects.
  virtual void signs(Object anchor, std::span<const Object> first, std::span<const Object> second,
                     std::span<int> signs) const = 0;

 protected:
  explicit TripletOracle(Object n) : n_(n) {}

 private:
  Object n_;
};

/// Answers out of a table.
std::shared_ptr<const TripletOracle> oracle_of(std::shared_ptr<const Similarities> w);

/// The same objects under other numbers: object i of `oracle` is object new_id[i] of the result.
std::shared_ptr<const TripletOracle> relabelled(std::shared_ptr<const TripletOracle> oracle,
                                                std::span<const Object> new_id);

}  // namespace tertium::core
