#include "embedding/mixture/dp_mixture.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "embedding/mixture/mixture_fit.hpp"

namespace tertium::embedding {
namespace {

constexpr int kLookAhead = 4;  // splits that may cost free energy in between

/// A fit of more components and lower free energy; nothing if a few splits find none. One split of many clouds around a
/// centre may not pay although several do, so a few are looked ahead.
std::optional<MixtureFit> better_fit(const MixtureFit& fit) {
  const double enough = fit.free_energy() - kImprovement * std::abs(fit.free_energy());
  std::optional<MixtureFit> ahead = fit;
  for (int k = 0; k < kLookAhead; ++k) {
    ahead = ahead->best_split();
    if (!ahead) return std::nullopt;
    ahead->converge();
    if (ahead->free_energy() < enough) return ahead;
  }
  return std::nullopt;
}

}  // namespace

DpMixture dp_mixture(const core::Coordinates& coordinates) {
  const UncertainPlaces places = known_places(coordinates);
  if (!places.means.allFinite()) core::fail("a coordinate for the mixture is not finite, check the step before");
  if (places.count() == 0) return {};
  const NormalWishart prior = wide_prior(places);
  MixtureFit fit = MixtureFit::of_one(places, prior);
  fit.converge();
  while (std::optional<MixtureFit> better = better_fit(fit)) fit = std::move(*better);
  std::vector<core::Label> labels;
  for (Eigen::Index i = 0; i < places.count(); ++i)
    labels.push_back(static_cast<core::Label>(likeliest(fit.columns(), i)));
  return {core::Partition(labels), fit.free_energy()};
}

}  // namespace tertium::embedding
