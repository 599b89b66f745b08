#include "core/comparisons/odd_one_outs.hpp"

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

/// Whether every second triplet says what the one before says, from the other side.
bool come_in_twos(std::span<const Triplet> triplets) {
  if (triplets.size() % 2 != 0) return false;
  for (std::size_t t = 0; t < triplets.size(); t += 2)
    if (triplets[t + 1] != Triplet{triplets[t].near, triplets[t].anchor, triplets[t].far}) return false;
  return true;
}

}  // namespace

std::vector<OddOneOut> as_odd_one_outs(std::span<const Triplet> triplets, std::span<const std::int32_t> counts) {
  std::vector<OddOneOut> answers;
  answers.reserve(triplets.size());
  const std::size_t step = come_in_twos(triplets) ? 2 : 1;
  for (std::size_t t = 0; t < triplets.size(); t += step)
    answers.insert(answers.end(), static_cast<std::size_t>(counts.empty() ? 1 : counts[t]),
                   {triplets[t].anchor, triplets[t].near, triplets[t].far});
  return answers;
}

}  // namespace tertium::core
