#include "kernels/multiplicative/four_k_active.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/bits.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/multiplicative/mulk4.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Object;
using core::PairIndex;
using core::Word;

using Kernel = core::PairTable<std::int64_t>;

/// 64 answers about one pair, one for each of 64 references.
struct Signs {
  Word answered = 0;  ///< the answer is +1 or -1
  Word negative = 0;  ///< it is -1
};

// The machine's own instruction that counts bits, where it has one: a baseline x86-64 has none.
#if defined(__x86_64__)
#define TERTIUM_COUNTS_BITS __attribute__((target_clones("popcnt", "default")))
#else
#define TERTIUM_COUNTS_BITS
#endif

/// Sum of the products of the signs of two rows of answers.
TERTIUM_COUNTS_BITS std::int64_t dot(const Signs* x, const Signs* y, std::size_t words) {
  std::int64_t both = 0;
  std::int64_t differ = 0;
  for (std::size_t q = 0; q < words; ++q) {
    const Word common = x[q].answered & y[q].answered;
    both += std::popcount(common);
    differ += std::popcount(common & (x[q].negative ^ y[q].negative));
  }
  return both - 2 * differ;
}

/// The matrix B of one block of references, packed: row i has the answers about {i,r} for every landmark r, so K = B
/// B^T.
class AnswerBlock {
 public:
  /// Room for 64 references a word.
  AnswerBlock(Object n, std::span<const Object> landmarks, SelfTerms self, std::size_t words)
      : n_(n), words_(words), landmarks_(landmarks.begin(), landmarks.end()), self_(self), asked_(n, kNotAsked) {
    for (const Object r : landmarks_)
      for (Object i = 0; i < n; ++i)
        if (i != r && asked_(i, r) == kNotAsked) {
          asked_(i, r) = static_cast<std::int32_t>(pairs_.size());
          pairs_.push_back(core::pair_index(i, r, n));
        }
    by_pair_.resize(pairs_.size() * words_);
    rows_.resize(static_cast<std::size_t>(n) * row_words());
  }

  /// For references that a team shares out: enough work in a piece, and a piece for everybody; alone, as many for every
  /// thread.
  static std::size_t words_for(std::size_t references, int members) {
    const std::size_t words = references / kWordBits / static_cast<std::size_t>(members);
    if (members > 1) return std::clamp<std::size_t>(words, 1, kMostWords);
    const auto threads = static_cast<std::size_t>(omp_get_max_threads());
    return (kMostWords + threads - 1) / threads * threads;
  }
  std::size_t references() const { return words_ * kWordBits; }

  /// All {i,r} with a landmark r, each once: what every reference is compared with.
  std::span<const PairIndex> pairs() const { return pairs_; }

  /// Asks about at most references() references; threads tell the answers to 64 of them each.
  void ask(core::ActiveOracle& oracle, std::span<const PairIndex> references) {
    charge(oracle, references);
    std::fill(by_pair_.begin(), by_pair_.end(), Signs{});
#pragma omp parallel
    {
      std::vector<std::int8_t> answers(pairs_.size());
#pragma omp for schedule(dynamic)
      for (std::size_t begin = 0; begin < references.size(); begin += kWordBits)
        take_answers(oracle, references.subspan(begin, std::min<std::size_t>(kWordBits, references.size() - begin)),
                     answers, &by_pair_[begin / kWordBits * pairs_.size()]);
    }
    lay_out_rows(references.size());
  }

  /// Leaves the answers to another member.
  void charge(core::ActiveOracle& oracle, std::span<const PairIndex> references) const {
    core::expects(oracle.charge_references(references, pairs_), "a budget for all references");
  }

  /// Adds the products of all pairs of rows.
  void add_to(Kernel& kernel) const {
#pragma omp parallel for schedule(dynamic)
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j) kernel(i, j) += dot(row(i), row(j), row_words());
  }

 private:
  static constexpr std::int32_t kNotAsked = -1;
  static constexpr std::size_t kMostWords = 4;

  std::size_t row_words() const {
    return landmarks_.size() * words_;
  }
  const Signs* row(Object i) const {
    return &rows_[row_words() * i];
  }

  /// Bit k of the signs of a pair is the answer about reference k.
  void take_answers(const core::ActiveOracle& oracle, std::span<const PairIndex> references,
                    std::span<std::int8_t> answers, Signs* signs) const {
    for (std::size_t k = 0; k < references.size(); ++k) {
      oracle.tell(references[k], pairs_, answers);
      for (std::size_t t = 0; t < pairs_.size(); ++t) {
        signs[t].answered |= static_cast<Word>(answers[t] != 0) << k;
        signs[t].negative |= static_cast<Word>(answers[t] < 0) << k;
      }
    }
  }

  void lay_out_rows(std::size_t references) {
#pragma omp parallel for schedule(static)
    for (Object i = 0; i < n_; ++i)
      for (std::size_t s = 0; s < landmarks_.size(); ++s)
        for (std::size_t q = 0; q < words_; ++q) {
          Signs& cell = rows_[row_words() * i + s * words_ + q];
          if (landmarks_[s] != i)
            cell = by_pair_[q * pairs_.size() + asked_(i, landmarks_[s])];
          else if (self_ == SelfTerms::kMostSimilar)
            cell.answered = core::bits_below(static_cast<std::int64_t>(references), static_cast<std::int64_t>(q));
        }
  }

  Object n_;
  std::size_t words_;
  std::vector<Object> landmarks_;
  SelfTerms self_;
  core::PairTable<std::int32_t> asked_;  // number of a pair in pairs_
  std::vector<PairIndex> pairs_;         // all {i,r}, each once
  std::vector<Signs> by_pair_;           // words x pairs_
  std::vector<Signs> rows_;              // objects x landmarks x words
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
  AnswerBlock block(n, landmarks, self, AnswerBlock::words_for(references.size(), team.size()));
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
