// The greedy splits of Gomes, Welling and Perona (CVPR 2008).
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <utility>

#include "embedding/mixture/mixture_fit.hpp"

namespace tertium::embedding {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kCandidates = 10;    // components that are tried to split
constexpr int kTrialUpdates = 10;  // of the two parts of a split
constexpr double kFewest = 2.0;    // places of a component that can be split

/// The principal axis of the component's scatter, by its entry of largest modulus upwards.
VectorXd longest_axis(const NormalWishart& component) {
  const VectorXd axis = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(component.b).eigenvectors().rightCols(1);
  Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis(largest) < 0.0 ? VectorXd(-axis) : axis;
}

std::vector<Index> members_of(const MixtureColumns& columns, std::size_t c) {
  std::vector<Index> own;
  for (Index i = 0; i < columns[c].size(); ++i)
    if (likeliest(columns, i) == c) own.push_back(i);
  return own;
}

UncertainPlaces part_of(const UncertainPlaces& places, const std::vector<Index>& own) {
  UncertainPlaces part{places.means(Eigen::all, own), {}};
  if (!places.are_known()) part.covariances = places.covariances(Eigen::all, own);
  return part;
}

/// The columns with column c in two, between the own places' shares of either part; what they leave goes to the further
/// components. The other places' shares stay with the first part.
MixtureColumns divided(MixtureColumns columns, std::size_t c, const std::vector<Index>& own,
                       const MixtureColumns& parts) {
  columns.insert(columns.end() - 1, VectorXd::Zero(columns[c].size()));
  const std::size_t second = columns.size() - 2, further = columns.size() - 1;
  for (std::size_t k = 0; k < own.size(); ++k) {
    const double share = columns[c](own[k]);
    const auto at = static_cast<Index>(k);
    columns[c](own[k]) = share * parts[0](at);
    columns[second](own[k]) = share * parts[1](at);
    columns[further](own[k]) += share * parts[2](at);
  }
  return columns;
}

}  // namespace

/// The places of a component cut across its longest axis and updated by themselves; in the whole fit. Nothing if all
/// places lie on one side.
std::optional<MixtureFit> MixtureFit::split(std::size_t c) const {
  const std::vector<Index> own = members_of(columns_, c);
  const UncertainPlaces part = part_of(*places_, own);
  const VectorXd along = (part.means.colwise() - components_[c].m).transpose() * longest_axis(components_[c]);
  const VectorXd first = (along.array() > 0.0).cast<double>();
  if (first.sum() == 0.0 || first.sum() == static_cast<double>(own.size())) return std::nullopt;
  MixtureFit parts(part, *prior_, {first, 1.0 - first.array(), VectorXd::Zero(first.size())});
  for (int k = 0; k < kTrialUpdates; ++k) parts.update();
  MixtureFit whole(*places_, *prior_, divided(columns_, c, own, parts.columns_));
  whole.update();
  return whole;
}

std::optional<MixtureFit> MixtureFit::best_split() const {
  std::optional<MixtureFit> best;
  const std::size_t known = std::min<std::size_t>(kCandidates, columns_.size() - 1);
  for (std::size_t c = 0; c < known; ++c) {
    if (columns_[c].sum() <= kFewest) continue;
    std::optional<MixtureFit> tried = split(c);
    if (tried && (!best || tried->free_energy_ < best->free_energy_)) best = std::move(tried);
  }
  return best;
}

}  // namespace tertium::embedding
