#include "linkage/average/average_linkage_rows.hpp"

#include <algorithm>
#include <limits>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/average/average_linkage_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

constexpr double kLowest = -std::numeric_limits<double>::infinity();

V load(D d, const double* from) {
  return hn::LoadU(d, from);
}

V load(D d, const std::int64_t* from) {
  return hn::ConvertTo(d, hn::LoadU(hn::RebindToSigned<D>(), from));
}

/// NaN compares false and is never taken.
V larger(V candidate, V best) {
  return hn::IfThenElse(hn::Gt(candidate, best), candidate, best);
}

/// Entry k of a row: with one array its values, with two their products.
template <typename T>
struct Weighted {
  const T* sums;
  const double* weights;
  V vector(D d, std::int64_t k) const { return hn::Mul(load(d, sums + k), hn::LoadU(d, weights + k)); }
  double one(std::int64_t k) const { return static_cast<double>(sums[k]) * weights[k]; }
};

struct Values {
  const double* values;
  V vector(D d, std::int64_t k) const { return hn::LoadU(d, values + k); }
  double one(std::int64_t k) const { return values[k]; }
};

template <typename Row>
double largest(const Row& row, std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  V best0 = hn::Set(d, kLowest);
  V best1 = best0;
  std::int64_t k = 0;
  for (; k + 2 * lanes <= count; k += 2 * lanes) {
    best0 = larger(row.vector(d, k), best0);
    best1 = larger(row.vector(d, k + lanes), best1);
  }
  // Not MaxOfLanes: Highway's emulated vectors, its plain target with clang++, begin with the lowest finite number.
  HWY_ALIGN double of_lane[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(hn::Max(best0, best1), d, of_lane);
  double best = of_lane[0];
  for (std::int64_t lane = 1; lane < lanes; ++lane) best = std::max(best, of_lane[lane]);
  for (; k < count; ++k)
    if (const double value = row.one(k); value > best) best = value;
  return best;
}

template <typename Row>
std::int64_t next(const Row& row, std::int64_t begin, std::int64_t count, double bound) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const V least = hn::Set(d, bound);
  std::int64_t k = begin;
  for (; k + 2 * lanes <= count; k += 2 * lanes) {
    const auto found = hn::Or(hn::Ge(row.vector(d, k), least), hn::Ge(row.vector(d, k + lanes), least));
    if (!hn::AllFalse(d, found)) break;
  }
  while (k < count && !(row.one(k) >= bound)) ++k;
  return k;
}

double largest_of_doubles(const double* sums, const double* weights, std::int64_t count) {
  return largest(Weighted<double>{sums, weights}, count);
}

double largest_of_integers(const std::int64_t* sums, const double* weights, std::int64_t count) {
  return largest(Weighted<std::int64_t>{sums, weights}, count);
}

std::int64_t next_of_doubles(const double* sums, const double* weights, std::int64_t begin, std::int64_t count,
                             double bound) {
  return next(Weighted<double>{sums, weights}, begin, count, bound);
}

std::int64_t next_of_integers(const std::int64_t* sums, const double* weights, std::int64_t begin, std::int64_t count,
                              double bound) {
  return next(Weighted<std::int64_t>{sums, weights}, begin, count, bound);
}

double largest_of_values(const double* values, std::int64_t count) {
  return largest(Values{values}, count);
}

std::int64_t next_of_values(const double* values, std::int64_t begin, std::int64_t count, double bound) {
  return next(Values{values}, begin, count, bound);
}

template <typename T>
void add(T* sums, const T* more, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t k = 0;
  for (; k + lanes <= count; k += lanes)
    hn::StoreU(hn::Add(hn::LoadU(d, sums + k), hn::LoadU(d, more + k)), d, sums + k);
  const hn::CappedTag<T, 1> one;  // wraps where the entries of removed clusters overflow
  for (; k < count; ++k) hn::StoreU(hn::Add(hn::LoadU(one, sums + k), hn::LoadU(one, more + k)), one, sums + k);
}

void add_doubles(double* sums, const double* more, std::int64_t count) {
  add(sums, more, count);
}

void add_integers(std::int64_t* sums, const std::int64_t* more, std::int64_t count) {
  add(sums, more, count);
}

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {

HWY_EXPORT(largest_of_doubles);
HWY_EXPORT(largest_of_integers);
HWY_EXPORT(next_of_doubles);
HWY_EXPORT(next_of_integers);
HWY_EXPORT(largest_of_values);
HWY_EXPORT(next_of_values);
HWY_EXPORT(add_doubles);
HWY_EXPORT(add_integers);

double largest_weighted(const double* sums, const double* weights, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_of_doubles)(sums, weights, count);
}

double largest_weighted(const std::int64_t* sums, const double* weights, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_of_integers)(sums, weights, count);
}

std::int64_t next_weighted(const double* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound) {
  return HWY_DYNAMIC_DISPATCH(next_of_doubles)(sums, weights, begin, count, bound);
}

std::int64_t next_weighted(const std::int64_t* sums, const double* weights, std::int64_t begin, std::int64_t count,
                           double bound) {
  return HWY_DYNAMIC_DISPATCH(next_of_integers)(sums, weights, begin, count, bound);
}

double largest_value(const double* values, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_of_values)(values, count);
}

std::int64_t next_value(const double* values, std::int64_t begin, std::int64_t count, double bound) {
  return HWY_DYNAMIC_DISPATCH(next_of_values)(values, begin, count, bound);
}

void add_row(double* sums, const double* more, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(sums, more, count);
}

void add_row(std::int64_t* sums, const std::int64_t* more, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(add_integers)(sums, more, count);
}

}  // namespace tertium::linkage
#endif
