#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/methods/step.hpp"
#include "kernels/bits/bit_panel.hpp"
#include "kernels/bits/column_counts.hpp"

namespace tertium::linkage {

/// The support f(a) = sum over b of c(a;b) z(b) that a pair of objects has among the weighted others, for all pairs a
/// at once. Weights are integers (multiples of some unit), so f is exact: it is the same for any way of computing it.
///
/// A team shares the pairs a: every member keeps the comparisons of its own a, computes their f, and has all f in the
/// end. So all members call the same operations.
class PairSupport {
 public:
  virtual ~PairSupport() = default;

  /// The weights z of the rows of every group grow by its step.
  void add(std::span<const kernels::ColumnGroup> groups) {
    add_own(groups);
    team_.gather(std::span(support_), slices_);
  }
  /// All weights become 0.
  void clear() { std::fill(support_.begin(), support_.end(), std::int64_t{0}); }
  /// By position; what follows the last pair has no meaning.
  std::span<const std::int64_t> support() const { return support_; }
  /// Number of comparisons observed.
  virtual std::int64_t comparisons() const = 0;

 protected:
  /// Whole rows of words are shared out; there is a support for every pair of the last one.
  PairSupport(core::Team& team, std::int64_t pairs);
  core::Team& team() const { return team_; }
  core::Share own() const { return {slices_[team_.rank()], slices_[team_.rank() + 1]}; }
  std::span<std::int64_t> own_support() { return std::span(support_).subspan(own().begin, own().end - own().begin); }

 private:
  virtual void add_own(std::span<const kernels::ColumnGroup> groups) = 0;

  core::Team& team_;
  std::vector<std::int64_t> slices_;  // by member, where its pairs begin; and the end
  std::vector<std::int64_t> support_;
};

/// All comparisons as a table of M x M bits, twice if signs are not positions: a changed weight costs M/512 vector
/// steps, whatever p. M^2/8 bytes for each table, which a team shares, and all methods of the problem; throws UserError
/// if the system has not as much left.
std::unique_ptr<PairSupport> make_dense_support(const core::Problem& problem);
inline const core::ProductKey<kernels::BitPanel> kQuadrupletTable{"table of quadruplets"};
core::SharedCost dense_support_cost(const core::ProblemSize& size);

/// The same without the table: the rows that count are drawn again, each time, in a few megabytes. A changed weight
/// costs about a nanosecond for every pair, more where few change at a time.
std::unique_ptr<PairSupport> make_redrawn_support(const core::Problem& problem);
/// Bytes of it, on each member, and steps of about 1 ns for `leaves` clusters in the beginning, of all together.
double redrawn_support_bytes(double pairs, bool with_signs);
double redrawn_support_steps(const core::ProblemSize& size, double leaves);

/// Bytes that the tables of the dense support take, on each member of a team.
double dense_support_bytes(double pairs, bool with_signs, int team);

}  // namespace tertium::linkage
