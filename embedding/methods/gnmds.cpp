// GNMDS: generalised non-metric multidimensional scaling (Agarwal, Wills, Cayton, Lanckriet, Kriegman, Belongie,
// AISTATS 2007), with the hinge of a margin of one between the squared distances, fitted in coordinates.
#include "embedding/methods/embedding_step.hpp"

namespace tertium {

void register_step_gnmds(core::Registry<core::Step>& steps) {
  core::Step step = embedding::embedding_step("GNMDS", {.optimizer = "lbfgs", .restarts = 10}, {},
                                              [](int, const core::Parameters&) { return embedding::HingeLoss(); });
  step.sentence = "an embedding with a margin between the squared distances of a triplet";
  step.citation = "Agarwal et al., Generalized non-metric multidimensional scaling, AISTATS 2007";
  core::set_version(step, 2);  // 1 had one start
  steps.push_back(std::move(step));
}

}  // namespace tertium
