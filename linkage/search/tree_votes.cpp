#include "linkage/search/tree_votes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"
#include "linkage/search/answer_visits.hpp"

namespace tertium::linkage {
namespace {

using core::Quadruplet;
using core::Triplet;
using Triple = TreeVotes::Triple;
using Pairs = TreeVotes::Pairs;

/// What the triplet says to each of its three, if each answer counts `weight`. With x left out the other two are
/// closest: far counts for the tree, near against it, and the anchor neither.
std::array<std::pair<Object, Triple>, 3> said_to_each(const Triplet& t, std::int32_t weight) {
  const auto entry = [&](Object a, Object b, std::int32_t toward_a, std::int32_t toward_b) {
    return a < b ? Triple{a, b, toward_a * weight, toward_b * weight}
                 : Triple{b, a, toward_b * weight, toward_a * weight};
  };
  return {{{t.anchor, entry(t.near, t.far, 1, -1)},
           {t.near, entry(t.anchor, t.far, 2, 1)},
           {t.far, entry(t.anchor, t.near, -2, -1)}}};
}

/// What a statement about four says to each of them.
std::array<std::pair<Object, Pairs>, 4> said_to_each(const Quadruplet& s, std::int32_t weight) {
  return {{{s.i, {s.j, s.k, s.l, weight}},
           {s.j, {s.i, s.k, s.l, weight}},
           {s.k, {s.l, s.i, s.j, -weight}},
           {s.l, {s.k, s.i, s.j, -weight}}}};
}

bool same_leaves(const Triple& one, const Triple& other) {
  return one.a == other.a && one.b == other.b;
}

/// Entries about the same leaves become one; returns the new end.
Triple* add_up(Triple* begin, Triple* end) {
  std::sort(begin, end,
            [](const Triple& one, const Triple& other) { return std::tie(one.a, one.b) < std::tie(other.a, other.b); });
  Triple* last = begin;
  for (Triple* entry = begin; entry != end; ++entry) {
    if (last != begin && same_leaves(last[-1], *entry)) {
      last[-1].toward_a += entry->toward_a;
      last[-1].toward_b += entry->toward_b;
    } else {
      *last++ = *entry;
    }
  }
  return std::remove_if(begin, last, [](const Triple& entry) { return entry.toward_a == 0 && entry.toward_b == 0; });
}

void counts_to_begins(std::vector<std::size_t>& counts) {
  std::size_t sum = 0;
  for (std::size_t& count : counts) sum += std::exchange(count, sum);
}

}  // namespace

TreeVotes::TreeVotes(const core::Partition& leaves, const core::Triplets& triplets) {
  for_each_answer(triplets, [&](const Quadruplet& statement, std::int32_t times) { take(leaves, statement, times); });
  make_lists(leaves.clusters());
}

TreeVotes::TreeVotes(const core::Partition& leaves, const core::Quadruplets& quadruplets) {
  for_each_answer(quadruplets,
                  [&](const Quadruplet& statement, std::int32_t times) { take(leaves, statement, times); });
  make_lists(leaves.clusters());
}

void TreeVotes::take(const core::Partition& leaves, const Quadruplet& statement, std::int32_t weight) {
  const auto leaf = [&](Object object) { return static_cast<Object>(leaves[object]); };
  const Quadruplet s{leaf(statement.i), leaf(statement.j), leaf(statement.k), leaf(statement.l)};
  const bool same_pair = std::minmax(s.i, s.j) == std::minmax(s.k, s.l);
  if (weight == 0 || s.i == s.j || s.k == s.l || same_pair) return;
  statements_.push_back({s, weight});
  answers_ += weight;
}

void TreeVotes::make_lists(Object leaves) {
  if (answers_ > kMostAnswers)
    core::fail("search can count at most {} answers (there are {}), leave some out", kMostAnswers, answers_);
  triple_begin_.assign(static_cast<std::size_t>(leaves) + 1, 0);
  pair_begin_ = triple_begin_;
  const auto for_each_entry = [&](auto&& of_three, auto&& of_four) {
    for (const auto& [pairs, weight] : statements_) {
      if (core::is_triplet(pairs))
        for (const auto& [leaf, entry] : said_to_each(core::as_triplet(pairs), weight)) of_three(leaf, entry);
      else
        for (const auto& [leaf, entry] : said_to_each(pairs, weight)) of_four(leaf, entry);
    }
  };
  for_each_entry([&](Object leaf, const Triple&) { ++triple_begin_[leaf]; },
                 [&](Object leaf, const Pairs&) { ++pair_begin_[leaf]; });
  counts_to_begins(triple_begin_);
  counts_to_begins(pair_begin_);
  triples_.resize(triple_begin_.back());
  pairs_.resize(pair_begin_.back());
  std::vector<std::size_t> triple_next = triple_begin_, pair_next = pair_begin_;
  for_each_entry([&](Object leaf, const Triple& entry) { triples_[triple_next[leaf]++] = entry; },
                 [&](Object leaf, const Pairs& entry) { pairs_[pair_next[leaf]++] = entry; });
  statements_ = {};
  sort_triples();
}

void TreeVotes::sort_triples() {
  const Object n = leaves();
  std::vector<std::size_t> kept(static_cast<std::size_t>(n) + 1, 0);
#pragma omp parallel for schedule(dynamic, 16)
  for (Object leaf = 0; leaf < n; ++leaf) {
    Triple* begin = triples_.data() + triple_begin_[leaf];
    kept[leaf] = static_cast<std::size_t>(add_up(begin, triples_.data() + triple_begin_[leaf + 1]) - begin);
  }
  std::size_t end = 0;
  for (Object leaf = 0; leaf < n; ++leaf) {
    const auto from = triples_.begin() + static_cast<std::ptrdiff_t>(triple_begin_[leaf]);
    std::copy_n(from, kept[leaf], triples_.begin() + static_cast<std::ptrdiff_t>(end));
    triple_begin_[leaf] = end;
    end += kept[leaf];
  }
  triple_begin_.back() = end;
  triples_.resize(end);
}

}  // namespace tertium::linkage
