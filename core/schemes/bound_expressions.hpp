#pragma once

#include <map>
#include <string>

#include "core/schemes/scheme.hpp"

namespace tertium::core {

/// The expression with every name that has a number replaced by it, in parentheses; names of functions, followed by a
/// parenthesis, and other names stay.
std::string with_numbers(const std::string& expression, const std::map<std::string, double, std::less<>>& numbers);

/// The scheme's values with the names of numbers in its expressions replaced by their values: parameters of the model
/// and of the scheme itself, as in "n*k/(eps*delta)^2". n stays: it is the number of objects.
Parameters bound_expressions(const Scheme& scheme, Parameters values, const Parameters& model_values);

}  // namespace tertium::core
