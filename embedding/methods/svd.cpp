// SVD: the rows of the best approximation of rank d of the similarities (Cohen-Addad, Kanade, Mallmann-Trenn, NIPS
// 2017, footnote 3: top singular vectors; McSherry, FOCS 2001).
//
// Idea: A = U S V^T, and column v of the best approximation of rank d has the coordinates S_d V_d^T e_v; of a block
// model the columns of one block then lie close together. A is symmetric, so the singular values are the moduli of the
// eigenvalues, largest first; its diagonal counts as 0. Signs: of each coordinate the value of largest modulus is
// positive. More dimensions than objects are 0. Cost: some dozens of products with d + 4 vectors, O(edges d) each, or
// 9 N^3 where an eighth of the eigenvectors is wanted.
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
  step.sentence =
      "the rows of the best approximation of rank d of a graph's weights, or of similarities, as coordinates";
  step.citation = "Cohen-Addad, Kanade, Mallmann-Trenn, NIPS 2017; McSherry, FOCS 2001";
  step.promise = "eigenvectors to 1e-8; deterministic on one machine; some dozens of products of O(edges d) time";
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
