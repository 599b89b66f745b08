#pragma once

#include <cstddef>
#include <vector>

#include "core/comparisons/odd_one_outs.hpp"
#include "core/methods/problem.hpp"

namespace tertium::embedding {

using core::Object;

/// Answers as choices of a pair: of the three pairs of three objects, or of the two that a triplet compares. One that
/// was given several times is there as often, contradictory ones are both there.
struct Choices {
  Object objects = 0;
  std::vector<core::OddOneOut> of_three{};
  std::vector<core::Triplet> of_two{};

  std::size_t count() const { return of_three.size() + of_two.size(); }
};

/// Of the problem's triplets: "a is more like b than like c" and "b is more like a than like c" together are the choice
/// of a and b of three, as an odd-one-out says it; what has no such partner is a choice of two. Sorted.
Choices choices_of(const core::Problem& problem);

}  // namespace tertium::embedding
