#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/team.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::kernels {

/// The share of n objects' answers that the member of a team of so many holds who holds most: sections are not divided.
double largest_share(core::Object n, int members);

/// AddS-3 as the answers that it is the sum of: S_ij counts +1 for every answer that names j the nearer to anchor i, or
/// i to anchor j, and -1 where it is the farther. Four bytes an answer instead of N x N entries, and what S is needed
/// for, products with a few vectors, takes two passes over them.
///
/// S = B + B^T, B of one row for each anchor. Columns are cut into blocks whose vectors stay near the processor, at
/// most 32,768 of them, so that what is left of a column's number, with the sign, takes two bytes; anchors into
/// batches, which are kept block by block, and these into at most 64 sections. A section's sums are single precision,
/// in an order that goes by N alone; they are added up as whole multiples of a unit, in whatever order. So the bits
/// are the same for any number of threads, and of the members of a team, who share the sections.
class SparseAdds3 {
 public:
  /// All answers of `triplets`; a member of the team asks for those of its sections' anchors, and keeps no others.
  /// OpenMP over batches.
  explicit SparseAdds3(const core::Triplets& triplets, core::Team& team = core::Team::alone());

  core::Object objects() const { return n_; }
  /// Those of all members.
  std::int64_t answers() const { return answers_; }

  /// y = S x for x and y of N rows of `width` doubles, a multiple of 8, in single precision (exact for small whole
  /// numbers; finite). OpenMP over batches, then over blocks; 96 N bytes. All members call this, and have all of y.
  void multiply(const double* x, double* y, int width) const;

  /// The sums of every object's scores with the members of every cluster, by object and cluster: S times the clusters'
  /// indicators. Exact up to 2^24. Labels in [0, k).
  std::vector<float> cluster_sums(std::span<const core::Label> labels, core::Label k) const;

  /// The entries of the rows of some anchors in B: twice the column within its block, and 1 more where it is -1.
  struct Batch {
    core::Object begin = 0, anchors = 0;
    std::vector<std::uint16_t> entries{};  ///< by block, then by anchor
    std::vector<std::uint32_t> ends{};     ///< of an anchor's entries in a block, at block * anchors + anchor

    /// The entries of one block, and where those of its anchors end among all.
    struct Part {
      const std::uint16_t* entries;
      std::uint32_t begin;
      const std::uint32_t* ends;
    };
    Part part(int block) const {
      const std::size_t first = static_cast<std::size_t>(block) * static_cast<std::size_t>(anchors);
      return {entries.data(), first == 0 ? 0 : ends[first - 1], ends.data() + first};
    }
  };

 private:
  /// S times kSparseWidth columns: fill(i, row) makes the rows of one factor, floats, take(i, row) has those of the
  /// product, doubles.
  template <typename Fill, typename Take>
  void product(Fill&& fill, Take&& take) const;
  void read_batch(const core::Triplets& triplets, Batch& batch) const;
  /// Adds B x, and B^T x, of this member's anchors to the sums, `unit` each.
  void add_products(const float* x, double unit, std::int64_t* sums) const;
  int blocks() const { return static_cast<int>((n_ + columns() - 1) >> column_bits_); }
  core::Object columns() const { return core::Object{1} << column_bits_; }

  core::Object n_;
  int column_bits_;
  core::Team* team_;
  std::size_t of_section_;  ///< batches
  std::int64_t answers_ = 0;
  std::vector<Batch> batches_;  ///< this member's
};

}  // namespace tertium::kernels
