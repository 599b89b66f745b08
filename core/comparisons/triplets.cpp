#include "core/comparisons/triplets.hpp"

#include "core/base/error.hpp"
#include "core/comparisons/triplet_visits.hpp"

namespace tertium::core {
namespace {

bool same_pair(const Quadruplet& s) {
  return (s.i == s.k && s.j == s.l) || (s.i == s.l && s.j == s.k);
}

}  // namespace

bool is_triplet(const Quadruplet& s) {
  const bool shared = s.i == s.k || s.i == s.l || s.j == s.k || s.j == s.l;
  return shared && s.i != s.j && s.k != s.l && !same_pair(s);
}

Triplet as_triplet(const Quadruplet& s) {
  expects(is_triplet(s), "a triplet's pairs share one object");
  const Object anchor = s.i == s.k || s.i == s.l ? s.i : s.j;
  return {anchor, s.i == anchor ? s.j : s.i, s.k == anchor ? s.l : s.k};
}

void Triplets::answers_of(Object anchor, std::vector<NearFar>& answers) const {
  answers.clear();
  read_anchor(*this, anchor, [&](Object k, std::span<const Word> observed, std::span<const Word> wins) {
    for (std::size_t q = 0; q < observed.size(); ++q)
      for_each_bit(observed[q], [&](int bit) {
        const auto l = static_cast<Object>((k / kWordBits + static_cast<std::int64_t>(q)) * kWordBits + bit);
        answers.push_back((wins[q] >> bit & 1) != 0 ? NearFar{k, l} : NearFar{l, k});
      });
  });
}

}  // namespace tertium::core
