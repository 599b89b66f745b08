// What four objects can be like, without any drawing.
//
// Rooted: 15 trees. Where they join says of each two which part lower, as a height.
//
// Additive: the distance of i and j is l(i) + l(j), and m more if the branch in the middle, of length m, lies between;
// which two lie on either side is one of three ways. The order of d(i,j) and d(i,k) depends on how l(j) - l(k) compares
// with 0 or with +-m. Let m = 1 (a shorter one is the same with longer l; m = 0 is a limit). Differences are then
// compared with whole numbers, so a point may be replaced by one with the same whole parts, whose fractions are
// 0, 1/4, 1/2 and 3/4 in the same order; and where two neighbours on the line are more than 2 apart they may be moved
// together until they are less, but more than 1. So whole parts from 0 to 6 reach every cell, and quarters are enough.
// A constant added to all l changes no order, so that l >= 0 forbids nothing. 192 cells.
//
// Any: two distances are compared if their pairs share an object. As a graph these twelve comparisons of six distances
// are an octahedron, and what goes together is each of its 426 orientations without a cycle. Every comparison is in one
// triple alone.
//
// Ties need no solutions of their own: what is tied counts half, the mean of two strict orders on either side of it.
#include "metrics/bounds/tables_of_four.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace tertium::metrics {
namespace {

/// Of the six pairs of four objects, by number.
using SixDistances = std::array<int, 6>;

constexpr std::size_t pair_of_four(int i, int j) {  // i < j
  return static_cast<std::size_t>(i == 0 ? j - 1 : i + j);
}

/// The distances of a triple's pairs.
std::array<int, kPairsOfThree> of_triple(const SixDistances& d, int triple) {
  const auto [i, j, k] = kThreeOfFour[static_cast<std::size_t>(triple)];
  return {d[pair_of_four(i, j)], d[pair_of_four(i, k)], d[pair_of_four(j, k)]};
}

std::uint8_t closest_pair(const std::array<int, kPairsOfThree>& d) {
  return static_cast<std::uint8_t>(std::ranges::min_element(d) - d.begin());
}

std::uint8_t order_of(const std::array<int, kPairsOfThree>& d) {
  std::array<int, kPairsOfThree> pairs{0, 1, 2};
  std::ranges::sort(pairs, {}, [&](int pair) { return d[static_cast<std::size_t>(pair)]; });
  return static_cast<std::uint8_t>(option_of_order(pairs[0], pairs[1]));
}

template <typename Option>
Solution solution(const SixDistances& d, Option&& option) {
  Solution made{};
  for (int triple = 0; triple < kTriplesOfFour; ++triple)
    made[static_cast<std::size_t>(triple)] = option(of_triple(d, triple));
  return made;
}

/// Heights of the tree in which the last of the order joins last, or in which two join two.
SixDistances heights(const std::array<int, 4>& order, bool two_and_two) {
  std::array<int, 4> place{};
  for (int p = 0; p < 4; ++p) place[static_cast<std::size_t>(order[static_cast<std::size_t>(p)])] = p;
  SixDistances d{};
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      const int a = place[static_cast<std::size_t>(i)], b = place[static_cast<std::size_t>(j)];
      d[pair_of_four(i, j)] = two_and_two ? (a / 2 == b / 2 ? 1 : 2) : std::max(a, b);
    }
  return d;
}

void add_rooted(std::set<Solution>& solutions) {
  std::array<int, 4> order{0, 1, 2, 3};
  do {
    for (const bool two_and_two : {false, true}) solutions.insert(solution(heights(order, two_and_two), closest_pair));
  } while (std::ranges::next_permutation(order).found);
}

/// l: branches in quarters of the one in the middle; `partner`: who is on the side of object 0.
SixDistances additive_distances(const std::array<int, 4>& l, int partner) {
  constexpr int kMiddle = 4;
  SixDistances d{};
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      const bool same_side = (i == 0 || i == partner) == (j == 0 || j == partner);
      d[pair_of_four(i, j)] =
          l[static_cast<std::size_t>(i)] + l[static_cast<std::size_t>(j)] + (same_side ? 0 : kMiddle);
    }
  return d;
}

void add_additive(std::set<Solution>& solutions) {
  constexpr int kWholeParts = 7, kWays = kWholeParts * kWholeParts * kWholeParts * kWholeParts;
  std::array<int, 4> quarters{0, 1, 2, 3};
  do {
    for (int way = 0; way < kWays; ++way) {
      std::array<int, 4> l = quarters;
      for (int i = 0, left = way; i < 4; ++i, left /= kWholeParts)
        l[static_cast<std::size_t>(i)] += 4 * (left % kWholeParts);
      for (int partner = 1; partner < 4; ++partner)
        solutions.insert(solution(additive_distances(l, partner), order_of));
    }
  } while (std::ranges::next_permutation(quarters).found);
}

/// Every order of six distances is an orientation without a cycle, and each such orientation is that of some order.
void add_any(std::set<Solution>& solutions) {
  SixDistances d{};
  std::iota(d.begin(), d.end(), 0);
  do {
    solutions.insert(solution(d, order_of));
  } while (std::ranges::next_permutation(d).found);
}

std::vector<Solution> made(void (*add)(std::set<Solution>&)) {
  std::set<Solution> solutions;
  add(solutions);
  return {solutions.begin(), solutions.end()};
}

}  // namespace

const std::vector<Solution>& solutions_of_four(BoundClass kind) {
  static const std::vector<Solution> rooted = made(add_rooted), additive = made(add_additive), any = made(add_any);
  return kind == BoundClass::kRooted ? rooted : kind == BoundClass::kAdditive ? additive : any;
}

}  // namespace tertium::metrics
