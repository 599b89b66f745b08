#pragma once

#include <vector>

#include "core/comparisons/quadruplets.hpp"

namespace tertium::kernels {

/// Positions of all pairs {i, r}, anchor by anchor: N^2 numbers that are read in order.
class PairPositions {
 public:
  explicit PairPositions(const core::Quadruplets& quadruplets)
      : n_(quadruplets.objects()), position_(static_cast<std::size_t>(n_) * n_, -1) {
    core::PairIndex pair = 0;
    for (core::Object i = 0; i < n_; ++i)
      for (core::Object j = i + 1; j < n_; ++j, ++pair)
        position_[index(i, j)] = position_[index(j, i)] = quadruplets.position_of(pair);
  }

  /// -1 for i = r.
  core::Rank operator()(core::Object i, core::Object r) const { return position_[index(i, r)]; }

 private:
  std::size_t index(core::Object i, core::Object r) const { return static_cast<std::size_t>(r) * n_ + i; }

  core::Object n_;
  std::vector<core::Rank> position_;
};

}  // namespace tertium::kernels
