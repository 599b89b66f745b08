#pragma once

#include <array>
#include <cstdint>

namespace tertium::core {

/// Round keys of ARS-4x32 with 5 rounds (Salmon et al. 2011): the AES round as a counter-based generator of 128 bits,
/// cheaper than Threefry where the processor has AES instructions, and the same bits where it has not. Five rounds are
/// the fewest with which it passes SmallCrush, Crush and BigCrush; fewer do not, and more are slower.
struct ArsKey {
  static constexpr int kRounds = 5;
  std::array<std::array<std::uint64_t, 2>, kRounds + 1> round{};  ///< low and high 64 bits of every round key
};

/// The key schedule: round key r is the key plus r times a Weyl constant, in each 64-bit half.
ArsKey ars_key(std::uint64_t low, std::uint64_t high);

/// The generator in plain arithmetic: 128 bits (low and high half) as a pure function of key and counter. What vector
/// instructions must equal, and what runs where there are none.
std::array<std::uint64_t, 2> ars(const ArsKey& key, std::uint64_t counter_low, std::uint64_t counter_high);

/// What a counter's lowest byte of the high half, t, changes in the state after the first round: the states for t and
/// for 0 differ by steps[t], whatever the rest of the counter is, since a round only mixes bytes by exclusive or. So
/// blocks that differ in this byte share their first round.
using ArsSteps = std::array<std::array<std::uint64_t, 2>, 32>;
ArsSteps ars_steps(const ArsKey& key);

}  // namespace tertium::core
