#include "partition/correlation/constraint_cover.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::partition {
namespace {

using core::Object;
using core::OddOneOut;
using Index = std::uint32_t;  // of an answer

/// The two sides of the complete bipartite graph that one pair of objects makes.
enum Side : std::size_t { kTogether = 0, kApart = 1 };

/// The pair that nobody contradicts anybody about.
constexpr Index kUncontested = ~Index{0};

/// Answer t = (a, b | c) wants the pair {a, b} together, {a, c} and {b, c} apart, in this order.
using PairsOfAnswer = std::array<Index, 3>;

constexpr Side side_of(std::size_t place) {
  return place == 0 ? kTogether : kApart;
}

template <typename T>
std::vector<T> ascending(std::size_t n) {
  std::vector<T> order(n);
  std::iota(order.begin(), order.end(), T{0});
  return order;
}

/// Answer t as a member of the list of the pair {low, high}; all entries of one low object are kept together.
struct Entry {
  Object high;
  Index answer_and_place;  // 4 t + place

  Index answer() const { return answer_and_place / 4; }
  std::size_t place() const { return answer_and_place % 4; }
};

/// The entries of every low object, from begin[low] on, answers ascending.
struct Entries {
  std::vector<std::size_t> begin;
  std::vector<Entry> entries;
};

Entries entries_of(std::span<const OddOneOut> answers) {
  Object objects = 0;
  for (const auto& [a, b, odd] : answers) objects = std::max({objects, a + 1, b + 1, odd + 1});
  Entries all{std::vector<std::size_t>(static_cast<std::size_t>(objects) + 1, 0),
              std::vector<Entry>(3 * answers.size())};
  const auto for_each = [&](auto use) {
    for (Index t = 0; t < answers.size(); ++t) {
      const auto& [a, b, odd] = answers[t];
      use(std::minmax(a, b), 4 * t);
      use(std::minmax(a, odd), 4 * t + 1);
      use(std::minmax(b, odd), 4 * t + 2);
    }
  };
  for_each([&](const auto& pair, Index) { ++all.begin[static_cast<std::size_t>(pair.first) + 1]; });
  std::partial_sum(all.begin.begin(), all.begin.end(), all.begin.begin());
  std::vector<std::size_t> next(all.begin.begin(), all.begin.end() - 1);
  for_each([&](const auto& pair, Index answer_and_place) {
    all.entries[next[static_cast<std::size_t>(pair.first)]++] = {pair.second, answer_and_place};
  });
  return all;
}

/// Every pair of objects that some answers want together and others apart, in the order of their numbers, with both.
/// Where there are few answers for many objects these are few.
class Constraints {
 public:
  explicit Constraints(std::span<const OddOneOut> answers) : pairs_of_answer_(answers.size()) {
    const Entries all = entries_of(answers);
    std::vector<Index> number(all.begin.size(), 0);  // of the pair of the low object at hand and each other one
    for (std::size_t low = 0; low + 1 < all.begin.size(); ++low)
      add_pairs(std::span(all.entries).subspan(all.begin[low], all.begin[low + 1] - all.begin[low]), number);
    begin_.push_back({members_.size(), members_.size()});
  }

  std::size_t pairs() const { return begin_.size() - 1; }
  std::size_t answers() const { return pairs_of_answer_.size(); }
  std::span<const Index> members(std::size_t pair, Side side) const {
    const std::size_t from = begin_[pair][side], to = side == kTogether ? begin_[pair][kApart] : begin_[pair + 1][0];
    return std::span(members_).subspan(from, to - from);
  }
  const PairsOfAnswer& of_answer(Index t) const { return pairs_of_answer_[t]; }

 private:
  /// The pairs of one low object; `number` is theirs by the other object and returns as it came: all 0.
  void add_pairs(std::span<const Entry> entries, std::vector<Index>& number) {
    std::vector<std::array<std::size_t, 2>>& place = places_;  // first the sizes of both sides
    place.clear();
    highs_.clear();
    for (const Entry& entry : entries) {
      Index& known = number[static_cast<std::size_t>(entry.high)];
      if (known == 0) {
        place.push_back({0, 0}), highs_.push_back(entry.high);
        known = static_cast<Index>(place.size());
      }
      ++place[known - 1][side_of(entry.place())];
    }
    std::ranges::sort(highs_);
    std::vector<Index>& id = ids_;
    id.assign(place.size(), kUncontested);
    for (const Object high : highs_) {
      const std::size_t local = number[static_cast<std::size_t>(high)] - 1;
      const std::array<std::size_t, 2> sizes = place[local];
      if (sizes[kTogether] == 0 || sizes[kApart] == 0) continue;
      id[local] = static_cast<Index>(begin_.size());
      place[local] = {end_, end_ + sizes[kTogether]};
      begin_.push_back(place[local]);
      end_ += sizes[kTogether] + sizes[kApart];
    }
    members_.resize(end_);
    for (const Entry& entry : entries) {
      const Index local = number[static_cast<std::size_t>(entry.high)] - 1;
      pairs_of_answer_[entry.answer()][entry.place()] = id[local];
      if (id[local] != kUncontested) members_[place[local][side_of(entry.place())]++] = entry.answer();
    }
    for (const Entry& entry : entries) number[static_cast<std::size_t>(entry.high)] = 0;
  }

  std::vector<std::array<std::size_t, 2>> begin_;  // of either side of each pair
  std::vector<Index> members_;
  std::vector<PairsOfAnswer> pairs_of_answer_;
  std::vector<std::array<std::size_t, 2>> places_;  // of the pairs of one low object
  std::vector<Index> ids_;                          // of these pairs
  std::vector<Object> highs_;                       // of these pairs
  std::size_t end_ = 0;                             // of the members so far
};

Side other(Side side) {
  return side == kTogether ? kApart : kTogether;
}

/// Answers that are taken out.
class Cover {
 public:
  explicit Cover(std::size_t answers) : has_(answers, 0) {}

  bool has(Index t) const { return has_[t] != 0; }
  void take(Index s, Index t) {
    has_[s] = has_[t] = 1;
    taken_.push_back(s);
    taken_.push_back(t);
  }
  void put_back(Index t) { has_[t] = 0; }

  /// All that were ever taken, in the order in which they were.
  std::span<Index> taken() { return taken_; }

 private:
  std::vector<char> has_;
  std::vector<Index> taken_;
};

/// The first member that the cover lacks, from place `next` on; the end if there is none.
std::size_t first_open(std::span<const Index> members, std::size_t next, const Cover& cover) {
  while (next < members.size() && cover.has(members[next])) ++next;
  return next;
}

/// One of either side, again and again, until one side is used up: then no edge of this pair is left.
void match_pair(std::span<const Index> together, std::span<const Index> apart, Cover& cover) {
  for (std::size_t p = 0, n = 0;; ++p, ++n) {
    p = first_open(together, p, cover);
    n = first_open(apart, n, cover);
    if (p == together.size() || n == apart.size()) return;
    cover.take(together[p], apart[n]);
  }
}

Cover cover_by_pairs(const Constraints& constraints, std::span<const Index> pairs) {
  Cover cover(constraints.answers());
  for (const Index pair : pairs)
    match_pair(constraints.members(pair, kTogether), constraints.members(pair, kApart), cover);
  return cover;
}

Cover cover_by_triplets(const Constraints& constraints) {
  Cover cover(constraints.answers());
  std::vector<std::array<std::size_t, 2>> next(constraints.pairs(), {0, 0});  // of either side: nothing open before
  for (Index t = 0; t < constraints.answers(); ++t)
    for (std::size_t place = 0; place < 3 && !cover.has(t); ++place) {
      const Index pair = constraints.of_answer(t)[place];
      if (pair == kUncontested) continue;
      const Side opposite = other(side_of(place));
      const auto members = constraints.members(pair, opposite);
      std::size_t& open = next[pair][opposite];
      open = first_open(members, open, cover);
      if (open < members.size()) cover.take(t, members[open]);
    }
  return cover;
}

Cover cover_by_edges(const Constraints& constraints, core::Stream& stream) {
  std::vector<std::pair<Index, Index>> edges;
  for (std::size_t pair = 0; pair < constraints.pairs(); ++pair)
    for (const Index s : constraints.members(pair, kTogether))
      for (const Index t : constraints.members(pair, kApart)) edges.emplace_back(std::minmax(s, t));
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  stream.shuffle(std::span(edges));
  Cover cover(constraints.answers());
  for (const auto& [s, t] : edges)
    if (!cover.has(s) && !cover.has(t)) cover.take(s, t);
  return cover;
}

Cover cover_of(const Constraints& constraints, CoverEdges edges, bool in_order, core::Stream& stream) {
  if (edges == CoverEdges::kTriplets) return cover_by_triplets(constraints);
  if (edges == CoverEdges::kEdges) return cover_by_edges(constraints, stream);
  std::vector<Index> pairs = ascending<Index>(constraints.pairs());
  if (!in_order) stream.shuffle(std::span(pairs));
  return cover_by_pairs(constraints, pairs);
}

/// Puts answers back, in the order in which they were taken, as long as everything that they contradict stays out.
void put_back(const Constraints& constraints, Cover& cover) {
  std::vector<std::array<Index, 2>> kept(constraints.pairs(), {0, 0});  // of either side: how many are not in the cover
  const auto keep = [&](const PairsOfAnswer& pairs) {
    for (std::size_t place = 0; place < 3; ++place)
      if (pairs[place] != kUncontested) ++kept[pairs[place]][side_of(place)];
  };
  const auto is_contradicted = [&](const PairsOfAnswer& pairs) {
    for (std::size_t place = 0; place < 3; ++place)
      if (pairs[place] != kUncontested && kept[pairs[place]][other(side_of(place))] > 0) return true;
    return false;
  };
  for (Index t = 0; t < constraints.answers(); ++t)
    if (!cover.has(t)) keep(constraints.of_answer(t));
  for (const Index t : cover.taken()) {
    if (is_contradicted(constraints.of_answer(t))) continue;
    cover.put_back(t);
    keep(constraints.of_answer(t));
  }
}

/// The answers `order` of the objects' numbers.
std::vector<OddOneOut> in_order(std::span<const OddOneOut> answers, std::span<const Index> order,
                                std::span<const Object> numbers) {
  std::vector<OddOneOut> result;
  result.reserve(answers.size());
  for (const Index t : order) result.push_back(numbers.empty() ? answers[t] : renumbered(answers[t], numbers));
  return result;
}

}  // namespace

OddOneOut renumbered(const OddOneOut& answer, std::span<const Object> numbers) {
  const auto number = [&](Object i) { return numbers[static_cast<std::size_t>(i)]; };
  return {number(answer.a), number(answer.b), number(answer.odd)};
}

std::vector<OddOneOut> consistent_answers(std::span<const OddOneOut> answers, CoverRules rules,
                                          std::span<const Object> numbers, core::Stream& stream) {
  constexpr std::size_t kMostAnswers = std::size_t{1} << 30;
  if (answers.size() > kMostAnswers)
    core::fail("{} odd-one-outs are too many for a cover (at most {} are possible), use a part of them", answers.size(),
               kMostAnswers);
  // The answers in one random order: so every pair's members have one, too.
  std::vector<Index> order = ascending<Index>(answers.size());
  stream.shuffle(std::span(order));
  const Constraints constraints(in_order(answers, order, numbers));
  Cover cover = cover_of(constraints, rules.edges, !numbers.empty(), stream);
  if (rules.put_back == PutBack::kShuffled) stream.shuffle(cover.taken());
  put_back(constraints, cover);
  std::vector<char> kept(answers.size(), 0);
  for (Index k = 0; k < order.size(); ++k) kept[order[k]] = !cover.has(k);
  std::vector<OddOneOut> left;
  for (std::size_t t = 0; t < answers.size(); ++t)
    if (kept[t] != 0) left.push_back(answers[t]);
  return left;
}

bool contradict(const OddOneOut& s, const OddOneOut& t) {
  using Pair = std::pair<Object, Object>;
  const auto together = [](const OddOneOut& answer) { return Pair(std::minmax(answer.a, answer.b)); };
  const auto wants_apart = [](const OddOneOut& answer, const Pair& pair) {
    return pair == Pair(std::minmax(answer.a, answer.odd)) || pair == Pair(std::minmax(answer.b, answer.odd));
  };
  return wants_apart(s, together(t)) || wants_apart(t, together(s));
}

}  // namespace tertium::partition
