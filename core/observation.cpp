#include "core/observation.hpp"

#include <algorithm>
#include <cmath>

namespace tertium::core {
namespace {

constexpr int kPlanes = 32;
constexpr std::int64_t kBlockWords = 4;

}  // namespace

BernoulliPlane::BernoulliPlane(const CellKey& cell, Purpose purpose, double p)
    : key_(stream_key(cell, purpose)), threshold_(static_cast<std::uint64_t>(std::llround(std::ldexp(p, kPlanes)))) {
  expects(p >= 0.0 && p <= 1.0, "a probability lies in [0, 1]");
}

void BernoulliPlane::block(Rank a, std::int64_t c, Word (&member)[4]) const {
  // Compare 256 uniform numbers with the threshold bit by bit: `undecided` lanes agree with it so far.
  Word undecided[4] = {~Word{0}, ~Word{0}, ~Word{0}, ~Word{0}};
  std::fill(std::begin(member), std::end(member), Word{0});
  for (int t = 0; t < kPlanes; ++t) {
    const std::uint64_t rest = threshold_ & ((std::uint64_t{1} << (kPlanes - t)) - 1);
    if (rest == 0 || (undecided[0] | undecided[1] | undecided[2] | undecided[3]) == 0) return;
    const Word bit = (threshold_ >> (kPlanes - 1 - t)) & 1 ? ~Word{0} : Word{0};
    const auto plane = threefry(
        key_, {static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(c), static_cast<std::uint64_t>(t), 0});
    for (int q = 0; q < 4; ++q) {
      member[q] |= undecided[q] & bit & ~plane[q];
      undecided[q] &= ~(plane[q] ^ bit);
    }
  }
}

void BernoulliPlane::row_words(Rank a, std::int64_t first_word, std::span<Word> words) const {
  if (threshold_ >> kPlanes) {
    std::fill(words.begin(), words.end(), ~Word{0});
    return;
  }
  const std::int64_t end = first_word + static_cast<std::int64_t>(words.size());
  for (std::int64_t c = first_word / kBlockWords; c * kBlockWords < end; ++c) {
    Word member[4];
    block(a, c, member);
    for (std::int64_t q = std::max(first_word, c * kBlockWords); q < std::min(end, (c + 1) * kBlockWords); ++q)
      words[q - first_word] = member[q - c * kBlockWords];
  }
}

}  // namespace tertium::core
