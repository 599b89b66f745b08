#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/instance.hpp"

namespace tertium::linkage {

/// The support f(a) = sum over b of c(a;b) z(b) that a pair of objects has among the weighted others, for all pairs a
/// at once.
///
/// In 4-AL z(b) = 1/(|Gr||Gs|) for a pair b between two current clusters and 0 inside one; then W(Gp,Gq) is 2/(K(K-1))
/// times the mean of f over the pairs between Gp and Gq.
class PairSupport {
 public:
  virtual ~PairSupport() = default;

  /// Replaces the weights at the given positions, ascending.
  void reweigh(std::span<const core::Rank> positions, std::span<const double> weights);
  /// Computes the support of all pairs from the weights, forgetting accumulated rounding.
  virtual void rebuild() = 0;
  std::span<const double> support() const { return support_; }

 protected:
  explicit PairSupport(std::vector<double> weights) : weight_(std::move(weights)), support_(weight_.size(), 0.0) {}
  /// Updates the support after the weights at `positions` grew by `changes`.
  virtual void apply(std::span<const core::Rank> positions, std::span<const double> changes) = 0;

  std::vector<double> weight_;   // by position
  std::vector<double> support_;  // by position
};

/// Chooses prefix sums in rank order if every comparison is given, O(M) for a change of any size, else the list of
/// comparisons, O(p M) for every changed weight. Sums run in a fixed order: the same bits for any number of threads.
std::unique_ptr<PairSupport> make_pair_support(const core::Instance& instance, std::vector<double> weights,
                                               core::KernelTime* time);

}  // namespace tertium::linkage
