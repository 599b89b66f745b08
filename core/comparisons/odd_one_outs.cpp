#include "core/comparisons/odd_one_outs.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace tertium::core {

OddOneOutList::OddOneOutList(Object n, std::vector<OddOneOut> answers) : n_(n), answers_(std::move(answers)) {
  for (const OddOneOut& answer : answers_) {
    for (const Object i : {answer.a, answer.b, answer.odd})
      if (i < 0 || i >= n) fail("odd-one-out of object {} (there are {}), correct the answer", i, n);
    if (answer.a == answer.b || answer.a == answer.odd || answer.b == answer.odd)
      fail("odd-one-out of objects {}, {} and {}, which are not different, correct the answer", answer.a, answer.b,
           answer.odd);
  }
}

std::vector<Triplet> as_triplets(std::span<const OddOneOut> answers) {
  std::vector<Triplet> triplets;
  triplets.reserve(2 * answers.size());
  for (const OddOneOut& answer : answers) {
    triplets.push_back({answer.a, answer.b, answer.odd});
    triplets.push_back({answer.b, answer.a, answer.odd});
  }
  return triplets;
}

namespace {

/// How often the two triplets were given that an odd-one-out says, a < b: from the side of a, and from that of b.
struct BothSides {
  OddOneOut answer;
  std::int64_t of_a = 0, of_b = 0;
};

/// Of all triplets, ascending: their order means nothing.
std::vector<BothSides> sides_of(std::span<const Triplet> triplets, std::span<const std::int32_t> counts) {
  std::vector<BothSides> sides;
  sides.reserve(triplets.size());
  for (std::size_t t = 0; t < triplets.size(); ++t) {
    const auto& [anchor, near, far] = triplets[t];
    const std::int64_t count = counts.empty() ? 1 : counts[t];
    const bool first = anchor < near;
    sides.push_back({{std::min(anchor, near), std::max(anchor, near), far}, first ? count : 0, first ? 0 : count});
  }
  std::ranges::sort(sides, {}, &BothSides::answer);
  std::size_t different = 0;
  for (const BothSides& one : sides)
    if (different > 0 && sides[different - 1].answer == one.answer)
      sides[different - 1].of_a += one.of_a, sides[different - 1].of_b += one.of_b;
    else
      sides[different++] = one;
  sides.resize(different);
  return sides;
}

}  // namespace

std::vector<OddOneOut> as_odd_one_outs(std::span<const Triplet> triplets, std::span<const std::int32_t> counts) {
  const std::vector<BothSides> sides = sides_of(triplets, counts);
  const bool in_twos = std::ranges::all_of(sides, [](const BothSides& one) { return one.of_a == one.of_b; });
  std::vector<OddOneOut> answers;
  answers.reserve(triplets.size());
  for (const BothSides& one : sides)
    answers.insert(answers.end(), static_cast<std::size_t>(in_twos ? one.of_a : one.of_a + one.of_b), one.answer);
  return answers;
}

}  // namespace tertium::core
