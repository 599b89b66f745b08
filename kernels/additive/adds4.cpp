#include "kernels/additive/adds4.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "kernels/additive/adds4_drawn.hpp"
#include "kernels/bits/column_totals.hpp"

namespace tertium::kernels {
namespace {

using core::kWordBits;
using core::Rank;
using core::Word;

constexpr std::int64_t kBandWords = 32;

/// Wins minus losses by position, as far as one thread has counted.
class Scores {
 public:
  explicit Scores(const core::Quadruplets& quadruplets)
      : quadruplets_(quadruplets),
        with_wins_(!quadruplets.signs_are_positions()),
        scores_(quadruplets.pairs(), 0),
        observed_(ColumnTotals::kBatch, kBandWords),
        wins_(ColumnTotals::kBatch, kBandWords),
        observed_columns_(kBandWords),
        wins_columns_(kBandWords) {}

  /// The upper triangle in the columns of one band.
  void add_band(std::int64_t first_word) {
    const std::int64_t words = std::min(kBandWords, core::words_for(quadruplets_.pairs()) - first_word);
    observed_columns_.clear();
    wins_columns_.clear();
    const auto end = static_cast<Rank>(
        std::min<std::int64_t>(quadruplets_.pairs(), (first_word + words) * kWordBits));  // rows beyond are empty
    for (Rank a = 0; a < end; a += static_cast<Rank>(ColumnTotals::kBatch)) add_rows(a, end, first_word, words);
    for (Rank b = static_cast<Rank>(first_word * kWordBits); b < end; ++b) {
      const std::int64_t column = b - first_word * kWordBits;
      // c(b;a) = -c(a;b): what the rows above lost.
      scores_[b] += observed_columns_.count(column) - (with_wins_ ? 2 * wins_columns_.count(column) : 0);
    }
  }

  /// Row a of the upper triangle, of which there is little.
  void add_row(Rank a) {
    core::visit_codes(quadruplets_, a, [&](std::span<const core::Quadruplets::Code> codes) {
      std::int64_t balance = 0;
      for (const core::Quadruplets::Code code : codes) {
        const std::int64_t sign = code >> core::Quadruplets::kWinsBit != 0 ? 1 : -1;
        balance += sign;
        scores_[core::Quadruplets::column_of(code)] -= sign;
      }
      scores_[a] += balance;
      comparisons_ += std::ssize(codes);
    });
  }

  void add_to(CountedKernel& result) const {
    for (Rank a = 0; a < quadruplets_.pairs(); ++a) result.kernel[quadruplets_.pair_at(a)] += scores_[a];
    result.comparisons += comparisons_;
  }

 private:
  void add_rows(Rank first, Rank end, std::int64_t first_word, std::int64_t words) {
    // Words left of the diagonal are not made. All rows of a batch begin in the same word: 16 divides 64.
    const std::int64_t skipped = std::max<std::int64_t>(0, first / kWordBits - first_word);
    for (Rank k = 0; k < static_cast<Rank>(ColumnTotals::kBatch); ++k) {
      Word* observed = observed_.row(k);
      Word* wins = wins_.row(k);
      const std::int64_t empty = first + k < end ? skipped : words;
      std::fill_n(observed, empty, Word{0});
      std::fill_n(wins, empty, Word{0});
      const auto size = static_cast<std::size_t>(words - empty);
      if (size > 0)
        quadruplets_.upper_row(first + k, first_word + empty, {observed + empty, size}, {wins + empty, size});
      std::fill(observed + words, observed + kBandWords, Word{0});
      std::fill(wins + words, wins + kBandWords, Word{0});
    }
    std::array<std::int64_t, ColumnTotals::kBatch> ones{};
    std::array<std::int64_t, ColumnTotals::kBatch> won{};
    observed_columns_.add(observed_, words, ones.data());
    if (with_wins_) wins_columns_.add(wins_, words, won.data());
    for (Rank k = 0; k < static_cast<Rank>(ColumnTotals::kBatch) && first + k < end; ++k) {
      scores_[first + k] += 2 * won[k] - ones[k];
      comparisons_ += ones[k];
    }
  }

  const core::Quadruplets& quadruplets_;
  bool with_wins_;
  std::vector<std::int64_t> scores_;
  std::int64_t comparisons_ = 0;
  core::BitMatrix observed_, wins_;
  ColumnTotals observed_columns_, wins_columns_;
};

CountedKernel adds4_votes(const core::Quadruplets& quadruplets) {
  CountedKernel result{core::PairTable<std::int64_t>(quadruplets.objects()), 0};
  for (const core::PairVotes& question : quadruplets.votes()) {
    result.kernel[quadruplets.pair_at(question.row)] += question.votes.balance();
    result.kernel[quadruplets.pair_at(question.column)] -= question.votes.balance();
    result.comparisons += question.votes.total();
  }
  return result;
}

/// Of a list: one for every question that has a majority.
CountedKernel adds4_majorities(const core::Quadruplets& quadruplets) {
  CountedKernel result{core::PairTable<std::int64_t>(quadruplets.objects()), 0};
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    ++result.kernel[quadruplets.pair_at(more)];
    --result.kernel[quadruplets.pair_at(less)];
    ++result.comparisons;
  });
  return result;
}

}  // namespace

core::PairTable<std::int64_t> adds4_complete(const core::PairRanking& ranking) {
  core::PairTable<std::int64_t> s(ranking.objects());
  for (Rank a = 0; a < ranking.pairs(); ++a)
    s[ranking.pair_at(a)] = std::int64_t{ranking.tie_begin(a)} - (ranking.pairs() - ranking.tie_end(a));
  return s;
}

CountedKernel adds4_counted(const core::Quadruplets& quadruplets, core::Team& team) {
  if (quadruplets.drawn() != nullptr) return adds4_drawn(*quadruplets.drawn(), team);
  if (const core::AnswerSums* sums = quadruplets.sums(); sums != nullptr) return {sums->table, sums->answers};
  CountedKernel result{core::PairTable<std::int64_t>(quadruplets.objects()), 0};
  if (!quadruplets.votes().empty()) return adds4_votes(quadruplets);
  if (quadruplets.listed()) return adds4_majorities(quadruplets);
  const std::int64_t bands = (core::words_for(quadruplets.pairs()) + kBandWords - 1) / kBandWords;
#pragma omp parallel
  {
    Scores scores(quadruplets);
    if (quadruplets.drawn_as_lists()) {
#pragma omp for schedule(dynamic, 64)
      for (Rank a = 0; a < quadruplets.pairs(); ++a)
        if (team.owns(a)) scores.add_row(a);
    } else {
#pragma omp for schedule(dynamic)
      for (std::int64_t band = 0; band < bands; ++band)
        if (team.owns(band)) scores.add_band((bands - 1 - band) * kBandWords);  // longest first
    }
#pragma omp critical
    scores.add_to(result);
  }
  team.sum(result.kernel.values());
  result.comparisons = team.sum(result.comparisons);
  return result;
}

core::PairTable<std::int64_t> adds4(const core::Quadruplets& quadruplets, core::Team& team) {
  if (const core::PairRanking* ranking = quadruplets.complete(); ranking != nullptr) return adds4_complete(*ranking);
  return adds4_counted(quadruplets, team).kernel;
}

std::shared_ptr<const core::PairTable<std::int64_t>> shared_adds4(const core::Problem& problem) {
  return problem.products().share(kAdds4, [&] {
    const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
    if (quadruplets.complete() != nullptr) return adds4_complete(*quadruplets.complete());
    CountedKernel counted = adds4_counted(quadruplets, *problem.team);
    core::remember_comparisons_given(problem, counted.comparisons);
    return std::move(counted.kernel);
  });
}

std::shared_ptr<const core::PairTable<std::int64_t>> adds4_of_signs(const core::Problem& problem) {
  if (problem.get<core::Quadruplets>().votes().empty()) return shared_adds4(problem);
  return std::make_shared<const core::PairTable<std::int64_t>>(
      adds4_majorities(problem.get<core::Quadruplets>()).kernel);
}

core::SharedCost adds4_cost(const core::ProblemSize& size) {
  const double n = size.objects;
  const bool complete = size.complete();
  const double table = complete ? 0.0 : static_cast<double>(core::quadruplet_count(size.objects));
  const double looks = size.listed ? 8.0 * size.p * table : 0.06 * table * (size.eps < 1.0 ? 2.0 : 1.0);
  // Nothing is kept of the comparisons but counts, whatever p is: those of a thread beside the kernel's, of a list
  // none.
  const double table_bytes = 4.0 * n * n, counts = size.listed || complete ? 0.0 : table_bytes;
  const double entries = 3.5 * n * n * (1.0 + 0.8 * core::past_cache(4.0 * n * n));
  return {kAdds4, {looks + entries, table_bytes + counts, table_bytes}};
}

}  // namespace tertium::kernels
