#pragma once

#include <span>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

namespace tertium::partition {

struct LocalSearchResult {
  core::Partition partition;
  int passes = 0;
  bool ended = true;  ///< false: the last pass that was allowed still moved objects
};

/// OCC17 algorithm 2: object after object, in the given order or that of their numbers, goes to the cluster, a new one
/// included, in which most answers are satisfied, until a whole pass moves none. An object that gains nothing stays; of
/// equal clusters it goes to the first. A pass takes O(N + T) time.
LocalSearchResult local_search(const core::Partition& start, std::span<const core::OddOneOut> answers, int most_passes,
                               std::span<const core::Object> order);

/// Simulated annealing with the moves of the local search: objects take a cluster with probability in proportion to
/// e^(satisfied answers / temperature), while the temperature falls from the tenth of an object's answers to half an
/// answer in 30 passes; the local search ends it. The best of four such ways, and of the local search alone: so at
/// least as many answers are satisfied as by that one. `passes` are all of them; each takes O(N + T) time.
LocalSearchResult annealed_search(const core::Partition& start, std::span<const core::OddOneOut> answers,
                                  int most_passes, core::Stream& stream);

/// Goes on from a partition where no move of one object satisfies more answers: joins the two clusters whose union
/// satisfies most more, breaks a cluster up into its objects and searches again where that ends in more, and so on
/// until neither helps; each search after the first visits the objects in a random order. Satisfies at least as many
/// answers as `start`. Each try takes a few passes of O(N + T) time.
LocalSearchResult merge_split_search(const core::Partition& start, std::span<const core::OddOneOut> answers,
                                     int most_passes, core::Stream& stream);

}  // namespace tertium::partition
