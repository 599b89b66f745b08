#pragma once

#include <cmath>
#include <cstdint>

namespace tertium::linkage {

// What average linkage does to whole rows, in vector instructions. Results are the same bits on every instruction set.

/// A rounded value below this is surely less than another one, `value`: both together have gone through at most eight
/// roundings.
inline constexpr double kRoundings = 0x1p-49;
inline constexpr double kUnderflow = 0x1p-1000;
inline double surely_less(double value) {
  return value - (std::abs(value) * kRoundings + kUnderflow);
}

/// Largest sums[k] * weights[k], k < count; entries whose weight is NaN are left out, -infinity if none is left.
double largest_weighted(const double* sums, const double* weights, std::int64_t count);
double largest_weighted(const std::int64_t* sums, const double* weights, std::int64_t count);

/// First k in [begin, count) with sums[k] * weights[k] >= bound, or count.
std::int64_t next_weighted(const double* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound);
std::int64_t next_weighted(const std::int64_t* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound);

/// Clusters numbered in another order than that of their places: entry k is of one at places[k].
struct Places {
  const double* places;
  double place;  ///< of the cluster whose row it is
};
/// largest_weighted and next_weighted of entries at later places.
double largest_later(const double* sums, const double* weights, Places places, std::int64_t begin, std::int64_t count);
double largest_later(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                     std::int64_t count);
std::int64_t next_later(const double* sums, const double* weights, Places places, std::int64_t begin,
                        std::int64_t count, double bound);
std::int64_t next_later(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                        std::int64_t count, double bound);

/// First k in [begin, count) at an earlier place where sums[k] * weights[k] * weight may be bounds[k] or more, but for
/// a few roundings; or count.
std::int64_t next_reaching(const double* sums, const double* weights, double weight, const double* bounds,
                           Places places, std::int64_t begin, std::int64_t count);
std::int64_t next_reaching(const std::int64_t* sums, const double* weights, double weight, const double* bounds,
                           Places places, std::int64_t begin, std::int64_t count);

/// Largest of `count` values, -infinity if there is none.
double largest_value(const double* values, std::int64_t count);
/// First k in [begin, count) with values[k] >= bound, or count.
std::int64_t next_value(const double* values, std::int64_t begin, std::int64_t count, double bound);

/// sums[k] = a[k] + b[k]; `sums` may be `a` or `b`.
void add_rows(double* sums, const double* a, const double* b, std::int64_t count);
void add_rows(std::int64_t* sums, const std::int64_t* a, const std::int64_t* b, std::int64_t count);

/// Copies from[k], k < count, with a weight that is not NaN, one next to the other, and returns their end. `to` may be
/// `from`, or lie before it, and has room for `count` numbers.
double* pack_row(double* to, const double* from, const double* weights, std::int64_t count);
std::int64_t* pack_row(std::int64_t* to, const std::int64_t* from, const double* weights, std::int64_t count);

}  // namespace tertium::linkage
