#include "linkage/average/average_linkage_rows.hpp"

#include <algorithm>
#include <cmath>
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
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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

/// The same of later places; NaN elsewhere.
template <typename T>
struct Later {
  Weighted<T> row;
  Places places;
  V vector(D d, std::int64_t k) const {
    const auto later = hn::Gt(hn::LoadU(d, places.places + k), hn::Set(d, places.place));
    return hn::IfThenElse(later, row.vector(d, k), hn::NaN(d));
  }
  double one(std::int64_t k) const { return places.places[k] > places.place ? row.one(k) : kNaN; }
};

/// By how much means at earlier places, but for roundings, exceed a bound; NaN elsewhere.
template <typename T>
struct Reaching {
  Weighted<T> row;
  double weight;
  const double* bounds;
  Places places;
  V vector(D d, std::int64_t k) const {
    const auto earlier = hn::Lt(hn::LoadU(d, places.places + k), hn::Set(d, places.place));
    const V bound = hn::LoadU(d, bounds + k);
    const V slack = hn::Add(hn::Mul(hn::Abs(bound), hn::Set(d, kRoundings)), hn::Set(d, kUnderflow));
    const V mean = hn::Mul(row.vector(d, k), hn::Set(d, weight));
    return hn::IfThenElse(earlier, hn::Sub(mean, hn::Sub(bound, slack)), hn::NaN(d));
  }
  double one(std::int64_t k) const {
    const double least = surely_less(bounds[k]);
    return places.places[k] < places.place ? row.one(k) * weight - least : kNaN;
  }
};

struct Values {
  const double* values;
  V vector(D d, std::int64_t k) const { return hn::LoadU(d, values + k); }
  double one(std::int64_t k) const { return values[k]; }
};

template <typename Row>
double largest(const Row& row, std::int64_t begin, std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  V best0 = hn::Set(d, kLowest);
  V best1 = best0;
  std::int64_t k = begin;
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
  return largest(Weighted<double>{sums, weights}, 0, count);
}

double largest_of_integers(const std::int64_t* sums, const double* weights, std::int64_t count) {
  return largest(Weighted<std::int64_t>{sums, weights}, 0, count);
}

std::int64_t next_of_doubles(const double* sums, const double* weights, std::int64_t begin, std::int64_t count,
                             double bound) {
  return next(Weighted<double>{sums, weights}, begin, count, bound);
}

std::int64_t next_of_integers(const std::int64_t* sums, const double* weights, std::int64_t begin, std::int64_t count,
                              double bound) {
  return next(Weighted<std::int64_t>{sums, weights}, begin, count, bound);
}

double largest_later_of_doubles(const double* sums, const double* weights, Places places, std::int64_t begin,
                                std::int64_t count) {
  return largest(Later<double>{{sums, weights}, places}, begin, count);
}

std::int64_t next_later_of_doubles(const double* sums, const double* weights, Places places, std::int64_t begin,
                                   std::int64_t count, double bound) {
  return next(Later<double>{{sums, weights}, places}, begin, count, bound);
}

std::int64_t next_reaching_of_doubles(const double* sums, const double* weights, double weight, const double* bounds,
                                      Places places, std::int64_t begin, std::int64_t count) {
  return next(Reaching<double>{{sums, weights}, weight, bounds, places}, begin, count, 0.0);
}

double largest_later_of_integers(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                                 std::int64_t count) {
  return largest(Later<std::int64_t>{{sums, weights}, places}, begin, count);
}

std::int64_t next_later_of_integers(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                                    std::int64_t count, double bound) {
  return next(Later<std::int64_t>{{sums, weights}, places}, begin, count, bound);
}

std::int64_t next_reaching_of_integers(const std::int64_t* sums, const double* weights, double weight,
                                       const double* bounds, Places places, std::int64_t begin, std::int64_t count) {
  return next(Reaching<std::int64_t>{{sums, weights}, weight, bounds, places}, begin, count, 0.0);
}

double largest_of_values(const double* values, std::int64_t count) {
  return largest(Values{values}, 0, count);
}

std::int64_t next_of_values(const double* values, std::int64_t begin, std::int64_t count, double bound) {
  return next(Values{values}, begin, count, bound);
}

template <typename T>
void add(T* sums, const T* a, const T* b, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t k = 0;
  for (; k + lanes <= count; k += lanes) hn::StoreU(hn::Add(hn::LoadU(d, a + k), hn::LoadU(d, b + k)), d, sums + k);
  const hn::CappedTag<T, 1> one;  // wraps where the entries of removed clusters overflow
  for (; k < count; ++k) hn::StoreU(hn::Add(hn::LoadU(one, a + k), hn::LoadU(one, b + k)), one, sums + k);
}

void add_doubles(double* sums, const double* a, const double* b, std::int64_t count) {
  add(sums, a, b, count);
}

void add_integers(std::int64_t* sums, const std::int64_t* a, const std::int64_t* b, std::int64_t count) {
  add(sums, a, b, count);
}

template <typename T>
T* pack(T* to, const T* from, const double* weights, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const V of_row = hn::LoadU(D(), weights + k);
    to += hn::CompressStore(hn::LoadU(d, from + k), hn::RebindMask(d, hn::Eq(of_row, of_row)), d, to);
  }
  for (; k < count; ++k)
    if (!std::isnan(weights[k])) *to++ = from[k];
  return to;
}

double* pack_doubles(double* to, const double* from, const double* weights, std::int64_t count) {
  return pack(to, from, weights, count);
}

std::int64_t* pack_integers(std::int64_t* to, const std::int64_t* from, const double* weights, std::int64_t count) {
  return pack(to, from, weights, count);
}

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {

HWY_EXPORT(largest_of_doubles);
HWY_EXPORT(largest_of_integers);
HWY_EXPORT(next_of_doubles);
HWY_EXPORT(next_of_integers);
HWY_EXPORT(largest_later_of_doubles);
HWY_EXPORT(next_later_of_doubles);
HWY_EXPORT(next_reaching_of_doubles);
HWY_EXPORT(largest_later_of_integers);
HWY_EXPORT(next_later_of_integers);
HWY_EXPORT(next_reaching_of_integers);
HWY_EXPORT(largest_of_values);
HWY_EXPORT(next_of_values);
HWY_EXPORT(add_doubles);
HWY_EXPORT(add_integers);
HWY_EXPORT(pack_doubles);
HWY_EXPORT(pack_integers);

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

double largest_later(const double* sums, const double* weights, Places places, std::int64_t begin, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_later_of_doubles)(sums, weights, places, begin, count);
}

std::int64_t next_later(const double* sums, const double* weights, Places places, std::int64_t begin,
                        std::int64_t count, double bound) {
  return HWY_DYNAMIC_DISPATCH(next_later_of_doubles)(sums, weights, places, begin, count, bound);
}

std::int64_t next_reaching(const double* sums, const double* weights, double weight, const double* bounds,
                           Places places, std::int64_t begin, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(next_reaching_of_doubles)(sums, weights, weight, bounds, places, begin, count);
}

double largest_later(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                     std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_later_of_integers)(sums, weights, places, begin, count);
}

std::int64_t next_later(const std::int64_t* sums, const double* weights, Places places, std::int64_t begin,
                        std::int64_t count, double bound) {
  return HWY_DYNAMIC_DISPATCH(next_later_of_integers)(sums, weights, places, begin, count, bound);
}

std::int64_t next_reaching(const std::int64_t* sums, const double* weights, double weight, const double* bounds,
                           Places places, std::int64_t begin, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(next_reaching_of_integers)(sums, weights, weight, bounds, places, begin, count);
}

double largest_value(const double* values, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_of_values)(values, count);
}

std::int64_t next_value(const double* values, std::int64_t begin, std::int64_t count, double bound) {
  return HWY_DYNAMIC_DISPATCH(next_of_values)(values, begin, count, bound);
}

void add_rows(double* sums, const double* a, const double* b, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(sums, a, b, count);
}

void add_rows(std::int64_t* sums, const std::int64_t* a, const std::int64_t* b, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(add_integers)(sums, a, b, count);
}

double* pack_row(double* to, const double* from, const double* weights, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(pack_doubles)(to, from, weights, count);
}

std::int64_t* pack_row(std::int64_t* to, const std::int64_t* from, const double* weights, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(pack_integers)(to, from, weights, count);
}

}  // namespace tertium::linkage
#endif
