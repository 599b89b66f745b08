#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tertium::metrics {

/// What a bound is proved for.
enum class BoundClass : std::uint8_t {
  kRooted,    ///< rooted trees: nearer are the two that part further from the root
  kAdditive,  ///< trees with lengths: nearer is the shorter path
  kAny,       ///< any distances at all
};

/// The pairs of three objects i < j < k, by number: ij, ik, jk.
inline constexpr int kPairsOfThree = 3;
/// The triples of four objects a < b < c < d, by number: abc, abd, acd, bcd.
inline constexpr int kTriplesOfFour = 4;
inline constexpr std::array<std::array<int, 3>, kTriplesOfFour> kThreeOfFour{
    {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};

/// What can be so about three objects. Rooted: which of the pairs is joined first. Else the order of their distances,
/// see option_of_order.
constexpr int options_of(BoundClass kind) {
  return kind == BoundClass::kRooted ? 3 : 6;
}

/// The number of an order in which the pair `least` is the closest, `next` the next one.
constexpr int option_of_order(int least, int next) {
  return 2 * least + (next - least + kPairsOfThree) % kPairsOfThree - 1;
}
/// The pairs of that order, the closest first.
constexpr std::array<int, kPairsOfThree> order_of_option(int option) {
  const int least = option / 2, step = option % 2 + 1;
  return {least, (least + step) % kPairsOfThree, (least + 2 * step) % kPairsOfThree};
}

/// The options of the four triples that go together.
using Solution = std::array<std::uint8_t, kTriplesOfFour>;

/// All that four objects can be like, ascending: 15 rooted trees, 192 trees with lengths, 426 ways of any distances.
const std::vector<Solution>& solutions_of_four(BoundClass kind);

/// The rooted trees again, for code that is made for each of them.
inline constexpr std::array<Solution, 15> kRootedTrees{{{0, 0, 0, 0},
                                                        {0, 0, 1, 1},
                                                        {0, 0, 2, 2},
                                                        {0, 1, 1, 1},
                                                        {0, 2, 1, 1},
                                                        {1, 0, 0, 0},
                                                        {1, 1, 0, 2},
                                                        {1, 1, 1, 2},
                                                        {1, 1, 2, 2},
                                                        {1, 2, 0, 1},
                                                        {2, 0, 0, 0},
                                                        {2, 1, 1, 0},
                                                        {2, 2, 2, 0},
                                                        {2, 2, 2, 1},
                                                        {2, 2, 2, 2}}};

}  // namespace tertium::metrics
