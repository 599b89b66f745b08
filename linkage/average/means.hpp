#pragma once

#include <cstdint>
#include <limits>

namespace tertium::linkage {

/// Mean similarity as a fraction.
template <typename T>
struct Mean {
  T sum = 0;
  std::int64_t pairs = 1;
  double rounded() const { return static_cast<double>(sum) / static_cast<double>(pairs); }
};

/// sign(a - b), without rounding.
inline int compare(const Mean<std::int64_t>& a, const Mean<std::int64_t>& b) {
  __extension__ using Wide = __int128;
  const Wide left = static_cast<Wide>(a.sum) * b.pairs;
  const Wide right = static_cast<Wide>(b.sum) * a.pairs;
  return (left > right) - (left < right);
}

inline int compare(const Mean<double>& a, const Mean<double>& b) {
  return (a.rounded() > b.rounded()) - (a.rounded() < b.rounded());
}

/// Less than every mean.
inline constexpr double kNoMean = -std::numeric_limits<double>::infinity();

}  // namespace tertium::linkage
