// SVD: coordinates from the best approximation of rank d of the similarities (Cohen-Addad, Kanade, Mallmann-Trenn, NIPS
// 2017, LPP17, footnote 3: top singular vectors; McSherry, FOCS 2001).
//
// Idea: in a block model the columns of one block, projected on the d leading singular vectors, lie close together. The
// similarities, or the weights of a graph, are a symmetric matrix A, whose diagonal counts as 0. Object v gets the
// coordinates $z_v$ of its column in the best approximation of rank d:
//
//     $$A = U S V^T, \qquad z_v = S_d V_d^T e_v$$
//
// The singular values in S are the absolute values of the eigenvalues, the largest first. The largest value of each
// coordinate, in absolute terms, is positive. Dimensions beyond the number of objects are 0.
//
// Guarantee: eigenvectors accurate to $10^{-8}$. Deterministic on one machine.
//
// Cost: some dozens of products with $d + 4$ vectors, of $O(E d)$ time each for E edges; or $9 N^3$ operations if more
// than an eighth of the eigenvectors are needed.
#include <algorithm>
#include <variant>

#include "core/methods/step.hpp"
#include "embedding/dense/projection.hpp"

namespace tertium {
namespace {

core::Product run(const core::StepRun& run) {
  const auto graph = embedding::graph_of(run);
  return embedding::projected(*graph, static_cast<int>(run.parameters.integer("d")));
}

}  // namespace

void register_step_svd(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "SVD";
  step.sentence = "coordinates from the best approximation of rank d of a graph's weights, or of similarities";
  step.citation = "Cohen-Addad, Kanade, Mallmann-Trenn, NIPS 2017; McSherry, FOCS 2001";
  step.needs = core::Provisions{core::Provision::kGraph};
  step.takes = {core::ProductKind::kSimilarity};
  step.returns = core::ProductKind::kCoordinates;
  step.tolerance = 1e-6;
  step.draws_objects = true;  // where a singular value that is cut off equals one that is kept
  step.most_objects = core::kMostObjects;
  step.parameters = {core::ParameterInfo::integer("d", 2, 1, 64, "dimensions")};
  step.run = run;
  step.cost = [](const core::ProblemSize& size, const core::Parameters& parameters) {
    const auto d = static_cast<double>(parameters.integer("d"));
    return core::StepCost{embedding::projection_cost(size, d)};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
