#include "partition/constraints/constraint_cover.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

namespace tertium::partition {
namespace {

using core::Object;
using core::OddOneOut;
using Index = std::uint32_t;  // of an answer

/// The two sides of the complete bipartite graph that one pair of objects makes.
enum Side : std::size_t { kTogether = 0, kApart = 1 };

/// Answer t = (a, b | c) wants {a, b} together, {a, c} and {b, c} apart: its places in the lists of these pairs.
struct Membership {
  Index pair;
  Side side;
};
using Memberships = std::array<Membership, 3>;

std::uint64_t code_of(Object i, Object j) {
  const auto [low, high] = std::minmax(i, j);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

/// Answer t as a member of a pair's list.
struct Entry {
  Object low, high;
  Index answer;
  std::uint32_t place;  // in the answer: 0 wants the pair together

  Side side() const { return place == 0 ? kTogether : kApart; }
};

std::vector<Entry> entries_of(std::span<const OddOneOut> answers) {
  std::vector<Entry> entries;
  entries.reserve(3 * answers.size());
  for (Index t = 0; t < answers.size(); ++t) {
    const auto& [a, b, odd] = answers[t];
    const std::array<std::pair<Object, Object>, 3> pairs{std::minmax(a, b), std::minmax(a, odd), std::minmax(b, odd)};
    for (std::uint32_t place = 0; place < 3; ++place)
      entries.push_back({pairs[place].first, pairs[place].second, t, place});
  }
  return entries;
}

/// Sorts by a key below `keys`, keeping the order of equal ones. O(entries + keys).
template <typename Key>
void counting_sort(std::vector<Entry>& entries, std::size_t keys, Key key) {
  std::vector<std::size_t> next(keys + 1, 0);
  for (const Entry& entry : entries) ++next[key(entry) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Entry> sorted(entries.size());
  for (const Entry& entry : entries) sorted[next[key(entry)]++] = entry;
  entries = std::move(sorted);
}

/// Every pair of objects with the answers that want it together, and those that want it apart.
class Constraints {
 public:
  explicit Constraints(std::span<const OddOneOut> answers) : of_answer_(answers.size()) {
    std::vector<Entry> entries = entries_of(answers);
    std::size_t objects = 0;
    for (const Entry& entry : entries) objects = std::max(objects, static_cast<std::size_t>(entry.high) + 1);
    counting_sort(entries, 2 * objects, [](const Entry& e) { return 2 * static_cast<std::size_t>(e.high) + e.side(); });
    counting_sort(entries, objects, [](const Entry& e) { return static_cast<std::size_t>(e.low); });
    members_.reserve(entries.size());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const Entry& entry = entries[k];
      const bool opens = k == 0 || entry.low != entries[k - 1].low || entry.high != entries[k - 1].high;
      if (opens) begin_.push_back(k), middle_.push_back(k);
      if (entry.side() == kTogether) middle_.back() = k + 1;
      members_.push_back(entry.answer);
      of_answer_[entry.answer][entry.place] = {static_cast<Index>(begin_.size() - 1), entry.side()};
    }
    begin_.push_back(entries.size());
  }

  std::size_t pairs() const { return middle_.size(); }
  std::size_t answers() const { return of_answer_.size(); }
  std::span<Index> members(std::size_t pair, Side side) {
    const std::size_t from = side == kTogether ? begin_[pair] : middle_[pair];
    const std::size_t to = side == kTogether ? middle_[pair] : begin_[pair + 1];
    return std::span(members_).subspan(from, to - from);
  }
  const Memberships& of_answer(Index t) const { return of_answer_[t]; }

 private:
  std::vector<std::size_t> begin_, middle_;  // of each pair's members
  std::vector<Index> members_;
  std::vector<Memberships> of_answer_;
};

Side other(Side side) {
  return side == kTogether ? kApart : kTogether;
}

template <typename T>
std::vector<T> shuffled(std::size_t n, core::Stream& stream) {
  std::vector<T> order(n);
  std::iota(order.begin(), order.end(), T{0});
  stream.shuffle(std::span(order));
  return order;
}

using Cover = std::vector<char>;  // of each answer: whether the cover has it

/// The first member that the cover lacks, from place `next` on; the end if there is none.
std::size_t first_open(std::span<const Index> members, std::size_t next, const Cover& covered) {
  while (next < members.size() && covered[members[next]] != 0) ++next;
  return next;
}

/// One of either side, again and again, until one side is used up: then no edge of this pair is left.
void match_pair(std::span<const Index> together, std::span<const Index> apart, Cover& covered) {
  for (std::size_t p = 0, n = 0;; ++p, ++n) {
    p = first_open(together, p, covered);
    n = first_open(apart, n, covered);
    if (p == together.size() || n == apart.size()) return;
    covered[together[p]] = covered[apart[n]] = 1;
  }
}

Cover cover_by_pairs(Constraints& constraints, core::Stream& stream) {
  Cover covered(constraints.answers(), 0);
  for (const std::size_t pair : shuffled<std::size_t>(constraints.pairs(), stream)) {
    const auto together = constraints.members(pair, kTogether), apart = constraints.members(pair, kApart);
    if (together.empty() || apart.empty()) continue;
    stream.shuffle(together);
    stream.shuffle(apart);
    match_pair(together, apart, covered);
  }
  return covered;
}

Cover cover_by_triplets(Constraints& constraints, core::Stream& stream) {
  Cover covered(constraints.answers(), 0);
  std::vector<std::array<std::size_t, 2>> next(constraints.pairs(), {0, 0});  // of either side: nothing open before
  for (std::size_t pair = 0; pair < constraints.pairs(); ++pair)
    for (const Side side : {kTogether, kApart}) stream.shuffle(constraints.members(pair, side));
  for (const Index t : shuffled<Index>(constraints.answers(), stream)) {
    if (covered[t] != 0) continue;
    for (const auto& [pair, side] : constraints.of_answer(t)) {
      const auto opposite = constraints.members(pair, other(side));
      std::size_t& place = next[pair][other(side)];
      place = first_open(opposite, place, covered);
      if (place == opposite.size()) continue;
      covered[t] = covered[opposite[place]] = 1;
      break;
    }
  }
  return covered;
}

Cover cover_by_edges(Constraints& constraints, core::Stream& stream) {
  std::vector<std::pair<Index, Index>> edges;
  for (std::size_t pair = 0; pair < constraints.pairs(); ++pair)
    for (const Index s : constraints.members(pair, kTogether))
      for (const Index t : constraints.members(pair, kApart)) edges.emplace_back(std::minmax(s, t));
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  stream.shuffle(std::span(edges));
  Cover covered(constraints.answers(), 0);
  for (const auto& [s, t] : edges)
    if (covered[s] == 0 && covered[t] == 0) covered[s] = covered[t] = 1;
  return covered;
}

/// Puts answers back, in random order, as long as everything that they contradict stays out.
void put_back(const Constraints& constraints, Cover& covered, core::Stream& stream) {
  std::vector<std::array<Index, 2>> kept(constraints.pairs(), {0, 0});  // of either side: how many are not in the cover
  const auto keep = [&](Index t) {
    for (const auto& [pair, side] : constraints.of_answer(t)) ++kept[pair][side];
  };
  for (Index t = 0; t < constraints.answers(); ++t)
    if (covered[t] == 0) keep(t);
  for (const Index t : shuffled<Index>(constraints.answers(), stream)) {
    if (covered[t] == 0) continue;
    const auto& memberships = constraints.of_answer(t);
    if (std::ranges::any_of(memberships, [&](const Membership& m) { return kept[m.pair][other(m.side)] > 0; }))
      continue;
    covered[t] = 0;
    keep(t);
  }
}

}  // namespace

std::vector<OddOneOut> consistent_answers(std::span<const OddOneOut> answers, CoverOrder order, core::Stream& stream) {
  Constraints constraints(answers);
  Cover covered = order == CoverOrder::kPairs      ? cover_by_pairs(constraints, stream)
                  : order == CoverOrder::kTriplets ? cover_by_triplets(constraints, stream)
                                                   : cover_by_edges(constraints, stream);
  put_back(constraints, covered, stream);
  std::vector<OddOneOut> left;
  for (std::size_t t = 0; t < answers.size(); ++t)
    if (covered[t] == 0) left.push_back(answers[t]);
  return left;
}

bool contradict(const OddOneOut& s, const OddOneOut& t) {
  const auto wants_apart = [](const OddOneOut& answer, std::uint64_t pair) {
    return pair == code_of(answer.a, answer.odd) || pair == code_of(answer.b, answer.odd);
  };
  return wants_apart(s, code_of(t.a, t.b)) || wants_apart(t, code_of(s.a, s.b));
}

}  // namespace tertium::partition
