#pragma once

#include <cstdint>
#include <span>

#include "files/answers/words/answers.hpp"
#include "problems/models/model.hpp"

namespace tertium::problems {

/// The answers of a list as methods take them. `weights` says how often each answer counts, in their order: 0 leaves it
/// out; empty: once.
ModelSample sample_of(const files::ComparisonFile& file, std::span<const std::int32_t> weights = {});

/// Puts the answers that a sample lists into a problem: all as quadruplets, triplets also as such. Sets p to the share
/// of all questions that they answer.
void add_listed_answers(core::Problem& problem, ModelSample sample);

/// What a scheme of listed answers adds to a model: the kinds that the model lists.
core::Provisions listed_answers(core::Provisions of_model);

}  // namespace tertium::problems
