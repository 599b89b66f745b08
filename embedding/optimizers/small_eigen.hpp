#pragma once

#include <cstddef>
#include <vector>

namespace tertium::embedding {

/// A matrix of a few dozen rows, row by row.
struct SmallMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values{};

  SmallMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

/// A factor F of d columns with F F^T nearest to the symmetric m x m matrix among all positive semidefinite ones of
/// rank d at most: its d largest eigenvalues, those below 0 as 0. The columns are orthogonal, by descending length; the
/// sign of each is that of its largest entry, made positive. Jacobi's rotations: the same bits on every machine.
SmallMatrix nearest_factor(SmallMatrix symmetric, std::size_t d);

}  // namespace tertium::embedding
