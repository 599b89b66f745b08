#pragma once

#include <Eigen/Core>

namespace tertium::embedding {

/// What is known of how the crowd labels pairs: objects at x and y are called alike with probability
/// 1 / (1 + exp(-x^T W y - tau)), W symmetric. Independent Gaussians over the D(D+1)/2 free entries of W and over tau,
/// standard normal before anything is seen.
class Worker {
 public:
  /// W = I and tau = 0 for certain.
  explicit Worker(Eigen::Index dimensions);

  const Eigen::MatrixXd& mean() const { return mean_; }  ///< of W
  double bias() const { return bias_; }                  ///< mean of tau
  double squared_bias() const { return bias_ * bias_ + bias_variance_; }
  /// D^2 x D^2: E[W R W] of a symmetric matrix R is this matrix times R, both as columns.
  const Eigen::MatrixXd& image() const { return image_; }

  /// W after all pairs {i, j}: `squares` is the sum of s vec(R_i) vec(R_j)^T with the moments R = E[x x^T] and -s the
  /// precision that a pair adds for its score, halved; `linear` that of h m_i m_j^T with the pull h on its score.
  void learn_matrix(const Eigen::MatrixXd& squares, const Eigen::MatrixXd& linear);
  /// tau likewise, by the sums of s and of the pulls.
  void learn_bias(double squares, double linear);

  /// Kullback-Leibler divergence from what was known before anything was seen.
  double divergence() const;

 private:
  Eigen::MatrixXd from_free_;  ///< D^2 x D(D+1)/2, zeros and ones: W of its free entries
  Eigen::MatrixXd mean_, image_;
  double bias_ = 0.0, bias_variance_ = 0.0;
  double matrix_divergence_ = 0.0;
};

}  // namespace tertium::embedding
