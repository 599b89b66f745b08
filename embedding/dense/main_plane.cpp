#include "embedding/dense/main_plane.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cstddef>

namespace tertium::embedding {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Axes = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

RowMajor centred(const core::Coordinates& places) {
  RowMajor rows = Eigen::Map<const RowMajor>(places.values.data(), places.objects, places.dimensions);
  rows.rowwise() -= Eigen::RowVectorXd(rows.colwise().mean());
  return rows;
}

core::Coordinates in_plane(const Axes& seen) {
  return {static_cast<core::Object>(seen.rows()), 2, {seen.data(), seen.data() + seen.size()}};
}

}  // namespace

std::vector<double> MainPlane::covariance(std::span<const double> of_map) const {
  const auto d = static_cast<Eigen::Index>(directions.size() / 2);
  const Eigen::Map<const Axes> axes(directions.data(), d, 2);
  const Eigen::Matrix2d found = axes.transpose() * Eigen::Map<const RowMajor>(of_map.data(), d, d) * axes;
  return {found(0, 0), found(0, 1), found(1, 1)};
}

core::Coordinates MainPlane::seen(const core::Coordinates& other) const {
  return in_plane(centred(other) * Eigen::Map<const Axes>(directions.data(), other.dimensions, 2));
}

MainPlane main_plane(const core::Coordinates& places) {
  const Eigen::Index d = places.dimensions;
  const RowMajor rows = centred(places);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> found(rows.transpose() * rows);  // in ascending order
  Axes axes = Axes::Zero(d, 2);
  double shown = 0.0;
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(d, 2); ++k) {
    Eigen::VectorXd direction = found.eigenvectors().col(d - 1 - k);
    Eigen::Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    axes.col(k) = direction(largest) < 0.0 ? Eigen::VectorXd(-direction) : direction;
    shown += found.eigenvalues()(d - 1 - k);
  }
  const double spread = found.eigenvalues().sum();
  return {in_plane(rows * axes),
          {axes.data(), axes.data() + axes.size()},
          spread > 0.0 ? std::min(1.0, shown / spread) : 1.0};
}

}  // namespace tertium::embedding
