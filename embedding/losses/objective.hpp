#pragma once

#include <span>
#include <vector>

#include "embedding/losses/losses.hpp"
#include "embedding/terms/groups.hpp"

namespace tertium::embedding {

/// The loss of an embedding, a sum over the terms, and its gradient: the same bits for any number of threads and on
/// every instruction set. Used by one caller at a time.
class Objective {
 public:
  Objective(Terms terms, const Loss& loss);

  /// `x` and `gradient` hold N rows of as many numbers as there are dimensions. Returns the loss.
  double operator()(std::span<const double> x, std::span<double> gradient) const { return along(x, x, gradient); }

  /// Row i of `result` is the sum over j of 2 dloss/dD_ij (v_i - v_j), D_ij being the squared distances of x. It is the
  /// gradient where v = x; in terms of the Gram matrix G = X X^T it is 2 (dloss/dG) V. Rows of v may be of another
  /// length than those of x. Returns the loss of x.
  double along(std::span<const double> x, std::span<const double> v, std::span<double> result) const;

  Object objects() const { return groups_.objects; }
  std::size_t count() const { return count_; }  ///< of statements

 private:
  std::size_t dimensions_of(std::span<const double> rows) const;
  void fill_columns(std::span<const double> rows, std::vector<double>& columns) const;
  void add_blocks(std::size_t dimensions, std::span<double> result) const;

  Loss loss_;
  std::size_t count_;
  Groups groups_;
  std::vector<std::size_t> block_begin_;  // groups, cut into blocks of about equal work
  mutable std::vector<double> x_, v_;     // dimension by dimension
  mutable std::vector<double> results_;   // of every block
  mutable std::vector<double> scratch_;   // of every block
};

}  // namespace tertium::embedding
