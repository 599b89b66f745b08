#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/large_array.hpp"
#include "embedding/losses/group_kernel.hpp"
#include "embedding/losses/losses.hpp"
#include "embedding/terms/groups.hpp"

namespace tertium::embedding {

/// The loss of an embedding, a sum over the terms, and its gradient: the same bits for any number of threads and on
/// every instruction set. Used by one caller at a time.
class Objective {
 public:
  /// What evaluating takes, which objectives that are evaluated one after the other may have together.
  struct Workspace {
    /// As many numbers as were ever needed at once, of no value to begin with.
    struct Room {
      core::LargeArray<double> values{};
      std::size_t size = 0;
      double* at_least(std::size_t count);
    };
    Room numbers{};  // x or v, laid out
    Room results{};  // of every block
    Room scratch{};  // of every block
  };

  Objective(std::shared_ptr<const Groups> groups, const Loss& loss,
            std::shared_ptr<Workspace> workspace = std::make_shared<Workspace>());
  Objective(Terms terms, const Loss& loss);

  /// `x` and `gradient` hold N rows of as many numbers as there are dimensions. Returns the loss.
  double operator()(std::span<const double> x, std::span<double> gradient) const;

  /// The loss alone.
  double loss(std::span<const double> x) const;

  /// Returns the loss and keeps dloss/dD_ij of every pair, D_ij being the squared distances of x, for products.
  double evaluate(std::span<const double> x) const;

  /// Row i of `result` is the sum over j of 2 dloss/dD_ij (v_i - v_j), at the last x that was evaluated. It is the
  /// gradient where v = x; in terms of the Gram matrix G = X X^T it is 2 (dloss/dG) V. Rows of v may be of another
  /// length than those of x.
  void multiply(std::span<const double> v, std::span<double> result) const;

  Object objects() const { return groups_->objects; }
  std::size_t count() const { return groups_->statements; }  ///< of statements

 private:
  std::size_t dimensions_of(std::span<const double> rows) const;
  Numbers numbers_of(std::span<const double> rows) const;
  KernelInput input(const Numbers& numbers, std::size_t block) const;
  double* empty_result(std::size_t block, std::size_t size) const;
  template <typename Work>
  double each_block(const Work& work) const;
  void add_blocks(const Numbers& like, std::span<double> result) const;

  Loss loss_;
  std::shared_ptr<const Groups> groups_;
  bool by_dimension_;                     // numbers are laid out so: some partners are read in a row
  std::vector<std::size_t> block_begin_;  // groups, cut into blocks of about equal work
  std::shared_ptr<Workspace> workspace_;
  mutable std::vector<double> slopes_;  // of every pair, once they were asked for
};

}  // namespace tertium::embedding
