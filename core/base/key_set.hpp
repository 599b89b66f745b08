#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace tertium::core {

/// A set of positive 64-bit keys: open addressing with linear probing, 8 bytes a place, at most three quarters full.
class KeySet {
 public:
  bool contains(std::uint64_t key) const { return !places_.empty() && places_[find(key)] == key; }

  /// True if the key is new. key != 0.
  bool insert(std::uint64_t key) {
    if (4 * (size_ + 1) > 3 * places_.size()) grow();
    const std::size_t place = find(key);
    if (places_[place] == key) return false;
    places_[place] = key;
    ++size_;
    return true;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  /// The place of the key, or the empty one that it would take.
  std::size_t find(std::uint64_t key) const {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads neighbouring keys
    const std::size_t mask = places_.size() - 1;
    std::size_t place = static_cast<std::size_t>((key * kGolden) >> 32) & mask;
    while (places_[place] != 0 && places_[place] != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::vector<std::uint64_t> old(places_.empty() ? 16 : 2 * places_.size(), 0);
    old.swap(places_);
    for (const std::uint64_t key : old)
      if (key != 0) places_[find(key)] = key;
  }

  std::vector<std::uint64_t> places_;  // 0 = empty; a power of two of them
  std::size_t size_ = 0;
};

/// The most that a KeySet takes until it has so many keys: its places, a power of two, beside the half as many before.
inline double key_set_bytes(double count) {
  constexpr double kLeast = 16.0, kMost = 0x1p60, kFull = 0.75;
  const auto places = std::bit_ceil(static_cast<std::uint64_t>(std::clamp(count / kFull, kLeast, kMost)));
  return 1.5 * sizeof(std::uint64_t) * static_cast<double>(places);
}

}  // namespace tertium::core
