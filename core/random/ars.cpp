#include "core/random/ars.hpp"

namespace tertium::core {
namespace {

using Block = std::array<std::uint8_t, 16>;

constexpr std::uint8_t times_two(std::uint8_t x) {
  return static_cast<std::uint8_t>((x << 1) ^ ((x >> 7) * 0x1b));
}

/// The S-box of AES (FIPS 197): inverse in GF(2^8), then an affine map. Powers of 3 run through all non-zero elements.
constexpr std::array<std::uint8_t, 256> make_sbox() {
  std::array<std::uint8_t, 256> sbox{};
  std::uint8_t p = 1;  // p = 3^k
  std::uint8_t q = 1;  // q = 3^-k
  do {
    p = static_cast<std::uint8_t>(p ^ times_two(p));
    for (const int shift : {1, 2, 4}) q = static_cast<std::uint8_t>(q ^ (q << shift));
    if (q & 0x80) q ^= 0x09;
    std::uint8_t image = 0x63;
    for (int turn = 0; turn < 5; ++turn) image ^= static_cast<std::uint8_t>((q << turn) | (q >> (8 - turn)));
    sbox[p] = image;
  } while (p != 1);
  sbox[0] = 0x63;
  return sbox;
}

constexpr std::array<std::uint8_t, 256> kSbox = make_sbox();

/// SubBytes and ShiftRows: byte r of column c comes from column c + r.
Block substituted_and_shifted(const Block& state) {
  Block result{};
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r) result[4 * c + r] = kSbox[state[4 * ((c + r) % 4) + r]];
  return result;
}

Block columns_mixed(const Block& s) {
  Block result{};
  for (int c = 0; c < 16; c += 4)
    for (int r = 0; r < 4; ++r) {
      const std::uint8_t a = s[c + r];
      const std::uint8_t b = s[c + (r + 1) % 4];
      result[c + r] = static_cast<std::uint8_t>(times_two(static_cast<std::uint8_t>(a ^ b)) ^ b ^ s[c + (r + 2) % 4] ^
                                                s[c + (r + 3) % 4]);
    }
  return result;
}

void add_key(Block& state, const std::array<std::uint64_t, 2>& key) {
  for (int k = 0; k < 16; ++k) state[k] ^= static_cast<std::uint8_t>(key[k / 8] >> (8 * (k % 8)));
}

std::array<std::uint64_t, 2> halves(const Block& state) {
  std::array<std::uint64_t, 2> bits{};
  for (int k = 0; k < 16; ++k) bits[k / 8] |= static_cast<std::uint64_t>(state[k]) << (8 * (k % 8));
  return bits;
}

/// State after the whitening and the first round.
Block first_round(const ArsKey& key, std::uint64_t counter_low, std::uint64_t counter_high) {
  Block state{};
  add_key(state, {counter_low, counter_high});
  add_key(state, key.round[0]);
  state = columns_mixed(substituted_and_shifted(state));
  add_key(state, key.round[1]);
  return state;
}

}  // namespace

ArsKey ars_key(std::uint64_t low, std::uint64_t high) {
  ArsKey key;
  for (auto& round : key.round) {
    round = {low, high};
    low += 0x9E3779B97F4A7C15U;   // golden ratio
    high += 0xBB67AE8584CAA73BU;  // sqrt(3) - 1
  }
  return key;
}

std::array<std::uint64_t, 2> ars(const ArsKey& key, std::uint64_t counter_low, std::uint64_t counter_high) {
  Block state = first_round(key, counter_low, counter_high);
  for (int r = 2; r <= ArsKey::kRounds; ++r) {
    state = substituted_and_shifted(state);
    if (r < ArsKey::kRounds) state = columns_mixed(state);  // as in AES, the last round does not mix
    add_key(state, key.round[r]);
  }
  return halves(state);
}

ArsSteps ars_steps(const ArsKey& key) {
  ArsSteps steps;
  const auto zero = halves(first_round(key, 0, 0));
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const auto state = halves(first_round(key, 0, t));
    steps[t] = {state[0] ^ zero[0], state[1] ^ zero[1]};
  }
  return steps;
}

}  // namespace tertium::core
