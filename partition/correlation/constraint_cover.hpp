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
enum class CoverEdges {
  kPairs,     ///< pair of objects by pair of objects
  kTriplets,  ///< answer by answer, in random order
  kEdges,     ///< any edge as likely; makes a list of all edges, so for small inputs
};

/// In which order answers are put back that the cover can do without: left open, too.
enum class PutBack { kAsTaken, kShuffled };

struct CoverRules {
  CoverEdges edges = CoverEdges::kPairs;
  PutBack put_back = PutBack::kAsTaken;
};

/// The answers that are left, in their order: without a vertex cover of at most twice the least size (both ends of a
/// maximal matching), of which every answer was put back that the others allow. `numbers` are those of the objects, a
/// permutation: pairs i < j of them are taken in their order; without numbers, pairs in random order. Never makes the
/// edges, of which there may be 10^9 (but for kEdges): O(N + T) time but for the sorting of an object's pairs, some 200
/// T bytes.
std::vector<core::OddOneOut> consistent_answers(std::span<const core::OddOneOut> answers, CoverRules rules,
                                                std::span<const core::Object> numbers, core::Stream& stream);

/// The answer about the objects' numbers.
core::OddOneOut renumbered(const core::OddOneOut& answer, std::span<const core::Object> numbers);

/// Whether two of the answers are joined by an edge.
bool contradict(const core::OddOneOut& s, const core::OddOneOut& t);

}  // namespace tertium::partition
