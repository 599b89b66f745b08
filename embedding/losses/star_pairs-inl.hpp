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
#include <type_traits>

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

#if HWY_TARGET != HWY_SCALAR  // has no vectors to put together
/// The vector of kWidth numbers from each of the rows kFirst, kFirst + kWidth and so on: row(k) is where row k begins.
template <std::size_t kWidth, std::size_t kFirst, typename Tag, typename Row>
HWY_INLINE hn::Vec<Tag> load_rows(Tag d, const Row& row) {
  constexpr std::size_t kCount = hn::MaxLanes(Tag());
  if constexpr (kCount <= kWidth) {
    return hn::LoadU(d, row(kFirst));
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(d, load_rows<kWidth, kFirst + kCount / 2>(half, row), load_rows<kWidth, kFirst>(half, row));
  }
}
#endif

constexpr std::size_t kColumns = std::min<std::size_t>(4, hn::MaxLanes(D()));  // that are turned over at once
constexpr std::size_t kFew = std::min<std::size_t>(2, kColumns);               // and where no more are left

/// The first kWidth columns of as many rows as a vector has lanes: a number of each row in each vector.
template <std::size_t kWidth, typename Row>
HWY_INLINE void load_columns(const Row& row, V* columns) {
  const D d;
#if HWY_TARGET == HWY_SCALAR
  static_assert(kWidth == 1);
  columns[0] = hn::LoadU(d, row(0));
#else
  if constexpr (kWidth == 1) {
    columns[0] = hn::LoadU(d, row(0));
  } else {
    const V even = load_rows<kWidth, 0>(d, row), odd = load_rows<kWidth, 1>(d, row);
    columns[0] = hn::InterleaveLower(d, even, odd);
    columns[1] = hn::InterleaveUpper(d, even, odd);
  }
  if constexpr (kWidth == 4) {
    const V even = load_rows<kWidth, 2>(d, row), odd = load_rows<kWidth, 3>(d, row);
    for (std::size_t c = 0; c < 2; ++c) {
      const V first = columns[c];
      const V second = c == 0 ? hn::InterleaveLower(d, even, odd) : hn::InterleaveUpper(d, even, odd);
      columns[c] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(second), first);
      columns[c + 2] = hn::OddEvenBlocks(second, hn::SwapAdjacentBlocks(first));
    }
  }
#endif
}

/// The pairs of one star.
class StarPairs {
 public:
  StarPairs(const KernelInput& input, const Star& star)
      : star_(star),
        partners_(input.groups.partners.data() + star.partners),
        listed_(star.all ? 0 : input.groups.partners.size() - star.partners) {}

  /// Hands on the squared distances: emit(k, distances of pairs k and up).
  template <typename Emit>
  HWY_INLINE void measure(const Numbers& x, double* distances, const Emit& emit) const {
    if (star_.all) {
      measure_all(x, distances, emit);
      return;
    }
    if (x.of_dimension == 1) {
      measure_rows(x, distances, emit);
      return;
    }
    const D d;
    for (std::size_t k = 0; k < star_.pairs; k += hn::Lanes(d)) {
      V sum = hn::Zero(d);
      each_difference(x, 0, x.dimensions, k,
                      [&](std::size_t, V difference) HWY_ATTR { sum = hn::Add(sum, hn::Mul(difference, difference)); });
      hn::StoreU(sum, d, distances + k);
      emit(k, sum);
    }
  }

  /// Adds 2 dloss/dD (v_i - v_j) to the anchor i, and takes it from the partner j; slope(k, c) is dloss/dD of pairs
  /// k and up, for the dimensions from c on, asked for once for every k and c, 0 first. Some of them at a time, so that
  /// the anchor's sums stay in registers or the first cache, and a partner is looked up once for them.
  template <typename Slope>
  HWY_INLINE void spread(const Numbers& v, const Slope& slope, double* result) const {
    for (std::size_t first = 0; first < v.dimensions;) {
      const std::size_t left = v.dimensions - first;
      if (v.of_dimension == 1) {
        if (left > 4)
          first += spread_rows(hn::CappedTag<double, 8>(), v, first, slope, result);
        else if (left > 2)
          first += spread_rows(hn::CappedTag<double, 4>(), v, first, slope, result);
        else
          first += spread_rows(hn::CappedTag<double, 2>(), v, first, slope, result);
      } else if (!star_.all) {
        spread_listed(v, first, std::min(v.dimensions, first + kTogether), slope, result);
        first += kTogether;
      } else if (left >= kAtOnce) {
        spread_all<kAtOnce>(v, first, slope, result);
        first += kAtOnce;
      } else {
        spread_all<1>(v, first, slope, result);
        first += 1;
      }
    }
  }

 private:
  static constexpr std::size_t kTogether = 8;  // dimensions
  static constexpr std::size_t kAtOnce = 2;    // where all objects are partners

  /// Some dimensions of all objects, and the anchor's numbers; nothing that is written to may be one of its fields.
  template <std::size_t kDimensions>
  struct Rows {
    const double* values;
    std::size_t apart;
    V anchor[kDimensions];
    HWY_INLINE Rows(const Numbers& x, Object i, std::size_t first)
        : values(x.values + first * x.of_dimension), apart(x.of_dimension) {
      for (std::size_t c = 0; c < kDimensions; ++c) anchor[c] = hn::Set(D(), x(i, first + c));
    }
    /// The anchor's number less those of objects k and up.
    HWY_INLINE V difference(std::size_t c, std::size_t k) const {
      return hn::Sub(anchor[c], hn::LoadU(D(), values + c * apart + k));
    }
  };

  /// The same sums as those of a list, in the same order.
  template <typename Emit>
  HWY_INLINE void measure_all(const Numbers& x, double* distances, const Emit& emit) const {
    if (x.dimensions == kAtOnce) {
      add_squares<kAtOnce>(x, 0, distances, emit);
      return;
    }
    const auto wait = [](std::size_t, V) HWY_ATTR {};
    for (std::size_t c = 0; c + 1 < x.dimensions; ++c) add_squares<1>(x, c, distances, wait);
    add_squares<1>(x, x.dimensions - 1, distances, emit);
  }

  template <std::size_t kDimensions, typename Emit>
  HWY_INLINE void add_squares(const Numbers& x, std::size_t first, double* distances, const Emit& emit) const {
    const D d;
    const Rows<kDimensions> at(x, star_.anchor, first);
    const std::size_t pairs = star_.pairs;
    for (std::size_t k = 0; k < pairs; k += hn::Lanes(d)) {
      V sum = first == 0 ? hn::Zero(d) : hn::LoadU(d, distances + k);
      for (std::size_t c = 0; c < kDimensions; ++c) {
        const V difference = at.difference(c, k);
        sum = hn::Add(sum, hn::Mul(difference, difference));
      }
      hn::StoreU(sum, d, distances + k);
      emit(k, sum);
    }
  }

  template <std::size_t kDimensions, typename Slope>
  HWY_INLINE void spread_all(const Numbers& v, std::size_t first, const Slope& slope, double* result) const {
    const D d;
    const Rows<kDimensions> at(v, star_.anchor, first);
    V own[kDimensions][kParts];
    for (auto& parts : own)
      for (V& part : parts) part = hn::Zero(d);
    const std::size_t pairs = star_.pairs, apart = v.of_dimension;
    double* const to = result + first * apart;
    for (std::size_t block = 0; block < pairs; block += kLanes)
      for (std::size_t q = 0; q < kParts; ++q) {
        const std::size_t k = block + q * hn::Lanes(d);
        const V once = slope(k, first);
        const V twice = hn::Add(once, once);
        for (std::size_t c = 0; c < kDimensions; ++c) {
          const V pull = hn::Mul(twice, at.difference(c, k));
          own[c][q] = hn::Add(own[c][q], pull);
          hn::StoreU(hn::Sub(hn::LoadU(d, to + c * apart + k), pull), d, to + c * apart + k);
        }
      }
    for (std::size_t c = 0; c < kDimensions; ++c) {
      HWY_ALIGN double lanes[kLanes];
      store_parts(own[c], lanes);
      add_lanes(lanes, result[v.place(star_.anchor, first + c)]);
    }
  }

  static HWY_INLINE void add_lanes(const double* lanes, double& to) {
    double all = 0.0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) all += lanes[lane];
    to += all;
  }

  template <typename Slope>
  HWY_INLINE void spread_listed(const Numbers& v, std::size_t first, std::size_t end, const Slope& slope,
                                double* result) const {
    const D d;
    HWY_ALIGN double pulls[kTogether * kLanes];
    HWY_ALIGN double own[kTogether * kLanes];
    std::fill_n(own, (end - first) * kLanes, 0.0);
    for (std::size_t k = 0; k < star_.pairs; k += hn::Lanes(d)) {
      const V once = slope(k, first);
      const V twice = hn::Add(once, once);
      each_difference(v, first, end, k, [&](std::size_t c, V difference) HWY_ATTR {
        const V pull = hn::Mul(twice, difference);
        double* const sums = own + (c - first) * kLanes + k % kLanes;
        hn::Store(hn::Add(hn::Load(d, sums), pull), d, sums);
        hn::Store(pull, d, pulls + (c - first) * kLanes);
      });
      subtract(v, first, end, k, pulls, result);
    }
    for (std::size_t c = first; c < end; ++c) add_lanes(own + (c - first) * kLanes, result[v.place(star_.anchor, c)]);
  }

  /// Of numbers object by object: the same sums, in the same order, of rows that are turned over in registers.
  template <typename Emit>
  HWY_INLINE void measure_rows(const Numbers& x, double* distances, const Emit& emit) const {
    const D d;
    const std::size_t length = x.of_object, dimensions = x.dimensions, pairs = star_.pairs;
    const double* const values = x.values;
    const double* const anchor = values + length * static_cast<std::size_t>(star_.anchor);
    for (std::size_t k = 0; k < pairs; k += hn::Lanes(d)) {
      fetch(x, values, 0, dimensions, k);
      const Object* const partners = partners_ + k;
      V sum = hn::Zero(d);
      const auto add = [&](auto width, std::size_t c) HWY_ATTR {
        constexpr std::size_t kWidth = decltype(width)::value;
        const auto row = [&](std::size_t lane)
                             HWY_ATTR { return values + c + length * static_cast<std::size_t>(partners[lane]); };
        V columns[kWidth];
        load_columns<kWidth>(row, columns);
        for (std::size_t q = 0; q < kWidth; ++q) {
          const V difference = hn::Sub(hn::Set(d, anchor[c + q]), columns[q]);
          sum = hn::Add(sum, hn::Mul(difference, difference));
        }
      };
      std::size_t c = 0;
      for (; c + 2 < dimensions; c += kColumns) add(std::integral_constant<std::size_t, kColumns>(), c);
      for (; c < dimensions; c += kFew) add(std::integral_constant<std::size_t, kFew>(), c);
      hn::StoreU(sum, d, distances + k);
      emit(k, sum);
    }
  }

  /// The dimensions first, first + 1, ..., one in each lane of Tag; how many they are. The anchor's eight sums of each
  /// stay in registers.
  template <typename Tag, typename Slope>
  HWY_INLINE std::size_t spread_rows(Tag some, const Numbers& v, std::size_t first, const Slope& slope,
                                     double* result) const {
    using Some = hn::Vec<Tag>;
    // Copies, because a vector could be stored anywhere.
    const std::size_t length = v.of_object, pairs = star_.pairs, end = first + hn::Lanes(some);
    const double* const values = v.values + first;
    double* const to = result + first;
    const Object* const partners = partners_;
    const std::size_t of_anchor = length * static_cast<std::size_t>(star_.anchor);
    const Some anchor = hn::LoadU(some, values + of_anchor);
    Some own[kLanes];
    for (Some& sum : own) sum = hn::Zero(some);
    for (std::size_t block = 0; block < pairs; block += kLanes) {
      HWY_ALIGN double twice[kLanes];
      for (std::size_t k = 0; k < kLanes; k += hn::Lanes(D())) {
        fetch(v, result, first, end, block + k);
        const V once = slope(block + k, first);
        hn::Store(hn::Add(once, once), D(), twice + k);
      }
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t place = length * static_cast<std::size_t>(partners[block + lane]);
        const Some pull = hn::Mul(hn::Set(some, twice[lane]), hn::Sub(anchor, hn::LoadU(some, values + place)));
        own[lane] = hn::Add(own[lane], pull);
        hn::StoreU(hn::Sub(hn::LoadU(some, to + place), pull), some, to + place);
      }
    }
    Some all = hn::Zero(some);
    for (const Some& sum : own) all = hn::Add(all, sum);
    hn::StoreU(hn::Add(hn::LoadU(some, to + of_anchor), all), some, to + of_anchor);
    return hn::Lanes(some);
  }

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

  /// Of numbers dimension by dimension, the anchor's less that of partners k and up, for each one first..end-1.
  template <typename Work>
  HWY_INLINE void each_difference(const Numbers& x, std::size_t first, std::size_t end, std::size_t k,
                                  const Work& work) const {
    const D d;
    for (std::size_t c = first; c < end; ++c)
      work(c, hn::Sub(hn::Set(d, x(star_.anchor, c)), load_indexed(x.values + c * x.of_dimension, partners_ + k)));
  }

  HWY_INLINE void subtract(const Numbers& v, std::size_t first, std::size_t end, std::size_t k, const double* pulls,
                           double* result) const {
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
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
