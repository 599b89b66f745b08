#include "core/comparisons/closest_pairs.hpp"

#include <algorithm>
#include <bit>

namespace tertium::core {
namespace {

class BySimilarity final : public ClosestPairs {
 public:
  explicit BySimilarity(std::shared_ptr<const Similarities> w) : w_(std::move(w)) {}
  Object objects() const override { return w_->objects(); }
  unsigned left_out(const Triple& t) const override {
    const std::array<double, 3> without{(*w_)(t[1], t[2]), (*w_)(t[0], t[2]), (*w_)(t[0], t[1])};
    const double largest = *std::max_element(without.begin(), without.end());
    unsigned bits = 0;
    for (unsigned k = 0; k < 3; ++k) bits |= unsigned{without[k] == largest} << k;
    return bits;
  }

 private:
  std::shared_ptr<const Similarities> w_;
};

constexpr int kObjectBits = 21;

/// Positive, and different for different questions; the three objects ascend.
std::uint64_t question_key(const Triple& sorted) {
  const auto part = [&](int k) { return static_cast<std::uint64_t>(sorted[k]); };
  return part(0) << 2 * kObjectBits | part(1) << kObjectBits | part(2);
}

/// The k-th of the bits that are set.
int bit_number(unsigned bits, unsigned k) {
  for (; k > 0; --k) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace

std::shared_ptr<const ClosestPairs> closest_pairs_by(std::shared_ptr<const Similarities> w) {
  return std::make_shared<const BySimilarity>(std::move(w));
}

ClosestPairOracle::ClosestPairOracle(std::shared_ptr<const ClosestPairs> truth, const CellKey& cell, double eps,
                                     AnswerNoise noise, std::int64_t budget)
    : truth_(std::move(truth)),
      key_(stream_key(cell, Purpose::kClosestPairs)),
      eps_(eps),
      noise_(noise),
      budget_(budget) {
  expects(truth_->objects() <= Object{1} << kObjectBits, "at most 2^21 objects");
  expects(eps > 0.0 && eps <= 1.0, "0 < eps <= 1");
  expects(budget >= 0, "a budget is not negative");
}

bool ClosestPairOracle::charge(std::uint64_t question) {
  const bool known = noise_ == AnswerNoise::kPersistent && asked_.contains(question);
  if (!known && charged_ >= budget_) return false;
  if (!known && noise_ == AnswerNoise::kPersistent) asked_.insert(question);
  charged_ += known ? 0 : 1;
  ++raw_;
  return true;
}

int ClosestPairOracle::answer(const Triple& sorted) const {
  const unsigned best = truth_->left_out(sorted);
  if (eps_ >= 1.0 && std::has_single_bit(best)) return std::countr_zero(best);
  const std::uint64_t question = question_key(sorted);
  const auto drawn = [&](std::uint64_t time) { return threefry(key_, {question, time, 0, 0}); };
  const unsigned tied = static_cast<unsigned>(std::popcount(best));
  const int right = bit_number(best, tied == 1 ? 0 : static_cast<unsigned>(drawn(0)[0] % tied));
  if (eps_ >= 1.0) return right;
  const auto bits = drawn(noise_ == AnswerNoise::kPersistent ? 0 : static_cast<std::uint64_t>(raw_));
  if (uniform_of(bits[1]) < (1.0 + eps_) / 2.0) return right;
  return bit_number(~(1U << right) & 7U, static_cast<unsigned>(bits[2] >> 63));
}

std::optional<int> ClosestPairOracle::left_out(const Triple& triple) {
  Triple sorted = triple;
  std::sort(sorted.begin(), sorted.end());
  if (!charge(question_key(sorted))) return std::nullopt;
  const Object out = sorted[answer(sorted)];
  return out == triple[0] ? 0 : out == triple[1] ? 1 : 2;
}

}  // namespace tertium::core
