#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/files/comparison_header.hpp"
#include "core/files/comparison_layout.hpp"

namespace tertium::core {

/// Rows of so many fields whose objects stand in these columns, in the order of fields_of(form).
ComparisonLayout layout_of(AnswerForm form, std::vector<std::size_t> columns, std::size_t fields,
                           std::optional<std::size_t> count = std::nullopt);

/// The layout that a header of known words tells, whatever stands between them; `form` decides where the words leave it
/// open. Nothing if they tell none.
std::optional<ComparisonLayout> named_layout(const ComparisonHeader& header, std::size_t fields,
                                             std::optional<AnswerForm> form);

}  // namespace tertium::core
