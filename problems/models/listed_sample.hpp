#pragma once

#include <cstdint>
#include <span>

#include "files/answers/words/answers.hpp"
#include "problems/models/model.hpp"

namespace tertium::problems {

/// The answers of a list as methods take them. `weights` says how often each answer counts, in their order: 0 leaves it
/// out; empty: once.
ModelSample sample_of(const files::ComparisonFile& file, std::span<const std::int32_t> weights = {});

}  // namespace tertium::problems
