#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/comparisons/pairs.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::problems {

/// The value of an expression in n, the number of objects, such as "n*ln(n)^4", truncated toward zero; what it may have
/// is in core/base/arithmetic.hpp. Throws UserError that tells the place where it is not understood, or if the value is
/// no number in 0..2^53.
std::int64_t evaluate_count(const std::string& expression, core::Object n);

/// The expression with every name that has a number replaced by it, in parentheses; names of functions, followed by a
/// parenthesis, and other names stay.
std::string with_numbers(const std::string& expression, const std::map<std::string, double, std::less<>>& numbers);

/// The scheme's values with the names of numbers in its expressions replaced by their values: parameters of the model
/// and of the scheme itself, as in "n*k/(eps*delta)^2". n stays: it is the number of objects.
core::Parameters bound_expressions(const Scheme& scheme, core::Parameters values, const core::Parameters& model_values);

}  // namespace tertium::problems
