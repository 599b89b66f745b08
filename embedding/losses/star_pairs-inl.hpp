// The pairs of an anchor and its partners on vectors: their distances, and the gradient along them. Included once for
// every instruction set, so there is no #pragma once.
#if defined(TERTIUM_EMBEDDING_STAR_PAIRS) == defined(HWY_TARGET_TOGGLE)
#ifdef TERTIUM_EMBEDDING_STAR_PAIRS
#undef TERTIUM_EMBEDDING_STAR_PAIRS
#else
#define TERTIUM_EMBEDDING_STAR_PAIRS
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "embedding/losses/group_kernel.hpp"
#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE auto load_places(const std::int32_t* places) {
  return hn::LoadU(hn::Rebind<std::int32_t, D>(), places);
}

HWY_INLINE V load_indexed(const double* from, const std::int32_t* places) {
  return hn::GatherIndex(D(), from, hn::PromoteTo(hn::RebindToSigned<D>(), load_places(places)));
}

/// The pairs of one star.
class StarPairs {
 public:
  StarPairs(const KernelInput& input, const Star& star)
      : star_(star),
        partners_(input.groups.partners.data() + star.partners),
        listed_(star.all ? 0 : input.groups.partners.size() - star.partners) {}

  /// Squared distances.
  HWY_INLINE void measure(const Numbers& x, double* distances) const {
    const D d;
    for (std::size_t k = 0; k < star_.pairs; k += hn::Lanes(d)) {
      fetch(x, x.values, 0, x.dimensions, k);
      V sum = hn::Zero(d);
      each_difference(x, 0, x.dimensions, k,
                      [&](std::size_t, V difference) HWY_ATTR { sum = hn::Add(sum, hn::Mul(difference, difference)); });
      hn::StoreU(sum, d, distances + k);
    }
  }

  /// Adds 2 dloss/dD (v_i - v_j) to the anchor i, and takes it from the partner j. Some dimensions at a time, so that
  /// the anchor's sums stay in the first cache, and a partner is looked up once for them.
  HWY_INLINE void spread(const Numbers& v, const double* slopes, double* result) const {
    const D d;
    HWY_ALIGN double pulls[kTogether * kLanes];
    HWY_ALIGN double own[kTogether * kLanes];
    for (std::size_t first = 0; first < v.dimensions; first += kTogether) {
      const std::size_t end = std::min(v.dimensions, first + kTogether);
      std::fill_n(own, (end - first) * kLanes, 0.0);
      for (std::size_t k = 0; k < star_.pairs; k += hn::Lanes(d)) {
        fetch(v, result, first, end, k);
        const V slope = hn::LoadU(d, slopes + k);
        const V twice = hn::Add(slope, slope);
        each_difference(v, first, end, k, [&](std::size_t c, V difference) HWY_ATTR {
          const V pull = hn::Mul(twice, difference);
          double* const sums = own + (c - first) * kLanes + k % kLanes;
          hn::Store(hn::Add(hn::Load(d, sums), pull), d, sums);
          hn::Store(pull, d, pulls + (c - first) * kLanes);
        });
        subtract(v, first, end, k, pulls, result);
      }
      for (std::size_t c = first; c < end; ++c) {
        double all = 0.0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) all += own[(c - first) * kLanes + lane];
        result[v.place(star_.anchor, c)] += all;
      }
    }
  }

 private:
  static constexpr std::size_t kTogether = 8;  // dimensions

  /// Asks for the numbers of those who follow partners k and up in the list, be it of the next star: where there are
  /// many objects each of them is a wait for the memory.
  HWY_INLINE void fetch(const Numbers& like, const double* values, std::size_t first, std::size_t end,
                        std::size_t k) const {
    constexpr std::size_t kAhead = 2 * kLanes, kWorthIt = 50'000;  // numbers; fewer are in a near cache
    if (listed_ < k + kAhead + kLanes || like.count < kWorthIt) return;
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
      const double* const row = values + like.place(partners_[k + kAhead + lane], 0);
      for (std::size_t c = first; c < end; c += kLanes) hwy::Prefetch(row + c);
    }
  }

  /// The anchor's number less that of partners k and up, for each dimension first..end-1.
  template <typename Work>
  HWY_INLINE void each_difference(const Numbers& x, std::size_t first, std::size_t end, std::size_t k,
                                  const Work& work) const {
    const D d;
    if (star_.all) {
      for (std::size_t c = first; c < end; ++c)
        work(c, hn::Sub(hn::Set(d, x(star_.anchor, c)), hn::LoadU(d, x.values + c * x.of_dimension + k)));
      return;
    }
    const auto narrow = load_places(partners_ + k);
    const auto places =
        hn::Mul(narrow, hn::Set(hn::DFromV<decltype(narrow)>(), static_cast<std::int32_t>(x.of_object)));
    const auto wide = hn::PromoteTo(hn::RebindToSigned<D>(), places);
    for (std::size_t c = first; c < end; ++c)
      work(c, hn::Sub(hn::Set(d, x(star_.anchor, c)), hn::GatherIndex(d, x.values + c * x.of_dimension, wide)));
  }

  HWY_INLINE void subtract(const Numbers& v, std::size_t first, std::size_t end, std::size_t k, const double* pulls,
                           double* result) const {
    const D d;
    if (star_.all) {
      for (std::size_t c = first; c < end; ++c) {
        double* const to = result + c * v.of_dimension + k;
        hn::StoreU(hn::Sub(hn::LoadU(d, to), hn::Load(d, pulls + (c - first) * kLanes)), d, to);
      }
      return;
    }
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
      double* const to = result + v.place(partners_[k + lane], first);
      for (std::size_t c = 0; c < end - first; ++c) to[c * v.of_dimension] -= pulls[c * kLanes + lane];
    }
  }

  const Star& star_;
  const Object* partners_;
  std::size_t listed_;  // from there on, of this star and others
};

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
