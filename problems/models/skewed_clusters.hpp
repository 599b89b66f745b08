#pragma once

#include <optional>
#include <vector>

#include "core/clusterings/partition.hpp"

namespace tertium::problems {

/// The cluster of each of n objects, the first ones first: each is `skew` times as large as the one before, but for
/// rounding.
std::vector<core::Label> skewed_clusters(core::Object n, core::Label clusters, double skew);

/// A cluster that would have no objects, if there is one. There is none where each has a share of at least one object.
std::optional<core::Label> empty_skewed_cluster(core::Object n, core::Label clusters, double skew);

}  // namespace tertium::problems
