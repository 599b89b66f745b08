// Exact binomial and multinomial numbers out of fair bits.
//
// Idea: Binomial(n, q) counts which of n uniform numbers U lie below q. Compare them with q digit by digit, all at
// once: of the numbers that agree with q so far, Binomial(undecided, 1/2) have a one as their next digit. Where q has a
// one, those with a zero are below it for good; where q has a zero, those with a one are above it. The digits of a
// fraction part / whole come from long division, so nothing is rounded. A multinomial splits its boxes in halves again
// and again, one binomial at every border between boxes.
//
// Guarantee: exact in distribution for every n and every fraction; integers only, so the same on every machine.
//
// Cost: the undecided numbers halve with every digit, so 2 n bits and log2(n) + 2 steps for a binomial, counted 128 at
// a time by population count.
#include "core/random/multinomial.hpp"

#include "core/base/error.hpp"

namespace tertium::core {
namespace {

struct Splitter {
  const NumberedDraws& draws;
  std::uint32_t name;
  const std::vector<std::int64_t>& before;  // sums of the weights of the boxes 0..k-1
  std::vector<std::int64_t>& counts;

  /// n balls among the boxes begin..end-1.
  void split(std::size_t begin, std::size_t end, std::int64_t n) const {
    if (n == 0) return;
    if (end - begin == 1) {
      counts[begin] = n;
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const std::int64_t left = binomial(draws, {name, static_cast<std::uint32_t>(middle)}, n,
                                       before[middle] - before[begin], before[end] - before[begin]);
    split(begin, middle, left);
    split(middle, end, n - left);
  }
};

}  // namespace

std::int64_t binomial(const NumberedDraws& draws, const DrawLine& line, std::int64_t n, std::int64_t part,
                      std::int64_t whole) {
  expects(n >= 0 && part >= 0 && part <= whole && whole >= 1 && whole < std::int64_t{1} << 62,
          "a binomial needs 0 <= part <= whole");
  if (part == whole) return n;
  std::int64_t below = 0;
  std::int64_t undecided = n;
  std::int64_t rest = part;  // part / whole = digits so far + 2^-digits rest / whole
  for (std::uint32_t digit = 0; undecided > 0 && rest > 0; ++digit) {
    const std::int64_t ones = draws.ones(line, digit, undecided);
    rest *= 2;
    if (rest >= whole) {
      rest -= whole;
      below += undecided - ones;
      undecided = ones;
    } else {
      undecided -= ones;
    }
  }
  return below;  // a number that agrees with q to its end is not below q
}

std::vector<std::int64_t> multinomial(const NumberedDraws& draws, std::uint32_t name, std::int64_t n,
                                      std::span<const std::int64_t> weights) {
  expects(n >= 0, "a number of balls is not negative");
  std::vector<std::int64_t> before(weights.size() + 1, 0);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    expects(weights[k] >= 0, "weights are not negative");
    before[k + 1] = before[k] + weights[k];
  }
  expects(n == 0 || before.back() > 0, "balls need a box that they can fall into");
  std::vector<std::int64_t> counts(weights.size(), 0);
  Splitter{draws, name, before, counts}.split(0, weights.size(), n);
  return counts;
}

}  // namespace tertium::core
