#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"

namespace tertium::kernels {

/// AddS-3 as the answers that it is the sum of: S_ij counts +1 for every answer that names j the nearer to anchor i, or
/// i to anchor j, and -1 where it is the farther. Eight bytes an answer instead of N x N entries, and what S is needed
/// for, products with a few vectors, takes one pass over them.
class SparseAdds3 {
 public:
  /// Anchors are cut into so many blocks, whatever the number of threads: that fixes the order of sums of doubles.
  static constexpr int kBlocks = 16;

  /// All answers of `triplets`, anchor by anchor. OpenMP over blocks.
  explicit SparseAdds3(const core::Triplets& triplets);

  core::Object objects() const { return n_; }
  std::int64_t answers() const;

  /// y = S x for x and y of N rows of `width` doubles, a multiple of 8, in single precision (exact for small whole
  /// numbers). OpenMP over blocks, 32 N bytes for each; the same bits for any number of threads.
  void multiply(const double* x, double* y, int width) const;

  /// visit(anchor, answers of it) for the anchors of one block, ascending.
  template <typename Visit>
  void visit_block(int block, Visit&& visit) const {
    for (core::Object i = begin_of(block); i < begin_of(block + 1); ++i) {
      const auto begin = static_cast<std::size_t>(ends_[i] - count_[i]);
      visit(i, std::span(answers_[block]).subspan(begin, static_cast<std::size_t>(count_[i])));
    }
  }

 private:
  core::Object begin_of(int block) const { return static_cast<core::Object>(std::int64_t{n_} * block / kBlocks); }
  void read_block(const core::Triplets& triplets, int block);

  core::Object n_;
  std::array<std::vector<core::NearFar>, kBlocks> answers_;
  std::vector<std::int64_t> ends_;   // of an anchor's answers within its block
  std::vector<std::int64_t> count_;  // of an anchor's answers
};

}  // namespace tertium::kernels
