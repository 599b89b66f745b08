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
constexpr double kFewest = 2.0;    // points of a component that can be split

/// The principal axis of the component's scatter, by its entry of largest modulus upwards.
VectorXd longest_axis(const NormalWishart& component) {
  const VectorXd axis = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(component.b).eigenvectors().rightCols(1);
  Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis(largest) < 0.0 ? VectorXd(-axis) : axis;
}

std::vector<Index> points_of(const Columns& columns, std::size_t c) {
  std::vector<Index> own;
  for (Index i = 0; i < columns[c].size(); ++i)
    if (likeliest(columns, i) == c) own.push_back(i);
  return own;
}

UncertainPoints part_of(const UncertainPoints& points, const std::vector<Index>& own) {
  UncertainPoints part{points.means(Eigen::all, own), {}};
  if (!points.are_known()) part.covariances = points.covariances(Eigen::all, own);
  return part;
}

/// The columns with column c in two, between the own points' shares of either part; what they leave goes to the further
/// components. The other points' shares stay with the first part.
Columns divided(Columns columns, std::size_t c, const std::vector<Index>& own, const Columns& parts) {
  columns.insert(columns.end() - 1, VectorXd::Zero(columns[c].size()));
  const std::size_t second = columns.size() - 2, further = columns.size() - 1;
  for (std::size_t k = 0; k < own.size(); ++k) {
    const double share = columns[c](own[k]);
    const auto place = static_cast<Index>(k);
    columns[c](own[k]) = share * parts[0](place);
    columns[second](own[k]) = share * parts[1](place);
    columns[further](own[k]) += share * parts[2](place);
  }
  return columns;
}

}  // namespace

/// The points of a component cut across its longest axis and updated by themselves; in the whole fit. Nothing if all
/// points lie on one side.
std::optional<MixtureFit> MixtureFit::split(std::size_t c) const {
  const std::vector<Index> own = points_of(columns_, c);
  const UncertainPoints part = part_of(*points_, own);
  const VectorXd along = (part.means.colwise() - components_[c].m).transpose() * longest_axis(components_[c]);
  const VectorXd first = (along.array() > 0.0).cast<double>();
  if (first.sum() == 0.0 || first.sum() == static_cast<double>(own.size())) return std::nullopt;
  MixtureFit parts(part, *prior_, {first, 1.0 - first.array(), VectorXd::Zero(first.size())});
  for (int k = 0; k < kTrialUpdates; ++k) parts.update();
  MixtureFit whole(*points_, *prior_, divided(columns_, c, own, parts.columns_));
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
