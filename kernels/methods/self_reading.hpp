#pragma once

#include <string>

#include "core/base/parameters.hpp"

namespace tertium::kernels {

/// What the kernels 4K and 3K make of comparisons of an object with itself, which their formulas have and nobody gives;
/// the parameter `reading` of both steps.
///     infinite  w_ii is: such a comparison is always known, and won
///     literal   the formula over what is given: there is no such comparison
///     sampled   it is won, and known with the probability of any other
enum class SelfReading { kInfinite, kLiteral, kSampled };

inline core::ParameterInfo self_reading_info() {
  return core::ParameterInfo::choice("reading", "infinite", {"infinite", "literal", "sampled"},
                                     "how a comparison of an object with itself counts: always as a win (w_ii is "
                                     "infinite), not at all, or as a win if sampled");
}

/// "sampled" is "infinite" where everything is given.
inline SelfReading self_reading(const core::Parameters& parameters, bool everything_given) {
  const std::string& name = parameters.text("reading");
  if (name == "literal") return SelfReading::kLiteral;
  return name == "infinite" || everything_given ? SelfReading::kInfinite : SelfReading::kSampled;
}

}  // namespace tertium::kernels
