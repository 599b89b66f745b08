#include "partition/k_means/k_means.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "partition/k_means/lloyd.hpp"

namespace tertium::partition {

core::Partition k_means(const Matrix& rows, int k, core::Stream& stream, const KMeansSettings& settings) {
  core::expects(k >= 1, "k-means has at least one cluster");
  const int n = rows.rows();
  if (n == 0 || rows.cols() == 0) return core::Partition(std::vector<core::Label>(n, 0));
  Matrix centred = rows;
  center_columns(centred);  // distances are differences of squares: keep those small
  std::optional<Lloyd> best;
  double least = std::numeric_limits<double>::infinity();
  for (int restart = 0; restart < settings.restarts; ++restart) {
    core::keep_to_limits();
    Lloyd lloyd(centred, std::min(k, n));
    lloyd.draw_centres(stream);
    const double sum = lloyd.run(settings.iterations);
    if (best && !(sum < least)) continue;
    least = sum;
    best.emplace(std::move(lloyd));
  }
  if (least > 0.0) best->merge_and_split(settings.iterations);
  return core::Partition(best->labels());
}

core::Partition k_means_of_first(const Matrix& rows, int k, int some, core::Stream& stream) {
  core::expects(some >= 1, "k-means of some rows");
  if (rows.rows() <= some) return k_means(rows, k, stream);
  Matrix first(some, rows.cols());
  for (int i = 0; i < some; ++i) std::copy_n(rows.row(i), rows.cols(), first.row(i));
  const core::Partition clusters = k_means(first, k, stream);
  const std::vector<core::Object> sizes = clusters.sizes();
  Matrix means(clusters.clusters(), rows.cols());
  for (int i = 0; i < some; ++i)
    for (int c = 0; c < rows.cols(); ++c) means(clusters[i], c) += rows(i, c) / sizes[clusters[i]];
  const auto squared = [&](int i, int cluster) {
    double sum = 0.0;
    for (int c = 0; c < rows.cols(); ++c) sum += (rows(i, c) - means(cluster, c)) * (rows(i, c) - means(cluster, c));
    return sum;
  };
  std::vector<core::Label> labels(rows.rows());
#pragma omp parallel for schedule(static)
  for (int i = 0; i < rows.rows(); ++i) {
    core::Label nearest = 0;
    for (core::Label other = 1; other < clusters.clusters(); ++other)
      if (squared(i, other) < squared(i, nearest)) nearest = other;
    labels[i] = nearest;
  }
  return core::Partition(std::move(labels));
}

}  // namespace tertium::partition
