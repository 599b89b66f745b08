#pragma once

#include <cstddef>

namespace tertium::linkage {

/// Questions by which of two paths is the shorter, as many as `count`, a multiple of 8.
struct LogisticInput {
  const double* margin = nullptr;  ///< by how much the far path is longer, x
  const double* more = nullptr;    ///< weight of the answers that say so
  const double* less = nullptr;    ///< weight of the others
  std::size_t count = 0;
};

/// Returns the loss, the sum of more ln(1 + e^-x) + less ln(1 + e^x), and writes of each question its derivative by x
/// and its second one. The same bits on every instruction set.
double add_logistic(const LogisticInput& input, double* slope, double* curvature);

}  // namespace tertium::linkage
