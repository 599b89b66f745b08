#pragma once

#include "core/clusterings/partition.hpp"
#include "core/random/random.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

struct KMeansSettings {
  int restarts = 10;
  int iterations = 300;  ///< at most, of each restart
};

/// Lloyd's algorithm from centres drawn by greedy k-means++ (Arthur and Vassilvitskii, SODA 2007, section 6: the best
/// of a few draws becomes a centre), the best of several restarts by the sum of squared distances; then clusters are
/// joined and others split while that makes the sum smaller (Lloyd::merge_and_split). `rows` are rows. At most k
/// clusters: fewer where there are no k different rows. A row goes to the first of equally near centres; a cluster that
/// runs empty takes the row farthest from its centre. A function of the rows, k and the stream. Cost of an iteration: 2
/// n k d operations.
core::Partition k_means(const Matrix& rows, int k, core::Stream& stream, const KMeansSettings& settings = {});

/// The clusters of the first `some` rows, and of every row that whose mean is the nearest, the first of equally near
/// ones: for very many rows in no order. As k_means where there are no more. OpenMP over rows.
core::Partition k_means_of_first(const Matrix& rows, int k, int some, core::Stream& stream);

}  // namespace tertium::partition
