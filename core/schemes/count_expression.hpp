#pragma once

#include <cstdint>
#include <string>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// The value of an expression in n, the number of objects, such as "n*ln(n)^4", truncated toward zero. Operators
/// + - * / ^, parentheses, and the functions of muParser (ln, log2, log10, sqrt, exp, min, max, ...). Throws UserError
/// that tells the place where it is not understood, or if the value is no number in 0..2^53.
std::int64_t evaluate_count(const std::string& expression, Object n);

}  // namespace tertium::core
