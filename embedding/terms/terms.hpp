#pragma once

#include <cstddef>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/methods/problem.hpp"

namespace tertium::embedding {

using core::Object;

/// The statements that an embedding is fitted to. An answer that was given several times is several statements, or
/// where that would be many one of such a weight; contradictory ones are both there.
struct Terms {
  Object objects = 0;
  std::vector<core::Quadruplet> statements;  ///< (i, j) nearer than (k, l); of a triplet i = k is the anchor
  std::vector<double> weights{};             ///< of each, 1 in the mean; empty: all 1
};

/// Which statements of a problem are taken (the paper does not say how its triplet embeddings got quadruplets).
enum class Feed {
  kGiven,        ///< the triplets of the problem
  kMatched,      ///< triplets of the same similarities, drawn, as many as there are quadruplets, or all
  kShared,       ///< the quadruplets whose pairs share an object
  kQuadruplets,  ///< all quadruplets: two pairs instead of a triplet's
};

Terms terms_of(const core::Problem& problem, Feed feed);

/// The parameter `input` of every embedding step, its value, and what it needs of a problem.
core::ParameterInfo feed_parameter();
Feed feed_of(const core::Parameters& parameters);
core::Provisions needs_of_feed(const core::Parameters& parameters);

}  // namespace tertium::embedding
