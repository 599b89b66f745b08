#include "embedding/mixture/dp_mixture.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "embedding/mixture/mixture_fit.hpp"

namespace tertium::embedding {

DpMixture dp_mixture(const core::Coordinates& coordinates) {
  const UncertainPoints points = known_points(coordinates);
  if (!points.means.allFinite())
    core::fail("a point of the mixture is not finite, look at the coordinates of the step before");
  if (points.count() == 0) return {};
  const NormalWishart prior = wide_prior(points);
  MixtureFit fit = MixtureFit::of_one(points, prior);
  fit.converge();
  for (;;) {
    std::optional<MixtureFit> tried = fit.best_split();
    if (!tried) break;
    tried->converge();
    if (!(fit.free_energy() - tried->free_energy() > kImprovement * std::abs(fit.free_energy()))) break;
    fit = std::move(*tried);
  }
  std::vector<core::Label> labels;
  for (Eigen::Index i = 0; i < points.count(); ++i)
    labels.push_back(static_cast<core::Label>(likeliest(fit.columns(), i)));
  return {core::Partition(labels), fit.free_energy()};
}

}  // namespace tertium::embedding
