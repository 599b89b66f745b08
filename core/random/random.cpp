#include "core/random/random.hpp"

#define XXH_INLINE_ALL
#include <Random123/threefry.h>
#include <xxhash.h>

#include <cmath>

#include "core/random/portable_math.hpp"

namespace tertium::core {
namespace {

constexpr int kRounds = 12;

double horner(double x, std::span<const double> coefficients) {
  double value = 0.0;
  for (std::size_t k = coefficients.size(); k-- > 0;) value = value * x + coefficients[k];
  return value;
}

// Coefficients of algorithm AS 241 (PPND16): numerator and denominator in three regions.
constexpr std::array kCentreTop{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                3.3430575583588128105e4, 2.5090809287301226727e3};
constexpr std::array kCentreBottom{1.0,
                                   4.2313330701600911252e1,
                                   6.8718700749205790830e2,
                                   5.3941960214247511077e3,
                                   2.1213794301586595867e4,
                                   3.9307895800092710610e4,
                                   2.8729085735721942674e4,
                                   5.2264952788528545610e3};
constexpr std::array kMiddleTop{1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array kMiddleBottom{1.0,
                                   2.05319162663775882187e0,
                                   1.67638483018380384940e0,
                                   6.89767334985100004550e-1,
                                   1.48103976427480074590e-1,
                                   1.51986665636164571966e-2,
                                   5.47593808499534494600e-4,
                                   1.05075007164441684324e-9};
constexpr std::array kTailTop{6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                              2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array kTailBottom{1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};

}  // namespace

std::array<std::uint64_t, 4> threefry(const std::array<std::uint64_t, 4>& key,
                                      const std::array<std::uint64_t, 4>& counter) {
  const threefry4x64_key_t k = {{key[0], key[1], key[2], key[3]}};
  const threefry4x64_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
  const threefry4x64_ctr_t r = threefry4x64_R(kRounds, c, k);
  return {r.v[0], r.v[1], r.v[2], r.v[3]};
}

std::array<std::uint64_t, 4> stream_key(const CellKey& cell, Purpose purpose) {
  return {cell.master_seed, cell.point, cell.repetition, static_cast<std::uint64_t>(purpose)};
}

std::uint64_t Stream::bits() {
  if (left_ == 0) {
    block_ = threefry(key_, counter_);
    ++counter_[0];
    left_ = 4;
  }
  return block_[4 - left_--];
}

double Stream::uniform() {
  return uniform_of(bits());
}

double Stream::normal() {
  return normal_quantile(uniform());
}

std::uint64_t Stream::below(std::uint64_t n) {
  expects(n >= 1, "below(n) needs n >= 1");
  // Lemire 2019: the high word of a product; rejection of the few words that would favour some values.
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t rejected_below = (0 - n) % n;
  for (;;) {
    const Wide product = static_cast<Wide>(bits()) * n;
    if (static_cast<std::uint64_t>(product) >= rejected_below) return static_cast<std::uint64_t>(product >> 64);
  }
}

double normal_quantile(double p) {
  expects(p > 0.0 && p < 1.0, "normal_quantile needs 0 < p < 1");
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * horner(r, kCentreTop) / horner(r, kCentreBottom);
  }
  const double r = std::sqrt(-portable_log(q < 0.0 ? p : 1.0 - p));
  const double x = r <= 5.0 ? horner(r - 1.6, kMiddleTop) / horner(r - 1.6, kMiddleBottom)
                            : horner(r - 5.0, kTailTop) / horner(r - 5.0, kTailBottom);
  return q < 0.0 ? -x : x;
}

std::uint64_t hash64(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace tertium::core
