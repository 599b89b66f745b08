#include "embedding/dense/procrustes.hpp"

#include <Eigen/SVD>
#include <algorithm>

namespace tertium::embedding {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMajor rows_of(const core::Coordinates& places) {
  return Eigen::Map<const RowMajor>(places.values.data(), places.objects, places.dimensions);
}

core::Coordinates coordinates_of(const RowMajor& rows) {
  return {
      static_cast<core::Object>(rows.rows()), static_cast<int>(rows.cols()), {rows.data(), rows.data() + rows.size()}};
}

}  // namespace

Procrustes moved_onto(const core::Coordinates& places, const core::Coordinates& target) {
  RowMajor from = rows_of(places), onto = rows_of(target);
  const Eigen::RowVectorXd centre = onto.colwise().mean();
  from.rowwise() -= Eigen::RowVectorXd(from.colwise().mean());
  onto.rowwise() -= centre;
  const double spread = from.squaredNorm(), target_spread = onto.squaredNorm();
  if (!(spread > 0.0 && target_spread > 0.0)) return {coordinates_of(centre.replicate(from.rows(), 1)), 1.0};
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(from.transpose() * onto, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const double common = svd.singularValues().sum();
  const RowMajor rotation = svd.matrixU() * svd.matrixV().transpose();
  const RowMajor moved = (common / spread * (from * rotation)).rowwise() + centre;
  return {coordinates_of(moved), std::clamp(1.0 - common * common / (spread * target_spread), 0.0, 1.0)};
}

}  // namespace tertium::embedding
