#pragma once

#include "embedding/dense/eigen_tracker.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::embedding {

/// AddS-3 scores as a matrix, for few objects, and their products, for many. The scores must stay.
SymmetricOperator operator_of(const kernels::SparseAdds3& scores);

}  // namespace tertium::embedding
