#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/methods/step.hpp"

namespace tertium::kernels {

/// Wins minus losses of every object as seen by every anchor: s_i(k) = sum over l of t(i;k,l).
struct AnchorScores {
  core::Object objects = 0;
  std::vector<std::int32_t> scores;  ///< N x N, row by anchor
  std::vector<std::int64_t> given;   ///< T_i, the number of observed triplets of anchor i; of answers, in a list

  std::int32_t operator()(core::Object anchor, core::Object k) const {
    return scores[static_cast<std::size_t>(anchor) * objects + k];
  }
};

/// Which terms of a sum over k and l count, for every anchor alike: bit l of row k, and the same transposed.
struct TermMask {
  core::BitMatrix rows, columns;
};

/// The scores of all anchors. With every triplet given s_i(k) is the number of objects less similar minus the number
/// more similar; else one pass over the triplets by bits: rows are counted as they come, columns in bit-sliced
/// counters. With a mask s_i(k) = sum over l of mask(k,l) t(i;k,l). OpenMP over anchors; integers. A team
/// shares the anchors.
AnchorScores anchor_scores(const core::Triplets& triplets, const TermMask* mask = nullptr,
                           core::Team& team = core::Team::alone());

/// The scores with every answer of a list counted, of which votes() is not empty: s_i(k) = votes that k won minus those
/// that it lost, T_i = answers.
AnchorScores anchor_votes(const core::Triplets& triplets);

/// The same, one by one, of answers that are quickest made by anchor. OpenMP over anchors; a team shares them.
AnchorScores anchor_answers(const core::Triplets& triplets, core::Team& team = core::Team::alone());

/// AddS-3 (ADDS20): S_ij = sum over r not in {i,j} of t(i;j,r) + t(j;i,r).
core::PairTable<std::int64_t> adds3(const AnchorScores& scores);

/// Both of a problem, made once for all methods: the products kAnchorScores and kAdds3. Of somebody's list every answer
/// counts.
inline const core::ProductKey<AnchorScores> kAnchorScores{"anchor scores"};
inline const core::ProductKey<core::PairTable<std::int64_t>> kAdds3{"AddS-3"};
const AnchorScores& shared_anchor_scores(const core::Problem& problem);
std::shared_ptr<const core::PairTable<std::int64_t>> shared_adds3(const core::Problem& problem);
/// Number of answers that these are made of.
std::int64_t answers_added(const core::Problem& problem);
/// The scores of the signs t(i;k,l) that MulK-3 multiplies: the same unless questions are repeated, of which each then
/// counts once, as its majority answers it. T_i is the number of different questions with a majority.
struct SignScores {
  const AnchorScores& scores() const { return own ? *own : *shared; }
  std::optional<AnchorScores> own{};
  const AnchorScores* shared = nullptr;
};
SignScores scores_of_signs(const core::Problem& problem);
core::SharedCost anchor_scores_cost(const core::ProblemSize& size);
core::SharedCost adds3_cost(const core::ProblemSize& size);

}  // namespace tertium::kernels
