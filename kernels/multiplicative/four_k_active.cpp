#include "kernels/multiplicative/four_k_active.hpp"

#include <algorithm>
#include <vector>

#include "core/base/bits.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/bits/mulk3_gram.hpp"
#include "kernels/multiplicative/mulk4.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::PairIndex;
using core::Word;

using Kernel = core::PairTable<std::int64_t>;

/// The matrix B of one block of references: row i has the answers about {i,r} for every landmark r, so K = B B^T. Rows
/// are bits, laid out and multiplied for a band of landmarks at a time.
class AnswerBlock {
 public:
  /// Space for 64 references a word.
  AnswerBlock(Object n, std::span<const Object> landmarks, SelfTerms self, std::int64_t words)
      : n_(n),
        words_(words),
        landmarks_(std::ssize(landmarks)),
        self_(self),
        stride_((n + kGramRows - 1) / kGramRows * kGramRows),
        answered_(stride_, kGramWords),
        negative_(stride_, kGramWords),
        counts_(static_cast<std::size_t>(stride_ * stride_)) {
    number_pairs(landmarks);
    by_pair_.resize((pairs_.size() + 1) * static_cast<std::size_t>(words_));
  }

  /// As many as fill a band, but no more than there are, and a block for every member of a team.
  static std::int64_t words_for(std::size_t references, std::size_t landmarks, int members) {
    const std::int64_t share = core::words_for(static_cast<std::int64_t>(references) / members);
    const std::int64_t band = kGramWords / static_cast<std::int64_t>(std::max<std::size_t>(1, landmarks));
    return std::max<std::int64_t>(1, std::min(share, band));
  }
  std::size_t references() const { return static_cast<std::size_t>(words_ * kWordBits); }

  /// All {i,r} with a landmark r, each once: what every reference is compared with.
  std::span<const PairIndex> pairs() const { return pairs_; }

  /// Asks about at most references() references.
  void ask(core::ActiveOracle& oracle, std::span<const PairIndex> references) {
    charge(oracle, references);
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (std::int64_t q = 0; q < words_; ++q)
      for (std::size_t begin = 0; begin < pairs_.size(); begin += kPiece) {
        const std::size_t size = std::min(kPiece, pairs_.size() - begin);
        const auto first = std::min(references.size(), static_cast<std::size_t>(q * kWordBits));
        const auto some = references.subspan(first, std::min<std::size_t>(kWordBits, references.size() - first));
        oracle.tell(some, std::span(pairs_).subspan(begin, size),
                    std::span(by_pair_).subspan(begin_of(q) + begin, size));
      }
    for (std::int64_t q = 0; q < words_; ++q)
      by_pair_[begin_of(q) + pairs_.size()] = {
          self_ == SelfTerms::kMostSimilar ? core::bits_below(std::ssize(references), q) : Word{0}, Word{0}};
  }

  /// Leaves the answers to another member.
  void charge(core::ActiveOracle& oracle, std::span<const PairIndex> references) const {
    core::expects(oracle.charge_references(references, pairs_), "a budget for all references");
  }

  /// Adds the products of all pairs of rows.
  void add_to(Kernel& kernel) {
    std::fill(counts_.begin(), counts_.end(), 0);  // at most references() times all landmarks, far below 2^31
    const std::int64_t band = kGramWords / words_;
    for (std::int64_t first = 0; first < landmarks_; first += band) {
      const std::int64_t some = std::min(band, landmarks_ - first);
      lay_out(first, some);
      multiply((some * words_ + 7) / 8 * 8);
    }
#pragma omp parallel for schedule(dynamic, 16)
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) kernel(i, j) += counts_[static_cast<std::size_t>(i * stride_ + j)];
  }

 private:
  static constexpr std::size_t kPiece = 8192;  // pairs that a thread tells at once
  static constexpr std::int64_t kStrip = 32;   // rows that a thread multiplies at once

  /// Collects all {i,r}, and which of them belongs to i and the k-th landmark; i with itself comes after all.
  void number_pairs(std::span<const Object> landmarks) {
    constexpr std::int32_t kNotAsked = -1;
    core::PairTable<std::int32_t> numbers(n_, kNotAsked);
    for (const Object r : landmarks)
      for (Object i = 0; i < n_; ++i)
        if (i != r && numbers(i, r) == kNotAsked) {
          numbers(i, r) = static_cast<std::int32_t>(pairs_.size());
          pairs_.push_back(core::pair_index(i, r, n_));
        }
    numbers_.reserve(static_cast<std::size_t>(n_) * landmarks.size());
    for (Object i = 0; i < n_; ++i)
      for (const Object r : landmarks)
        numbers_.push_back(i == r ? static_cast<std::int32_t>(pairs_.size()) : numbers(i, r));
  }

  /// Of the answers of word q in by_pair_.
  std::size_t begin_of(std::int64_t q) const {
    return static_cast<std::size_t>(q) * (pairs_.size() + 1);
  }

  void lay_out(std::int64_t first, std::int64_t landmarks) {
#pragma omp parallel for schedule(dynamic, 16)
    for (Object i = 0; i < n_; ++i) {
      core::Word* answered = answered_.row(i);
      core::Word* negative = negative_.row(i);
      const std::int32_t* numbers = numbers_.data() + i * landmarks_ + first;
      for (std::int64_t q = 0; q < words_; ++q) {
        const core::AnswerBits* bits = by_pair_.data() + begin_of(q);
        for (std::int64_t k = 0; k < landmarks; ++k) {
          answered[q * landmarks + k] = bits[numbers[k]].answered;
          negative[q * landmarks + k] = bits[numbers[k]].negative;
        }
      }
      std::fill(answered + landmarks * words_, answered + kGramWords, Word{0});
    }
  }

  void multiply(std::int64_t words) {
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t begin = 0; begin < stride_; begin += kStrip)
      gram_ternary(answered_, negative_, words, begin, std::min(stride_, begin + kStrip), counts_.data(), stride_);
  }

  Object n_;
  std::int64_t words_;
  std::int64_t landmarks_;
  SelfTerms self_;
  std::vector<PairIndex> pairs_;           // all {i,r}, each once
  std::vector<std::int32_t> numbers_;      // objects x landmarks, in pairs_
  std::vector<core::AnswerBits> by_pair_;  // words x (pairs_, and an object with itself)
  std::int64_t stride_;                    // of counts, and rows of bits: objects, filled up with zeros
  core::BitMatrix answered_, negative_;    // of a band, 64 references of a landmark a word
  std::vector<std::int32_t> counts_;       // of this block
};

/// R = all pairs, S = all objects: every question there is.
Kernel with_all_answers(core::ActiveOracle& oracle, SelfTerms self, core::Team& team) {
  const auto answers = oracle.query_everything();
  core::expects(answers != nullptr, "a budget for all references");
  Kernel kernel = mulk4(*answers, team);
  if (self == SelfTerms::kNone) return kernel;
  const Kernel terms = adds4(*answers, team);
  for (PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += 2 * terms[pair];
  return kernel;
}

/// Sum over all reference pairs of the product of the signs of two pairs ranked a and b: references below both or above
/// both agree, those strictly between disagree, those tied with either say nothing.
std::int64_t agreeing_references(const core::PairRanking& ranking, core::Rank a, core::Rank b) {
  if (a > b) std::swap(a, b);
  const std::int64_t below = ranking.tie_begin(a);
  const std::int64_t above = ranking.pairs() - ranking.tie_end(b);
  return below + above - std::max(0, ranking.tie_begin(b) - ranking.tie_end(a));
}

/// R = all pairs: the sum over references depends on two ranks only, as in MulK-4 with all comparisons. O(N^2 |S|).
Kernel with_all_references(const core::PairRanking& ranking, std::span<const Object> landmarks, SelfTerms self) {
  const Object n = ranking.objects();
  Kernel kernel(n);
#pragma omp parallel for schedule(dynamic)
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (const Object r : landmarks) {
        const core::Rank own = ranking.rank_of(i, j);
        if (r != i && r != j)
          kernel(i, j) += agreeing_references(ranking, ranking.rank_of(i, r), ranking.rank_of(j, r));
        else if (self == SelfTerms::kMostSimilar)  // +1 times the answers about {i,j}
          kernel(i, j) += std::int64_t{ranking.tie_begin(own)} - (ranking.pairs() - ranking.tie_end(own));
      }
  return kernel;
}

}  // namespace

Kernel four_k_active(core::ActiveOracle& oracle, std::span<const PairIndex> references,
                     std::span<const Object> landmarks, SelfTerms self, core::Team& team) {
  const Object n = oracle.objects();
  if (n >= 2 && static_cast<PairIndex>(references.size()) == oracle.pairs() &&
      static_cast<Object>(landmarks.size()) == n)
    return with_all_answers(oracle, self, team);
  AnswerBlock block(n, landmarks, self, AnswerBlock::words_for(references.size(), landmarks.size(), team.size()));
  if (static_cast<PairIndex>(references.size()) == oracle.pairs())
    if (const auto ranking = oracle.query_every_reference(block.pairs()); ranking != nullptr)
      return with_all_references(*ranking, landmarks, self);
  Kernel kernel(n);
  for (std::size_t begin = 0; begin < references.size(); begin += block.references()) {
    const auto some = references.subspan(begin, std::min(block.references(), references.size() - begin));
    if (team.owns(static_cast<std::int64_t>(begin / block.references()))) {
      block.ask(oracle, some);
      block.add_to(kernel);
    } else {
      block.charge(oracle, some);
    }
  }
  team.sum(kernel.values());
  return kernel;
}

}  // namespace tertium::kernels
