#pragma once

namespace tertium::core {

// Functions whose library versions may differ in the last bit between machines; these are exact operations and basic
// arithmetic in a fixed order. Relative errors are some 1e-16.

/// Natural logarithm for 0 < x < 1.
double portable_log(double x);

/// e^x for -700 < x < 700.
double portable_exp(double x);

}  // namespace tertium::core
