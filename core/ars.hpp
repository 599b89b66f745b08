#pragma once

#include <array>
#include <cstdint>

namespace tertium::core {

/// Round keys of ARS-4x32 with 7 rounds (Salmon et al. 2011): the AES round as a counter-based generator of 128 bits,
/// cheaper than Threefry where the processor has AES instructions, and the same bits where it has not.
struct ArsKey {
  static constexpr int kRounds = 7;
  std::array<std::array<std::uint64_t, 2>, kRounds + 1> round{};  ///< low and high 64 bits of every round key
};

/// The key schedule: round key r is the key plus r times a Weyl constant, in each 64-bit half.
ArsKey ars_key(std::uint64_t low, std::uint64_t high);

/// The generator in plain arithmetic: 128 bits (low and high half) as a pure function of key and counter. What vector
/// instructions must equal, and what runs where there are none.
std::array<std::uint64_t, 2> ars(const ArsKey& key, std::uint64_t counter_low, std::uint64_t counter_high);

}  // namespace tertium::core
