#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "embedding/mixture/gaussian_component.hpp"

namespace tertium::embedding {

/// Relative change of the free energy below which nothing has changed.
inline constexpr double kImprovement = 1e-5;

/// Who made which place: a column of N probabilities for each component. The last stands for all further components,
/// which are as the prior has them.
using MixtureColumns = std::vector<Eigen::VectorXd>;

/// The component that most likely made place i, the first of equal ones.
std::size_t likeliest(const MixtureColumns& columns, Eigen::Index i);

/// A variational Dirichlet-process mixture of Gaussians (Kurihara, Welling, Vlassis, NIPS 2006; concentration 1):
/// places given to components by columns, and the components that this makes. Each update costs N K D^2 operations. It
/// looks at the places anew in every update, so they, and the prior, must stay, and may move.
class MixtureFit {
 public:
  /// `columns` may be anything whose rows sum to 1; all places in the first of two, say.
  MixtureFit(const UncertainPlaces& places, const NormalWishart& prior, MixtureColumns columns)
      : places_(&places), prior_(&prior), columns_(std::move(columns)) {}
  /// Every place in one component.
  static MixtureFit of_one(const UncertainPlaces& places, const NormalWishart& prior);

  const MixtureColumns& columns() const { return columns_; }
  /// Of the components that the columns had before the last update; the last is the prior.
  const std::vector<NormalWishart>& components() const { return components_; }
  /// Upper bound of minus the log likelihood of the places, after an update.
  double free_energy() const { return free_energy_; }

  /// Components from places, then places from components: neither raises the free energy.
  void update();
  /// Updates until the free energy stays; in between components that have lost their places go, and the further ones
  /// give one of their own once they have a place.
  void converge();
  /// One update; one in between which components came and went, or one was split, instead, where that ends lower.
  void improve();
  /// Of the splits of up to ten components the one of least free energy; nothing where no component can be split.
  std::optional<MixtureFit> best_split() const;

 private:
  void tidy();
  void make_components();
  std::optional<MixtureFit> split(std::size_t c) const;

  const UncertainPlaces* places_;
  const NormalWishart* prior_;
  MixtureColumns columns_;
  std::vector<NormalWishart> components_{};
  std::vector<double> log_weights_{};
  double free_energy_ = 0.0;
};

}  // namespace tertium::embedding
