#include "kernels/multiplicative/four_k_active.hpp"

#include <algorithm>
#include <vector>

#include "core/base/bit_matrix.hpp"
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
  /// Room for 64 references a word.
  AnswerBlock(Object n, std::span<const Object> landmarks, SelfTerms self, std::int64_t words)
      : n_(n),
        words_(words),
        landmarks_(landmarks.begin(), landmarks.end()),
        self_(self),
        asked_(n, kNotAsked),
        stride_((n + kGramRows - 1) / kGramRows * kGramRows),
        answered_(stride_, kGramWords),
        negative_(stride_, kGramWords),
        counts_(static_cast<std::size_t>(stride_ * stride_)) {
    for (const Object r : landmarks_)
      for (Object i = 0; i < n; ++i)
        if (i != r && asked_(i, r) == kNotAsked) {
          asked_(i, r) = static_cast<std::int32_t>(pairs_.size());
          pairs_.push_back(core::pair_index(i, r, n));
        }
    by_pair_.resize(pairs_.size() * static_cast<std::size_t>(words_));
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
    references_ = std::ssize(references);
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (std::int64_t q = 0; q < words_; ++q)
      for (std::size_t begin = 0; begin < pairs_.size(); begin += kPiece) {
        const std::size_t size = std::min(kPiece, pairs_.size() - begin);
        const auto first = std::min(references.size(), static_cast<std::size_t>(q * kWordBits));
        const auto some = references.subspan(first, std::min<std::size_t>(kWordBits, references.size() - first));
        oracle.tell(some, std::span(pairs_).subspan(begin, size),
                    std::span(by_pair_).subspan(static_cast<std::size_t>(q) * pairs_.size() + begin, size));
      }
  }

  /// Leaves the answers to another member.
  void charge(core::ActiveOracle& oracle, std::span<const PairIndex> references) const {
    core::expects(oracle.charge_references(references, pairs_), "a budget for all references");
  }

  /// Adds the products of all pairs of rows.
  void add_to(Kernel& kernel) {
    std::fill(counts_.begin(), counts_.end(), 0);  // at most references() times all landmarks, far below 2^31
    const std::int64_t band = kGramWords / words_;
    for (std::int64_t first = 0; first < std::ssize(landmarks_); first += band) {
      const auto some = std::span(landmarks_).subspan(first, std::min(band, std::ssize(landmarks_) - first));
      lay_out(some);
      multiply((std::ssize(some) * words_ + 7) / 8 * 8);
    }
#pragma omp parallel for schedule(static)
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) kernel(i, j) += counts_[static_cast<std::size_t>(i * stride_ + j)];
  }

 private:
  static constexpr std::int32_t kNotAsked = -1;
  static constexpr std::size_t kPiece = 8192;  // pairs that a thread tells at once
  static constexpr std::int64_t kStrip = 32;   // rows that a thread multiplies at once

  void lay_out(std::span<const Object> landmarks) {
#pragma omp parallel for schedule(static)
    for (Object i = 0; i < n_; ++i) {
      core::Word* answered = answered_.row(i);
      core::Word* negative = negative_.row(i);
      std::int64_t at = 0;
      for (const Object r : landmarks)
        for (std::int64_t q = 0; q < words_; ++q, ++at) {
          const core::AnswerBits bits = of(i, r, q);
          answered[at] = bits.answered;
          negative[at] = bits.negative;
        }
      std::fill(answered + at, answered + kGramWords, Word{0});
    }
  }

  core::AnswerBits of(Object i, Object r, std::int64_t q) const {
    if (i != r) return by_pair_[static_cast<std::size_t>(q) * pairs_.size() + static_cast<std::size_t>(asked_(i, r))];
    return {self_ == SelfTerms::kMostSimilar ? core::bits_below(references_, q) : Word{0}, Word{0}};
  }

  void multiply(std::int64_t words) {
#pragma omp parallel for schedule(dynamic)
    for (std::int64_t begin = 0; begin < stride_; begin += kStrip)
      gram_ternary(answered_, negative_, words, begin, std::min(stride_, begin + kStrip), counts_.data(), stride_);
  }

  Object n_;
  std::int64_t words_;
  std::vector<Object> landmarks_;
  SelfTerms self_;
  core::PairTable<std::int32_t> asked_;    // number of a pair in pairs_
  std::vector<PairIndex> pairs_;           // all {i,r}, each once
  std::vector<core::AnswerBits> by_pair_;  // words x pairs_
  std::int64_t references_ = 0;            // asked about
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
