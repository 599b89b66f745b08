#include "core/comparisons/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/comparisons/sampled_quadruplets.hpp"

namespace tertium::core {
namespace {

std::uint64_t question_key(PairIndex a, PairIndex b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

bool has_bit(std::span<const Word> bits, std::int64_t k) {
  return (bits[k / kWordBits] >> (k % kWordBits) & 1) != 0;
}

void set_bit(std::span<Word> bits, std::int64_t k) {
  bits[k / kWordBits] |= Word{1} << (k % kWordBits);
}

/// At most 64 references in the order of their ranks: a pair is above some first ones and below some last ones. How
/// many these are is looked up for a range of ranks, and counted on from there, mostly by nothing.
class ReferenceBits {
 public:
  ReferenceBits(const PairRanking& ranking, std::span<const PairIndex> references) {
    expects(references.size() <= kWordBits, "at most 64 references");
    std::vector<int> order(references.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int x, int y) { return ranking.rank_of(references[x]) < ranking.rank_of(references[y]); });
    begins_.fill(kNoRank);
    ends_.fill(kNoRank);
    first_.fill(0);
    for (std::size_t s = 0; s < order.size(); ++s) {
      const Rank rank = ranking.rank_of(references[order[s]]);
      begins_[s] = ranking.tie_begin(rank);
      ends_[s] = ranking.tie_end(rank);
      first_[s + 1] = first_[s] | Word{1} << order[s];
    }
    all_ = first_[order.size()];
    while (ranking.pairs() >> shift_ > kRanges) ++shift_;
    std::size_t below = 0;
    for (std::size_t range = 0; range <= kRanges; ++range) {
      const auto first = std::min(std::int64_t{kNoRank} - 1, static_cast<std::int64_t>(range) << shift_);
      below = count_on(ends_, below, static_cast<Rank>(first));
      below_range_[range] = static_cast<std::uint8_t>(below);
    }
  }

  AnswerBits about(Rank rank) const {
    const std::size_t ended = count_on(ends_, below_range_[static_cast<std::size_t>(rank >> shift_)], rank);
    const Word below = first_[ended];
    const Word above = all_ & ~first_[count_on(begins_, ended, rank)];  // ties begin before they end
    return {below | above, above};
  }

 private:
  static constexpr Rank kNoRank = std::numeric_limits<Rank>::max();
  static constexpr std::int64_t kRanges = 1024;
  using Bounds = std::array<Rank, kWordBits + 1>;  // the last one is kNoRank

  /// How many bounds are at most `rank`, `count` of which are known.
  static std::size_t count_on(const Bounds& bounds, std::size_t count, Rank rank) {
    while (bounds[count] <= rank) ++count;
    return count;
  }

  Bounds begins_, ends_;                     // of ties, ascending
  std::array<Word, kWordBits + 1> first_{};  // the first s references
  Word all_ = 0;
  int shift_ = 0;                                        // of a rank to its range
  std::array<std::uint8_t, kRanges + 1> below_range_{};  // how many ties end at or before the first rank of a range
};

}  // namespace

ActiveOracle::ActiveOracle(std::shared_ptr<const PairRanking> ranking, std::int64_t budget)
    : ActiveOracle(std::move(ranking), CellKey{}, 1.0, budget) {}

ActiveOracle::ActiveOracle(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double eps,
                           std::int64_t budget)
    : ranking_(std::move(ranking)),
      cell_(cell),
      eps_(eps),
      flipped_(cell, Purpose::kCrowd, (1.0 - eps) / 2.0),
      budget_(budget) {
  expects(eps > 0.0 && eps <= 1.0, "0 < eps <= 1");
  expects(budget >= 0, "a budget is not negative");
}

bool ActiveOracle::asked(PairIndex a, PairIndex b) const {
  return everything_ || single_.contains(question_key(a, b)) ||
         std::any_of(bulks_.begin(), bulks_.end(), [&](const Bulk& bulk) {
           return (has_bit(bulk.references, a) && has_bit(bulk.pairs, b)) ||
                  (has_bit(bulk.references, b) && has_bit(bulk.pairs, a));
         });
}

int ActiveOracle::answer(PairIndex a, PairIndex b) const {
  const int truth = ranking_->sign(a, b);
  if (eps_ >= 1.0) return truth;
  const auto [low, high] = std::minmax({ranking_->rank_of(a), ranking_->rank_of(b)});
  return errs(low, high) ? -truth : truth;
}

bool ActiveOracle::errs(Rank low, Rank high) const {
  Word word = 0;
  flipped_.row_words(low, high / kWordBits, std::span(&word, 1));
  return (word >> (high % kWordBits) & 1) != 0;
}

std::optional<int> ActiveOracle::query(PairIndex a, PairIndex b) {
  if (a == b) return 0;
  if (!asked(a, b)) {
    if (!allows(1)) return std::nullopt;
    single_.insert(question_key(a, b));
    ++distinct_;
  }
  ++raw_;
  return answer(a, b);
}

ActiveOracle::Bulk& ActiveOracle::bulk_of(std::span<const PairIndex> pairs) {
  if (!bulks_.empty() && std::equal(pairs.begin(), pairs.end(), last_list_.begin(), last_list_.end()))
    return bulks_.back();
  const std::vector<Word> none(words_for(this->pairs()), 0);
  Bulk& bulk = bulks_.emplace_back(Bulk{none, none, {}, 0});
  for (const PairIndex pair : pairs) set_bit(bulk.pairs, pair);
  for (std::size_t q = 0; q < bulk.pairs.size(); ++q)
    if (bulk.pairs[q] != 0) bulk.used_words.push_back(static_cast<PairIndex>(q));
  last_list_.assign(pairs.begin(), pairs.end());
  return bulk;
}

std::int64_t ActiveOracle::count_asked(const Bulk& bulk, PairIndex reference) const {
  if (bulks_.size() == 1 && single_.empty() && !has_bit(bulk.references, reference))
    return has_bit(bulk.pairs, reference) ? bulk.listed_references : 0;
  std::vector<Word> known(bulk.used_words.size(), 0);  // pairs that the reference was compared with
  for (const Bulk& earlier : bulks_) {
    const Word to_pairs = has_bit(earlier.references, reference) ? ~Word{0} : Word{0};
    const Word to_references = has_bit(earlier.pairs, reference) ? ~Word{0} : Word{0};
    if ((to_pairs | to_references) == 0) continue;
    for (std::size_t s = 0; s < known.size(); ++s) {
      const PairIndex q = bulk.used_words[s];
      known[s] |= (earlier.pairs[q] & to_pairs) | (earlier.references[q] & to_references);
    }
  }
  std::int64_t count = 0;
  for (std::size_t s = 0; s < known.size(); ++s) {
    const PairIndex q = bulk.used_words[s];
    const Word own = reference / kWordBits == q ? Word{1} << (reference % kWordBits) : Word{0};
    const Word others = bulk.pairs[q] & ~own;
    if (const Word again = known[s] & others; again != 0) count += std::popcount(again);  // mostly none
    if (single_.empty()) continue;
    for_each_bit(others & ~known[s],
                 [&](int k) { count += single_.contains(question_key(reference, q * kWordBits + k)); });
  }
  return count;
}

void ActiveOracle::tell(std::span<const PairIndex> references, std::span<const PairIndex> pairs,
                        std::span<AnswerBits> answers) const {
  expects(pairs.size() == answers.size(), "answers for every pair");
  const ReferenceBits bits(*ranking_, references);
  for (std::size_t t = 0; t < pairs.size(); ++t) answers[t] = bits.about(ranking_->rank_of(pairs[t]));
  if (eps_ < 1.0)
    for (std::size_t k = 0; k < references.size(); ++k)
      reverse_wrong(references[k], static_cast<int>(k), pairs, answers);
}

void ActiveOracle::reverse_wrong(PairIndex reference, int bit, std::span<const PairIndex> pairs,
                                 std::span<AnswerBits> answers) const {
  const Rank rank = ranking_->rank_of(reference);
  std::vector<Word> above(words_for(this->pairs()));  // the reference's own row, which has all pairs that rank above it
  flipped_.row_words(rank, 0, above);
  for (std::size_t t = 0; t < pairs.size(); ++t) {
    const Rank other = ranking_->rank_of(pairs[t]);
    const bool wrong = other < rank ? errs(other, rank) : has_bit(above, other);
    answers[t].negative ^= (wrong ? Word{1} << bit : 0) & answers[t].answered;
  }
}

void ActiveOracle::Bulk::add_reference(PairIndex reference) {
  if (has_bit(references, reference)) return;
  set_bit(references, reference);
  listed_references += has_bit(pairs, reference) ? 1 : 0;
}

bool ActiveOracle::charge(Bulk& bulk, std::int64_t pairs, PairIndex reference) {
  const std::int64_t questions = pairs - (has_bit(bulk.pairs, reference) ? 1 : 0);
  const std::int64_t fresh = everything_ ? 0 : questions - count_asked(bulk, reference);
  if (!allows(fresh)) return false;
  raw_ += questions;
  distinct_ += fresh;
  bulk.add_reference(reference);
  return true;
}

bool ActiveOracle::charge_references(std::span<const PairIndex> references, std::span<const PairIndex> pairs) {
  Bulk& bulk = bulk_of(pairs);
  return std::all_of(references.begin(), references.end(),
                     [&](PairIndex reference) { return charge(bulk, std::ssize(pairs), reference); });
}

std::shared_ptr<const Quadruplets> ActiveOracle::query_everything() {
  const std::int64_t all = quadruplet_count(objects());
  if (!allows(all - distinct_)) return nullptr;
  raw_ += all;
  distinct_ = all;
  everything_ = true;
  return std::make_shared<SampledQuadruplets>(ranking_, cell_, 1.0, eps_);
}

std::shared_ptr<const PairRanking> ActiveOracle::query_every_reference(std::span<const PairIndex> pairs) {
  const auto listed = static_cast<std::int64_t>(pairs.size());
  const std::int64_t fresh = listed * (this->pairs() - listed) + listed * (listed - 1) / 2;
  if (raw_ != 0 || eps_ < 1.0 || !allows(fresh)) return nullptr;
  raw_ += listed * (this->pairs() - 1);
  distinct_ += fresh;
  Bulk& bulk = bulk_of(pairs);
  for (PairIndex reference = 0; reference < this->pairs(); ++reference) bulk.add_reference(reference);
  return ranking_;
}

std::int64_t question_budget(Object n, double p) {
  expects(p >= 0.0, "a proportion is not negative");
  const std::int64_t all = quadruplet_count(n);
  if (p >= 1.0) return all;
  const double wanted = p * static_cast<double>(all);
  const double nearest = std::nearbyint(wanted);
  constexpr double kRounding = 0x1p-51;  // relative error of a rounded p and a rounded product, with a margin
  return static_cast<std::int64_t>(std::abs(wanted - nearest) <= kRounding * wanted ? nearest : std::floor(wanted));
}

std::int64_t active_reference_pairs(Object n, double p) {
  const std::int64_t m = pair_count(n);
  const std::int64_t budget = question_budget(n, p);
  std::int64_t enough = 0;  // R with R(2M - R - 1)/2 <= budget; the cost grows with R up to M - 1
  std::int64_t beyond = m + 1;
  while (beyond - enough > 1) {
    const std::int64_t middle = enough + (beyond - enough) / 2;
    (middle * (2 * m - middle - 1) / 2 <= budget ? enough : beyond) = middle;
  }
  return enough;
}

}  // namespace tertium::core
