#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "embedding/choices/choices.hpp"

namespace tertium::embedding {

/// A choice, as one of its objects, its home, sees it.
struct ChoiceView {
  Object first = 0, second = 0;
};

/// Which of the pairs (home, first), (home, second) and (first, second) was chosen, of which.
enum ChoiceRole : std::size_t {
  kInPair,  ///< (home, first) of all three
  kOdd,     ///< (first, second) of all three
  kAnchor,  ///< (home, first) of these and (home, second)
  kNear,    ///< (home, first) of these and (first, second)
  kFar,     ///< (first, second) of these and (home, first)
  kChoiceRoles,
};

/// The choices that have one home, as they are listed: by role.
struct HomeChoices {
  std::array<std::span<const ChoiceView>, kChoiceRoles> views;
  const double* weights;  ///< e^product of the home and each other object
  double* slopes;         ///< of -ln P by the products of the home and the others; is added to
  double* away;           ///< a number a choice: the weight of (first, second), which becomes its slope
};

/// The sum of -ln P of the choices. The same bits on every instruction set.
double add_choices(const HomeChoices& home);

}  // namespace tertium::embedding
