#pragma once

#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::embedding {

struct DpMixture {
  core::Partition partition;  ///< every place with the component that most likely made it
  double free_energy = 0.0;   ///< upper bound of minus the log likelihood of the places
};

/// Variational Dirichlet-process mixture of Gaussians (Kurihara, Welling, Vlassis, NIPS 2007), whose number of
/// components is found by splitting greedily (as Gomes, Welling, Perona, CVPR 2008): of the splits of up to ten
/// components along their longest axes the one that lowers the free energy most, until four of them together do not
/// lower it. Concentration 1. Each update costs N K D^2 operations. Throws UserError for places that are not finite.
DpMixture dp_mixture(const core::Coordinates& places);

}  // namespace tertium::embedding
