#include "partition/sparse/proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/limits.hpp"
#include "embedding/dense/eigen_range.hpp"
#include "partition/sdp/cluster_centring.hpp"
#include "partition/sparse/cluster_means.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using embedding::Matrix;

/// The multipliers of one penalty.
class DualPoint {
 public:
  DualPoint(const SparseMeans& means, const core::Partition& partition)
      : means_(means), partition_(partition), n_(partition.labels().size()) {}

  /// g_ib for i in a, b another cluster.
  double margin(std::size_t i, Label a, Label b) const {
    return means_.of_object(i, a) - means_.of_object(i, b) + (means_.between(b, b) - means_.between(a, a)) / 2.0 -
           penalty_ * per_penalty(a, b);
  }
  /// The largest penalty under which no margin is negative.
  double largest_penalty() const {
    double largest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n_; ++i)
      for (Label a = label(i), b = 0; b < means_.clusters(); ++b)
        if (b != a) largest = std::min(largest, margin(i, a, b) / per_penalty(a, b));
    return largest;
  }
  void set_penalty(double penalty) { penalty_ = penalty; }

  /// y += Gamma x: for i in a, j in b another cluster, Gamma_ij = g_ib g_ja / (mean g of a and b).
  void add_multiple(const Matrix& x, Matrix& y) const {
    const Label k = means_.clusters();
    Matrix totals(k * k, x.cols());  // of cluster b, weighed by the margins towards a
    for (std::size_t j = 0; j < n_; ++j)
      for (Label b = label(j), a = 0; a < k; ++a)
        if (a != b) add_row(x.row(static_cast<int>(j)), margin(j, b, a), totals.row(a * k + b), x.cols());
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n_; ++i)
      for (Label a = label(i), b = 0; b < k; ++b)
        if (a != b)
          add_row(totals.row(a * k + b), margin(i, a, b) / mean_margin(a, b), y.row(static_cast<int>(i)), x.cols());
  }

 private:
  static void add_row(const double* x, double factor, double* y, int width) {
    for (int c = 0; c < width; ++c) y[c] += factor * x[c];
  }
  Label label(std::size_t i) const {
    return partition_[static_cast<core::Object>(i)];
  }
  double per_penalty(Label a, Label b) const {
    return 0.5 / means_.size(a) + 0.5 / means_.size(b);
  }
  double mean_margin(Label a, Label b) const {
    return (means_.between(a, a) + means_.between(b, b)) / 2.0 - means_.between(a, b) - penalty_ * per_penalty(a, b);
  }

  const SparseMeans& means_;
  const core::Partition& partition_;
  std::size_t n_;
  double penalty_ = 0.0;
};

}  // namespace

double expected_proof_products(double objects, double answers, double clusters, double eps) {
  constexpr double kDelta = 0.5, kFirstLook = 6.0, kUsual = 20.0;
  const double root = clusters + std::sqrt(clusters * std::log(std::max(2.0, objects * clusters)));
  return answers * std::pow(eps * kDelta, 2.0) < objects * root * root ? kFirstLook : kUsual;
}

SparseProof prove_optimal(const kernels::SparseAdds3& scores, const core::Partition& partition, core::Stream& stream,
                          double failure) {
  constexpr double kOfLargest = 0.98;  // of the penalty, so that margins are surely positive
  constexpr double kRounding = 1e-4;   // of the spread: single precision errs by some 1e-6 of it
  constexpr std::array kLooks = {6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, kProofProducts};
  const int n = scores.objects(), k = partition.clusters();
  SparseProof proof;
  if (n == 0 || k < 2 || n <= k) return {n > 0 && k == 1};  // a trace of 1 has one solution
  const SparseMeans means(scores, partition);
  DualPoint dual(means, partition);
  proof.penalty = kOfLargest * dual.largest_penalty();
  if (!(proof.penalty > 0.0) || !means.exact()) return proof;
  dual.set_penalty(proof.penalty);
  const auto times = [&](const Matrix& x) {
    Matrix y = noise_times(scores, partition, x);
    dual.add_multiple(x, y);
    center_in_clusters(y, partition);
    return y;
  };
  embedding::EigenRange range({n, times, {}}, n - k, random_orthogonal(partition, stream));
  for (const int look : kLooks) {
    while (range.products() < look) {
      core::keep_to_limits();
      if (!range.grow()) return proof;  // too few objects for so many products
    }
    proof.products = range.products();
    proof.largest = range.largest();
    const double bound =
        range.upper_bound(failure / std::size(kLooks)) + kRounding * (range.largest() - range.smallest());
    proof.bound = std::isfinite(bound) ? bound : 0.0;
    proof.proven = bound < proof.penalty;
    if (proof.proven || proof.largest >= proof.penalty) break;
  }
  return proof;
}

}  // namespace tertium::partition
