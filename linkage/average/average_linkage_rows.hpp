#pragma once

#include <cstdint>

namespace tertium::linkage {

// What average linkage does to whole rows, in vector instructions. Results are the same bits on every instruction set.

/// Largest sums[k] * weights[k], k < count; entries whose weight is NaN are left out, -infinity if none is left.
double largest_weighted(const double* sums, const double* weights, std::int64_t count);
double largest_weighted(const std::int64_t* sums, const double* weights, std::int64_t count);

/// First k in [begin, count) with sums[k] * weights[k] >= bound, or count.
std::int64_t next_weighted(const double* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound);
std::int64_t next_weighted(const std::int64_t* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound);

/// Largest of `count` values, -infinity if there is none.
double largest_value(const double* values, std::int64_t count);
/// First k in [begin, count) with values[k] >= bound, or count.
std::int64_t next_value(const double* values, std::int64_t begin, std::int64_t count, double bound);

/// sums[k] += more[k].
void add_row(double* sums, const double* more, std::int64_t count);
void add_row(std::int64_t* sums, const std::int64_t* more, std::int64_t count);

}  // namespace tertium::linkage
