#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/instance.hpp"
#include "kernels/column_counts.hpp"

namespace tertium::linkage {

/// The support f(a) = sum over b of c(a;b) z(b) that a pair of objects has among the weighted others, for all pairs a
/// at once. Weights are integers (multiples of some unit), so f is exact: it is the same for any way of computing it.
class PairSupport {
 public:
  virtual ~PairSupport() = default;

  /// The weights z of the rows of every group grow by its step.
  virtual void add(std::span<const kernels::ColumnGroup> groups) = 0;
  /// All weights become 0.
  void clear() { std::fill(support_.begin(), support_.end(), std::int64_t{0}); }
  /// By position; what follows the last pair has no meaning.
  std::span<const std::int64_t> support() const { return support_; }
  /// Number of comparisons observed.
  virtual std::int64_t comparisons() const = 0;

 protected:
  explicit PairSupport(std::int64_t size) : support_(static_cast<std::size_t>(size), 0) {}
  std::vector<std::int64_t> support_;
};

/// All comparisons as a table of M x M bits, twice if signs are not positions: a changed weight costs M/512 vector
/// steps, whatever p. M^2/8 bytes for each table; throws UserError if the system has not as much left.
std::unique_ptr<PairSupport> make_dense_support(const core::Instance& instance, core::KernelTime* time);

/// The list of comparisons: a changed weight costs p M additions. 8 bytes for every comparison.
std::unique_ptr<PairSupport> make_sparse_support(const core::Instance& instance, core::KernelTime* time);

/// Bytes that the tables of the dense support take.
double dense_support_bytes(double pairs, bool with_signs);

}  // namespace tertium::linkage
