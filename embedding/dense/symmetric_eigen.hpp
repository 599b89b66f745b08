#pragma once

#include <string>
#include <vector>

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// Eigenvalues in descending order; column c of `vectors` belongs to the value c.
struct EigenPairs {
  std::vector<double> values{};
  Matrix vectors{};
};

/// All eigenpairs of a symmetric matrix, by LAPACK (divide and conquer). Throws UserError where LAPACK gives up. The
/// vectors take the matrix's place: 24 n^2 bytes with one that is moved here.
EigenPairs symmetric_eigen(Matrix a);

/// The `count` largest of them, of a matrix whose squares are numbers, in three quarters of the time: LAPACK's steps
/// one by one, of which the last one turns only these vectors back.
EigenPairs largest_pairs(Matrix a, int count);

/// Whether a + shift I is positive definite up to rounding: its Cholesky factorization exists (LAPACK; n^3 / 3
/// operations).
bool is_positive_definite(Matrix a, double shift);

/// The columns as an orthonormal basis of what they span; fewer columns where they depend on each other. One pass
/// leaves up to 1e-6 where they nearly do; the second one mends that.
Matrix orthonormal(Matrix columns, int passes = 2);

/// Has OpenBLAS take better kernels where it can. It chooses by the processor's name, and for one that is younger than
/// itself takes kernels of 2004, with which whole decompositions take two to four times longer, or those for AVX2 where
/// it has AVX-512. Nothing is changed where OPENBLAS_CORETYPE is set. To be called before there are threads, and before
/// anything is decomposed.
void choose_blas_kernels();

/// The family that is in use, by OpenBLAS's name: another one rounds otherwise, and what comes of vectors may differ.
std::string blas_kernels();

}  // namespace tertium::embedding
