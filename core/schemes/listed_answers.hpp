#pragma once

#include "core/models/model.hpp"
#include "core/problems/problem.hpp"

namespace tertium::core {

/// Puts the answers that a sample lists into a problem: all as quadruplets, triplets also as such. Sets p to the share
/// of all questions that they answer.
void add_listed_answers(Problem& problem, const ModelSample& sample);

/// What a scheme of listed answers adds to a model: the kinds that the model lists.
Provisions listed_answers(Provisions of_model);

}  // namespace tertium::core
