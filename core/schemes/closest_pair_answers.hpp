#pragma once

#include "core/schemes/scheme.hpp"

namespace tertium::core {

/// The parameter "noise": whether a question about three objects that is asked again is answered anew.
SchemeParameter answer_noise_parameter();

/// Lets a problem answer which two of three objects are closest, by its similarities or else by its true tree, with the
/// noise that the parameters tell. Provides nothing where it has neither.
void provide_closest_pairs(Problem& problem, const Parameters& values);

}  // namespace tertium::core
