#pragma once

#include <ostream>
#include <vector>

namespace tertium::testing {

/// How the comparisons of a test are made.
struct Sampling {
  double p, eps;
  int grid;  ///< similarities are multiples of 1/grid; 0: no ties
};
inline const std::vector<Sampling> kSamplings = {{1.0, 1.0, 0}, {1.0, 1.0, 8}, {0.5, 1.0, 0},  {0.05, 1.0, 0},
                                                 {0.3, 1.0, 4}, {0.5, 0.5, 0}, {0.05, 0.5, 6}, {1.0, 0.5, 8}};

inline void PrintTo(const Sampling& sampling, std::ostream* out) {
  *out << "p = " << sampling.p << ", eps = " << sampling.eps << ", grid " << sampling.grid;
}

}  // namespace tertium::testing
