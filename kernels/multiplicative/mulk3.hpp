#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"
#include "core/comparisons/votes.hpp"
#include "core/methods/step.hpp"
#include "kernels/additive/adds3.hpp"

namespace tertium::kernels {

/// MulK-3 before it is normalised (HC18 eq. 8; k1 of Kleindessner and von Luxburg, 2017): K_ij = sum over {k,l} of
/// t(i;k,l) t(j;k,l). Takes the faster of the two algorithms below; integers, so they agree bit for bit.
/// A team shares the columns {k,l} and adds up.
core::PairTable<std::int64_t> mulk3(const core::Triplets& triplets, core::Team& team = core::Team::alone());

/// By bits: the tables of all anchors side by side, some thousand columns {k,l} at a time, 64 products in a word. With
/// every triplet given and no ties one plane of bits and one count of differences; else two planes, what is observed
/// and what wins. N^4/4 products whatever is observed, memory O(N^2). OpenMP over anchors.
core::PairTable<std::int64_t> mulk3_by_bits(const core::Triplets& triplets, core::Team& team = core::Team::alone());

/// By lists: an outer product over the anchors that know {k,l}, for every {k,l}; p^2 N^4/4 products, memory O(N^2) for
/// every thread. OpenMP over k.
core::PairTable<std::int64_t> mulk3_by_lists(const core::Triplets& triplets, core::Team& team = core::Team::alone());

/// The same with every answer counted: t(i;k,l) is the votes for k less those for l. `votes` as Triplets::votes() has
/// them. Needs a product for every two anchors that were asked about the same {k,l}; a team shares the columns' k.
core::PairTable<std::int64_t> mulk3_of_votes(core::Object n, std::span<const core::TripletVotes> votes,
                                             core::Team& team = core::Team::alone());
/// How many different questions every object is the anchor of, those with even votes among them.
std::vector<std::int64_t> questions_by_anchor(core::Object n, std::span<const core::TripletVotes> votes);

/// The kernel of a problem, made once for all methods: the product kMulk3.
inline const core::ProductKey<core::PairTable<std::int64_t>> kMulk3{"MulK-3"};
std::shared_ptr<const core::PairTable<std::int64_t>> shared_mulk3(const core::Problem& problem);
core::SharedCost mulk3_cost(const core::ProblemSize& size);

/// K_ij / sqrt(T_i T_j), where T_i is the number of triplets with anchor i; K_ij where that is 0.
core::PairTable<double> normalised(const core::PairTable<std::int64_t>& kernel, std::span<const std::int64_t> given);

/// Statements (i;i,l), "i is more like itself than like l", each drawn with probability p: bit l of row i.
core::BitMatrix sampled_self_statements(const core::CellKey& cell, core::Object n, double p);

/// What these statements add to the kernel: sum over l of d(i,l) t(j;i,l) + d(j,l) t(i;j,l), less d(i,j) d(j,i) for the
/// column {i,j} itself. With all of them that is AddS-3 - 1.
core::PairTable<std::int64_t> self_terms(const core::Triplets& triplets, const core::BitMatrix& statements);

}  // namespace tertium::kernels
