#pragma once

#include <cstdint>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::core {

/// Dasgupta's cost: sum over unordered pairs of w_ij times the number of objects under their lowest common ancestor.
/// Lower is better.
double dasgupta_cost(const Dendrogram& tree, const Similarities& w);
std::int64_t dasgupta_cost(const Dendrogram& tree, const PairTable<std::int64_t>& similarity);

}  // namespace tertium::core
