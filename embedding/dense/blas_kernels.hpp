#pragma once

namespace tertium::embedding {

/// Has OpenBLAS take better kernels where it can. It chooses by the processor's name, and for one that is younger than
/// itself takes kernels of 2004, with which whole decompositions take two to four times longer, or those for AVX2 where
/// it has AVX-512. Nothing is changed where OPENBLAS_CORETYPE is set. To be called before there are threads, and before
/// anything is decomposed.
void choose_blas_kernels();

}  // namespace tertium::embedding
