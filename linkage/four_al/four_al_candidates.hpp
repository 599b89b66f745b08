#pragma once

#include <algorithm>
#include <vector>

#include "linkage/agglomeration/agglomeration.hpp"

namespace tertium::linkage {

/// A pair of clusters with its W.
struct Candidate {
  SlotPair slots;
  double value = 0.0;
};

/// The tie rule of 4-AL: of the candidates within kTieWidth of the largest the first in row-major order of places (a
/// joined cluster keeps the slot of the earlier place, so slots are ordered like places), or one drawn from them.
inline SlotPair choose(std::vector<Candidate>& candidates, TieBreaker& ties) {
  core::expects(!candidates.empty(), "at least two clusters are left");
  double largest = candidates.front().value;
  for (const Candidate& c : candidates) largest = std::max(largest, c.value);
  std::erase_if(candidates, [&](const Candidate& c) { return c.value < largest - kTieWidth; });
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.slots.kept != b.slots.kept ? a.slots.kept < b.slots.kept : a.slots.gone < b.slots.gone;
  });
  ties.restart();
  SlotPair chosen = candidates.front().slots;
  for (std::size_t k = 1; k < candidates.size(); ++k)
    if (ties.replaces()) chosen = candidates[k].slots;
  ties.settle();
  return chosen;
}

}  // namespace tertium::linkage
