#pragma once

#include <cstdint>
#include <span>

#include "core/files/comparison_file.hpp"
#include "core/models/model.hpp"
#include "core/problems/provisions.hpp"

namespace tertium::answers {

/// What the answers of a file provide.
core::Provisions provided_by(const core::ComparisonFile& file);

/// The answers of a file as methods take them. `weights` says how often each answer counts, in the order of
/// AnswerTable::answers: 0 leaves it out; empty: once.
core::ModelSample sample_of(const core::ComparisonFile& file, std::span<const std::int32_t> weights = {});

}  // namespace tertium::answers
