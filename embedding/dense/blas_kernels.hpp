#pragma once

#include <string>

namespace tertium::embedding {

/// The family of kernels that OpenBLAS should use here and does not: it chooses by the processor's name, and for one
/// that is younger than itself takes kernels of 2004, with which whole decompositions take two to four times longer, or
/// those for AVX2 where it has AVX-512.
/// Empty where it chose well, and where no better family is known. Said by OPENBLAS_CORETYPE, which OpenBLAS reads
/// before a program begins.
std::string better_blas_kernels();

}  // namespace tertium::embedding
