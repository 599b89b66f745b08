#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/random/random.hpp"

namespace tertium::embedding {

/// Which fold the answers about a set of objects are held out in: sets are dealt out at random by the cell.
template <std::size_t kObjects>
class SetFolds {
 public:
  using Set = std::array<core::Object, kObjects>;  // ascending

  /// `sets`: of every answer.
  SetFolds(std::vector<Set> sets, int folds, const core::CellKey& cell) : sets_(std::move(sets)) {
    std::ranges::sort(sets_);
    sets_.erase(std::unique(sets_.begin(), sets_.end()), sets_.end());
    for (std::size_t k = 0; k < sets_.size(); ++k)
      fold_.push_back(static_cast<int>(k % static_cast<std::size_t>(folds)));
    core::Stream(cell, core::Purpose::kFolds).shuffle(std::span(fold_));
  }

  std::size_t sets() const { return sets_.size(); }
  int operator()(const Set& set) const {
    return fold_[static_cast<std::size_t>(std::ranges::lower_bound(sets_, set) - sets_.begin())];
  }

 private:
  std::vector<Set> sets_;  // ascending, each once
  std::vector<int> fold_;
};

}  // namespace tertium::embedding
