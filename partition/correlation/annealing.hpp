#pragma once

#include "core/random/random.hpp"
#include "partition/correlation/local_search.hpp"

namespace tertium::partition {

/// Simulated annealing with the moves of the local search: objects take a cluster with probability in proportion to
/// e^(satisfied answers / temperature), while the temperature falls from the tenth of an object's answers to half an
/// answer in 30 passes; the local search ends it. The best of four such ways, and of the local search alone: so at
/// least as many answers are satisfied as by that one. `passes` are all of them; each takes O(N + T) time.
LocalSearchResult annealed_search(const core::Partition& start, std::span<const core::OddOneOut> answers,
                                  int most_passes, core::Stream& stream);

}  // namespace tertium::partition
