#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "embedding/choices/choices.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// How improbable choices are if a pair is chosen with a probability that is proportional to e^(scalar product of its
/// places): the sum of -ln P over all choices, and its gradient.
///
/// Time: N^2 d for the products of all pairs and as much for the gradient, 3 steps for a choice; memory: 8 N^2 bytes
/// and 24 for a choice. The same bits for any number of threads and on every instruction set.
class ChoiceObjective {
 public:
  explicit ChoiceObjective(const Choices& choices);

  Object objects() const { return objects_; }
  std::size_t count() const { return count_; }

  /// `x`: objects rows of as many numbers, none of them negative, as there are dimensions; `gradient` likewise.
  /// Products beyond kMostProduct count as that.
  double operator()(std::span<const double> x, std::span<double> gradient) const;
  static constexpr double kMostProduct = 300.0;

 private:
  /// A choice, as one of its objects sees it.
  struct View {
    Object first = 0, second = 0;
  };
  /// Which of the pairs (object, first), (object, second) and (first, second) was chosen, of which.
  enum Role : std::size_t {
    kInPair,  ///< (object, first) of all three
    kOdd,     ///< (first, second) of all three
    kAnchor,  ///< (object, first) of these and (object, second)
    kNear,    ///< (object, first) of these and (first, second)
    kFar,     ///< (first, second) of these and (object, first)
    kRoles,
  };
  std::span<const View> views(Object object, Role role) const;
  void list_views(const Choices& choices);
  void sort_views();
  void weigh_pairs(const Matrix& x) const;
  template <Role kRole>
  double add_slopes(Object object, double* slopes) const;
  double slopes_of(Object object, double* slopes) const;

  Object objects_ = 0;
  std::size_t count_ = 0;
  std::vector<std::size_t> begin_;  // of the views of an object and role
  std::vector<View> views_;
  mutable Matrix weight_;  // e^product of all pairs
};

}  // namespace tertium::embedding
