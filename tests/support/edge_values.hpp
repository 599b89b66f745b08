#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/parameters.hpp"

namespace tertium::testing {

/// Values at the edges of what a parameter allows: the smallest, the largest, their neighbours, and what is hardly
/// above 0. Of whole numbers none above `most`, which takes long.
inline std::vector<core::ParameterValue> edge_values(const core::ParameterInfo& info, std::int64_t most = 70) {
  std::vector<core::ParameterValue> values(info.choices.begin(), info.choices.end());
  if (info.type == core::ParameterType::kInteger) {
    const auto low = static_cast<std::int64_t>(info.minimum), high = static_cast<std::int64_t>(info.maximum);
    for (const std::int64_t value : {low, low + 1, low + 2, high - 1, high})
      if (value >= low && value <= std::min(high, most)) values.emplace_back(value);
  }
  if (info.type != core::ParameterType::kReal) return values;
  const double low = std::max(info.minimum, -1e300), high = std::min(info.maximum, 1e300);
  for (const double value : {low, std::nextafter(low, high), low + 1e-9, std::nextafter(high, low), high, 0.0,
                             std::numeric_limits<double>::denorm_min(), 1e-300, 1.0})
    if (value <= high && (info.open_minimum ? value > low : value >= low)) values.emplace_back(value);
  return values;
}

}  // namespace tertium::testing
