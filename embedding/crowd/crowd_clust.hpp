#pragma once

#include <cstddef>
#include <vector>

#include "core/clusterings/coordinates.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

namespace tertium::embedding {

struct CrowdClust {
  core::Coordinates places{};    ///< mean place of every object
  std::vector<double> bounds{};  ///< lower bound of the log evidence after every iteration; never falls
  std::size_t components = 0;    ///< of the mixture that the places are drawn from
};

inline constexpr int kMostCrowdDimensions = 16;

/// Crowdclustering (Gomes, Welinder, Krause, Perona, NIPS 2011) of one worker: objects lie in D dimensions, drawn from
/// a Dirichlet-process mixture of Gaussians; a pair is labelled as Worker says, and an odd-one-out is three labels.
/// Places, worker and mixture are updated in turn by mean-field variational inference, logistic functions bounded as by
/// Jaakkola and Jordan (2000), until the lower bound rises by less than 1e-6 of itself, at most `iterations` times.
/// Starts from standard normal places of `stream`. 1 <= dimensions <= kMostCrowdDimensions. An iteration takes O(D^2)
/// time for every pair that is answered about, D^4 for every object, D^6. One thread: the same bits always.
CrowdClust crowd_clust(const core::OddOneOutList& answers, int dimensions, int iterations, core::Stream& stream);

}  // namespace tertium::embedding
