#include "kernels/additive/adds3.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/comparisons/sampled_triplets.hpp"
#include "kernels/bits/column_totals.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/additive/adds3.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using core::Word;

/// scores[l] += factor times the number of column l, for 64 columns.
void add_counts(const ColumnTotals& totals, std::int64_t word, int digits, std::int32_t factor, std::int32_t* scores) {
  for (int t = 0; t < digits; ++t) {
    const Word digit = totals.plane(t)[word];
    const std::int32_t value = factor * (std::int32_t{1} << t);
    for (int bit = 0; bit < core::kWordBits; ++bit) scores[bit] += static_cast<std::int32_t>(digit >> bit & 1) * value;
  }
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_counts);

namespace {

using core::Object;

/// One thread's counters for one anchor after the other.
class AnchorPass {
 public:
  AnchorPass(const core::Triplets& triplets, const TermMask* mask)
      : triplets_(triplets),
        mask_(mask),
        words_(triplets.row_words()),
        digits_(std::bit_width(static_cast<unsigned>(triplets.objects()))),
        observed_(ColumnTotals::kBatch, words_),
        wins_(ColumnTotals::kBatch, words_),
        seen_(words_),
        won_(words_),
        scores_(static_cast<std::size_t>(words_) * core::kWordBits) {}

  /// Writes the scores of the anchor; returns the number of its triplets.
  std::int64_t run(Object anchor, std::int32_t* scores) {
    seen_.clear();
    won_.clear();
    std::fill(scores_.begin(), scores_.end(), 0);
    given_ = 0;
    for (Object k = 0; k < triplets_.objects(); k += static_cast<Object>(ColumnTotals::kBatch)) add_rows(anchor, k);
    // A column loses what its rows win.
    for (std::int64_t q = 0; q < words_; ++q) {
      std::int32_t* columns = scores_.data() + q * core::kWordBits;
      HWY_DYNAMIC_DISPATCH(add_counts)(seen_, q, digits_, 1, columns);
      HWY_DYNAMIC_DISPATCH(add_counts)(won_, q, digits_, -2, columns);
    }
    std::copy_n(scores_.begin(), triplets_.objects(), scores);
    return given_;
  }

 private:
  /// Sixteen rows, which begin in the same word: 16 divides 64.
  void add_rows(Object anchor, Object first) {
    const std::int64_t first_word = first / core::kWordBits;
    const std::int64_t begin = first_word / 8 * 8;
    const auto size = static_cast<std::size_t>(words_ - first_word);
    for (Object r = 0; r < static_cast<Object>(ColumnTotals::kBatch); ++r) {
      const Object k = first + r;
      std::fill_n(observed_.row(r) + begin, first_word - begin, core::Word{0});
      std::fill_n(wins_.row(r) + begin, first_word - begin, core::Word{0});
      const std::span observed(observed_.row(r) + first_word, size);
      const std::span wins(wins_.row(r) + first_word, size);
      if (k < triplets_.objects() && k != anchor) {
        triplets_.upper_row(anchor, k, first_word, observed, wins);
      } else {
        std::fill(observed.begin(), observed.end(), core::Word{0});
        std::fill(wins.begin(), wins.end(), core::Word{0});
      }
      if (mask_ != nullptr && k < triplets_.objects()) keep_terms(k, first_word, observed, wins);
    }
    std::array<std::int64_t, ColumnTotals::kBatch> ones{};
    std::array<std::int64_t, ColumnTotals::kBatch> won{};
    seen_.add(observed_, words_, ones.data(), begin);
    won_.add(wins_, words_, won.data(), begin);
    if (mask_ != nullptr) return;
    for (Object r = 0; r < static_cast<Object>(ColumnTotals::kBatch) && first + r < triplets_.objects(); ++r) {
      given_ += ones[r];
      scores_[first + r] += static_cast<std::int32_t>(2 * won[r] - ones[r]);
    }
  }

  /// With a mask: the row's own terms are counted here, and those of its columns stay.
  void keep_terms(Object k, std::int64_t first_word, std::span<core::Word> observed, std::span<core::Word> wins) {
    const core::Word* own = mask_->rows.row(k) + first_word;
    const core::Word* columns = mask_->columns.row(k) + first_word;
    std::int64_t sum = 0;
    for (std::size_t q = 0; q < observed.size(); ++q) {
      given_ += std::popcount(observed[q]);
      sum += 2 * std::popcount(wins[q] & own[q]) - std::popcount(observed[q] & own[q]);
      observed[q] &= columns[q];
      wins[q] &= columns[q];
    }
    scores_[k] += static_cast<std::int32_t>(sum);
  }

  const core::Triplets& triplets_;
  const TermMask* mask_;
  std::int64_t words_;
  int digits_;
  core::BitMatrix observed_, wins_;
  ColumnTotals seen_, won_;
  std::vector<std::int32_t> scores_;
  std::int64_t given_ = 0;
};

/// s = less similar - more similar; an anchor's triplets are half of the sum of all differences' counts.
void score_by_order(const core::AnchorRanking& ranking, Object anchor, std::int32_t* scores, std::int64_t& given) {
  const std::vector<Object> order = ranking.order(anchor);
  const auto others = static_cast<Object>(order.size());
  for (Object begin = 0; begin < others;) {
    Object end = begin + 1;
    while (end < others && ranking.level(anchor, order[end]) == begin) ++end;
    for (Object place = begin; place < end; ++place) scores[order[place]] = begin - (others - end);
    given += std::int64_t{begin} * (end - begin);
    begin = end;
  }
}

}  // namespace

AnchorScores anchor_scores(const core::Triplets& triplets, const TermMask* mask, core::Team& team) {
  const Object n = triplets.objects();
  AnchorScores result{n, std::vector<std::int32_t>(static_cast<std::size_t>(n) * n, 0),
                      std::vector<std::int64_t>(n, 0)};
  const auto row = [&](Object anchor) { return result.scores.data() + static_cast<std::size_t>(anchor) * n; };
  const core::AnchorRanking* ranking = mask == nullptr ? triplets.complete() : nullptr;
#pragma omp parallel
  {
    AnchorPass pass(triplets, mask);
#pragma omp for schedule(dynamic)
    for (Object anchor = 0; anchor < n; ++anchor) {
      if (!team.owns(anchor)) continue;
      if (ranking != nullptr)
        score_by_order(*ranking, anchor, row(anchor), result.given[anchor]);
      else
        result.given[anchor] = pass.run(anchor, row(anchor));
    }
  }
  team.sum(std::span(result.scores));
  team.sum(std::span(result.given));
  return result;
}

AnchorScores anchor_answers(const core::Triplets& triplets, core::Team& team) {
  const Object n = triplets.objects();
  AnchorScores result{n, std::vector<std::int32_t>(static_cast<std::size_t>(n) * n, 0),
                      std::vector<std::int64_t>(n, 0)};
#pragma omp parallel
  {
    std::vector<core::NearFar> answers;
#pragma omp for schedule(dynamic, 16)
    for (Object anchor = 0; anchor < n; ++anchor) {
      if (!team.owns(anchor)) continue;
      triplets.answers_of(anchor, answers);
      std::int32_t* scores = result.scores.data() + static_cast<std::size_t>(anchor) * n;
      for (const core::NearFar& answer : answers) {
        ++scores[answer.near];
        --scores[answer.far];
      }
      result.given[anchor] = std::ssize(answers);
    }
  }
  team.sum(std::span(result.scores));
  team.sum(std::span(result.given));
  return result;
}

AnchorScores anchor_votes(const core::Triplets& triplets) {
  const Object n = triplets.objects();
  AnchorScores result{n, std::vector<std::int32_t>(static_cast<std::size_t>(n) * n, 0),
                      std::vector<std::int64_t>(n, 0)};
  for (const core::TripletVotes& question : triplets.votes()) {
    std::int32_t* scores = result.scores.data() + static_cast<std::size_t>(question.anchor) * n;
    const auto balance = static_cast<std::int32_t>(question.votes.balance());  // all answers are fewer than 2^31
    scores[question.row] += balance;
    scores[question.column] -= balance;
    result.given[question.anchor] += question.votes.total();
  }
  return result;
}

core::PairTable<std::int64_t> adds3(const AnchorScores& scores) {
  core::PairTable<std::int64_t> s(scores.objects);
  core::PairIndex pair = 0;
  for (Object i = 0; i < scores.objects; ++i)
    for (Object j = i + 1; j < scores.objects; ++j) s[pair++] = std::int64_t{scores(i, j)} + scores(j, i);
  return s;
}

const AnchorScores& shared_anchor_scores(const core::Problem& problem) {
  return problem.products().get(kAnchorScores, [&] {
    const core::Triplets& triplets = problem.get<core::Triplets>();
    if (!triplets.votes().empty()) return anchor_votes(triplets);
    const bool answer_by_answer = triplets.made_by_anchor() || triplets.summary().answers > 0;  // of a list: never N^3
    return answer_by_answer ? anchor_answers(triplets, *problem.team) : anchor_scores(triplets, nullptr, *problem.team);
  });
}

std::shared_ptr<const core::PairTable<std::int64_t>> shared_adds3(const core::Problem& problem) {
  if (const core::AnswerSums* sums = problem.get<core::Triplets>().sums(); sums != nullptr)
    return {problem.share<core::Triplets>(), &sums->table};
  const AnchorScores& scores = shared_anchor_scores(problem);
  return problem.products().share(kAdds3, [&] { return adds3(scores); });
}

SignScores scores_of_signs(const core::Problem& problem) {
  const core::Triplets& triplets = problem.get<core::Triplets>();
  SignScores result;
  if (triplets.made_by_anchor() || !triplets.votes().empty())
    result.own = anchor_scores(triplets, nullptr, *problem.team);
  else
    result.shared = &shared_anchor_scores(problem);
  return result;
}

std::int64_t answers_added(const core::Problem& problem) {
  if (const core::AnswerSums* sums = problem.get<core::Triplets>().sums(); sums != nullptr) return sums->answers;
  if (!problem.get<core::Triplets>().made_by_anchor()) return core::triplets_given(problem);
  const std::vector<std::int64_t>& given = shared_anchor_scores(problem).given;
  return std::accumulate(given.begin(), given.end(), std::int64_t{0});
}

core::SharedCost anchor_scores_cost(const core::ProblemSize& size) {
  const double n = size.objects;
  double looks = size.complete() ? 4.0 * n * n : 0.1 * n * n * n;
  if (size.listed)
    looks = std::min(looks, 20.0 * size.p * static_cast<double>(core::triplet_count(size.objects)) + 4.0 * n * n);
  return {kAnchorScores, {looks, 4.2 * n * n, 4.0 * n * n}};
}

core::SharedCost adds3_cost(const core::ProblemSize& size) {
  const double n = size.objects;
  return {kAdds3, {n * n, 4.0 * n * n, 4.0 * n * n}};
}

}  // namespace tertium::kernels
#endif
