#pragma once

#include <cstddef>

namespace tertium::embedding {

/// Replaces each of the numbers, at most `most` <= 700, by its exponential. `count` is a multiple of 8, the first
/// number begins at 64 bytes; larger numbers count as `most`. The same bits on every instruction set.
void exponentials(double* numbers, std::size_t count, double most);

}  // namespace tertium::embedding
