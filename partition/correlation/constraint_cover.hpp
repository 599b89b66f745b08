#pragma once

#include <span>
#include <vector>

#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

namespace tertium::partition {

// The constraint graph of odd-one-outs (OCC17 section 4): its vertices are the answers, and two are joined if one wants
// some pair of objects together and the other wants it apart. What is left when a vertex cover is taken out contradicts
// itself nowhere.

/// In which order edges are looked at that a maximal matching takes: the paper leaves it open.
enum class CoverOrder {
  kPairs,     ///< pair of objects by pair of objects, in random order
  kTriplets,  ///< answer by answer, in random order
  kEdges,     ///< any edge as likely; makes a list of all edges, so for small inputs
};

/// The answers that are left, in their order: without a vertex cover of at most twice the least size (both ends of a
/// maximal matching), of which every answer was put back that the others allow. Never makes the edges, of which there
/// may be 10^9 (but for kEdges): O(N + T) time, some 200 T bytes.
std::vector<core::OddOneOut> consistent_answers(std::span<const core::OddOneOut> answers, CoverOrder order,
                                                core::Stream& stream);

/// Whether two of the answers are joined by an edge.
bool contradict(const core::OddOneOut& s, const core::OddOneOut& t);

}  // namespace tertium::partition
