#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_array.hpp"
#include "embedding/choices/choice_kernel.hpp"
#include "embedding/choices/choices.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// How improbable choices are if a pair is chosen with a probability that is proportional to e^(scalar product of its
/// places): the sum of -ln P over all choices, and its gradient.
///
/// Time: N^2 d / 2 for the products of all pairs and twice as much for the gradient, and some steps for a choice;
/// memory: 4 N^2 bytes and 24 for a choice. The same bits for any number of threads and on every instruction set.
class ChoiceObjective {
 public:
  explicit ChoiceObjective(const Choices& choices);

  Object objects() const { return objects_; }
  std::size_t count() const { return views_.size(); }

  /// `x`: objects rows of as many numbers, none of them negative, as there are dimensions; `gradient` likewise.
  /// Products beyond kMostProduct count as that.
  double operator()(std::span<const double> x, std::span<double> gradient) const;
  static constexpr double kMostProduct = 300.0;

 private:
  /// A pair, as its smaller object sees it, of a choice whose home is smaller than both.
  struct Link {
    Object other = 0;
    std::uint32_t choice = 0;
  };
  void list_choices(const Choices& choices);
  void sort_choices();
  void link_choices();
  std::span<const Link> links(Object object) const;
  std::size_t block_begin(std::size_t block) const;
  double* row(Object object) const;
  void compute_weights(const Matrix& x) const;
  double choose_at(Object home, double* weights) const;
  void add_links(Object object, double* slopes) const;
  void copy_rows(int begin, int end, Matrix& to) const;

  Object objects_ = 0;
  int padded_ = 0;
  std::vector<std::size_t> begin_;  // of the choices of a home and role
  std::vector<ChoiceView> views_;
  std::vector<std::size_t> begin_links_;  // of an object
  std::vector<Link> links_;
  mutable std::vector<double> away_;  // of a choice: the weight, then the slope, of the pair without its home
  core::LargeArray<double> pairs_;    // e^product of all pairs, then slopes; blocks of rows, from their first column on
};

}  // namespace tertium::embedding
