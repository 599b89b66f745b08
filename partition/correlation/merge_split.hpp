#pragma once

#include "core/random/random.hpp"
#include "partition/correlation/local_search.hpp"

namespace tertium::partition {

/// Goes on from a partition where no move of one object satisfies more answers: joins the two clusters whose union
/// satisfies most more, breaks a cluster up into its objects and searches again where that ends in more, and so on
/// until neither helps; each search after the first visits the objects in a random order. Satisfies at least as many
/// answers as `start`. Each try takes a few passes of O(N + T) time.
LocalSearchResult merge_split_search(const core::Partition& start, std::span<const core::OddOneOut> answers,
                                     int most_passes, core::Stream& stream);

}  // namespace tertium::partition
