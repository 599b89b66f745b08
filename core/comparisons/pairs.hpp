#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::core {

/// An object, 0..N-1.
using Object = std::int32_t;
/// An unordered pair of distinct objects, 0..M-1, M = N(N-1)/2, in row-major order of {i < j}.
using PairIndex = std::int32_t;

/// Most objects that a PairIndex can number the pairs of.
inline constexpr Object kMaxObjects = 65536;
/// Most objects where nothing is made of all pairs.
inline constexpr Object kMostObjects = 1'000'000;

/// A pair of different objects.
struct Pair {
  Object i = 0;  ///< the smaller object
  Object j = 0;  ///< the larger object
  bool operator==(const Pair&) const = default;
};

/// M = N(N-1)/2.
constexpr PairIndex pair_count(Object n) {
  return static_cast<PairIndex>(static_cast<std::int64_t>(n) * (n - 1) / 2);
}

/// Number of unordered pairs of distinct pairs, M(M-1)/2: every quadruplet that can be asked.
constexpr std::int64_t quadruplet_count(Object n) {
  const std::int64_t m = pair_count(n);
  return m * (m - 1) / 2;
}

/// Row-major number of {i, j}, i != j, in any order; n <= kMostObjects.
constexpr std::int64_t pair_number(Object i, Object j, Object n) {
  const std::int64_t a = i < j ? i : j;
  const std::int64_t b = i < j ? j : i;
  return a * (2 * std::int64_t{n} - a - 1) / 2 + (b - a - 1);
}
/// The same of at most kMaxObjects.
constexpr PairIndex pair_index(Object i, Object j, Object n) {
  return static_cast<PairIndex>(pair_number(i, j, n));
}

/// All M pairs in the order of their index.
std::vector<Pair> all_pairs(Object n);

/// One value for every unordered pair of N objects (similarities, kernels, scores); no diagonal.
template <typename T>
class PairTable {
 public:
  PairTable() = default;
  explicit PairTable(Object n, T value = T{}) : n_(n), values_(checked_size(n), value) {}
  /// `values`: M of them, in the order of pair_index.
  PairTable(Object n, std::vector<T> values) : n_(n), values_(std::move(values)) {
    expects(values_.size() == checked_size(n), "a PairTable has one value for every pair");
  }

  Object objects() const { return n_; }
  PairIndex pairs() const { return static_cast<PairIndex>(values_.size()); }
  const T& operator()(Object i, Object j) const { return values_[pair_index(i, j, n_)]; }
  T& operator()(Object i, Object j) { return values_[pair_index(i, j, n_)]; }
  const T& operator[](PairIndex pair) const { return values_[pair]; }
  T& operator[](PairIndex pair) { return values_[pair]; }
  std::span<const T> values() const { return values_; }
  std::span<T> values() { return values_; }
  bool operator==(const PairTable&) const = default;

 private:
  static std::size_t checked_size(Object n) {
    expects(n >= 0 && n <= kMaxObjects, "0 <= N <= 65536");
    return n < 2 ? 0 : static_cast<std::size_t>(pair_count(n));
  }

  Object n_ = 0;
  std::vector<T> values_;
};

/// Latent similarities w_ij, larger = more alike. No method that works on comparisons ever reads them.
using Similarities = PairTable<double>;

/// The same table after the objects are renumbered: object i of `table` is object new_id[i] of the result.
template <typename T>
PairTable<T> relabelled(const PairTable<T>& table, std::span<const Object> new_id) {
  PairTable<T> result(table.objects());
  PairIndex pair = 0;
  for (Object i = 0; i < table.objects(); ++i)
    for (Object j = i + 1; j < table.objects(); ++j) result(new_id[i], new_id[j]) = table[pair++];
  return result;
}

}  // namespace tertium::core
