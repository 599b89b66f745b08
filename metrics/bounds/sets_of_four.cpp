// Which sets of four there are. What a set can tell is that its triples cannot all have what each of them likes best;
// by how much they lose at least, looked at alone, is its *contradiction*. Where memory is short those with the largest
// are made: a first pass counts, a second one takes. A set with a single triple that has votes has no contradiction.
#include "metrics/bounds/sets_of_four.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "core/base/sort_ascending.hpp"

namespace tertium::metrics {
namespace {

constexpr std::int64_t kMostPairs = std::int64_t{1} << 27;  // that are worth a table

/// Of the larger two objects of a triple.
std::size_t pair_number(TripleKey key) {
  const auto [i, j, k] = objects_of(key);
  return static_cast<std::size_t>(core::pair_count(k) + j);
}

Four sorted(Object a, Object b, Object c, Object d) {
  Four four{a, b, c, d};
  std::ranges::sort(four);
  return four;
}

Object class_of(const Four& four, Object n) {
  return static_cast<Object>(std::accumulate(four.begin(), four.end(), std::int64_t{0}) % n);
}

/// Fills the blocks of a class.
class BlockWriter {
 public:
  explicit BlockWriter(SetsOfFour& sets, Object n) : sets_(sets), finder_(n, sets.triples) {
    sets_.sets_of.assign(sets_.triples.size(), 0);
  }

  void add(const Four& four) {
    if (lane_ == 0)
      sets_.places.resize(sets_.places.size() + kTriplesOfFour * SetsOfFour::kLanes,
                          static_cast<std::uint32_t>(sets_.triples.size()));
    std::uint32_t* block = sets_.places.data() + sets_.places.size() - kTriplesOfFour * SetsOfFour::kLanes;
    const auto keys = triples_of(four);
    for (std::size_t y = 0; y < keys.size(); ++y) {
      const std::size_t triple = finder_.find(keys[y]);
      block[y * SetsOfFour::kLanes + lane_] = static_cast<std::uint32_t>(triple);
      ++sets_.sets_of[triple];
    }
    lane_ = (lane_ + 1) % SetsOfFour::kLanes;
    ++sets_.sets;
  }
  void end_class() {
    lane_ = 0;
    sets_.class_begin.push_back(sets_.places.size() / (kTriplesOfFour * SetsOfFour::kLanes));
  }

 private:
  SetsOfFour& sets_;
  TripleFinder finder_;
  std::size_t lane_ = 0;
};

void add_class(Object n, Object number, BlockWriter& writer) {
  for (Object d = 3; d < n; ++d)
    for (Object c = 2; c < d; ++c)
      for (Object b = 1; b < c; ++b)
        if (const Object a = (((number - b - c - d) % n) + n) % n; a < b) writer.add({a, b, c, d});
  writer.end_class();
}

std::vector<TripleKey> all_triples(Object n) {
  std::vector<TripleKey> keys;
  for (Object k = 2; k < n; ++k)
    for (Object j = 1; j < k; ++j)
      for (Object i = 0; i < j; ++i) keys.push_back(triple_key(i, j, k));
  return keys;
}

/// Sets of which two triples have votes, each once.
///
/// Two triples that share a pair make a set. It is met once for every two of its triples that have votes, and taken
/// with the first two of them.
class Candidates {
 public:
  Candidates(const TripleVotes& votes, std::span<const Solution> solutions)
      : votes_(votes), solutions_(solutions), finder_(votes.n, votes.keys) {
    for (const TripleKey key : votes.keys) {
      const auto [i, j, k] = objects_of(key);
      thirds_.push_back(triple_key(k, j, i));  // sorted by the first two, the third last
      thirds_.push_back(triple_key(j, k, i));
      thirds_.push_back(triple_key(i, k, j));
    }
    core::sort_ascending(std::span(thirds_));
    choose_depth();
  }

  /// Twos of triples that share a pair: no set is met more seldom than once.
  double meetings() const {
    double sum = 0.0;
    for (std::size_t begin = 0, end = 0; begin < thirds_.size(); begin = end) {
      while (end < thirds_.size() && thirds_[end] >> kKeyBits == thirds_[begin] >> kKeyBits) ++end;
      const auto met = static_cast<double>(std::min(end - begin, depth_));
      sum += 0.5 * met * (met - 1.0);
    }
    return sum;
  }

  /// Calls take(four, triples with votes by number).
  template <typename Take>
  void for_each(Take&& take) const {
    for (std::size_t begin = 0, end = 0; begin < thirds_.size(); begin = end) {
      const TripleKey pair = thirds_[begin] >> kKeyBits;
      while (end < thirds_.size() && thirds_[end] >> kKeyBits == pair) ++end;
      const std::size_t last = std::min(end, begin + depth_);
      for (std::size_t x = begin; x < last; ++x)
        for (std::size_t y = x + 1; y < last; ++y) meet(thirds_[x], thirds_[y], take);
    }
  }

  /// By how much its triples contradict each other.
  std::int64_t contradiction(const std::array<std::size_t, kTriplesOfFour>& triples) const {
    std::int64_t alone = 0, together = std::numeric_limits<std::int64_t>::min();
    for (const std::size_t t : triples)
      if (t < votes_.keys.size()) alone += std::ranges::max(votes_.of(t));
    for (const Solution& solution : solutions_) {
      std::int64_t sum = 0;
      for (std::size_t y = 0; y < triples.size(); ++y)
        if (triples[y] < votes_.keys.size()) sum += votes_.of(triples[y])[solution[y]];
      together = std::max(together, sum);
    }
    return alone - together;
  }

 private:
  /// So many thirds of a pair are looked at that there are not too many twos of them.
  void choose_depth() {
    constexpr double kMostMeetings = 1.5e8;
    for (depth_ = std::size_t{1} << kKeyBits; depth_ > 2 && meetings() > kMostMeetings;) depth_ /= 2;
  }

  template <typename Take>
  void meet(TripleKey one, TripleKey other, Take&& take) const {
    const auto [c, b, a] = objects_of(one);
    const Object d = objects_of(other)[0];
    const Four four = sorted(a, b, c, d);
    const auto keys = triples_of(four);
    const auto leaves_out = [&](Object object) {  // number 3 leaves out the first of the four
      return static_cast<std::size_t>(four.end() - std::ranges::find(four, object)) - 1;
    };
    const auto [first, second] = std::minmax({leaves_out(c), leaves_out(d)});
    std::array<std::size_t, kTriplesOfFour> triples{};
    for (std::size_t y = 0; y < keys.size(); ++y) {
      triples[y] = finder_.find(keys[y]);
      if (y < second && y != first && triples[y] < votes_.keys.size()) return;
    }
    take(four, triples);
  }

  const TripleVotes& votes_;
  std::span<const Solution> solutions_;
  TripleFinder finder_;
  std::vector<TripleKey> thirds_;
  std::size_t depth_ = 0;
};

/// Contradictions in steps of about a sixteenth.
class Histogram {
 public:
  static std::size_t bin(std::int64_t value) {
    if (value < 16) return static_cast<std::size_t>(std::max<std::int64_t>(0, value));
    const auto octave = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))) - 5;
    return static_cast<std::size_t>(16 * octave + (value >> octave));
  }
  void add(std::int64_t value) { ++counts_[bin(value)]; }
  std::size_t total() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }
  /// The least bin of which some still fit, if no more than `most` do, and how many of it.
  struct Least {
    std::size_t bin = 0, fit = 0;
  };
  Least least_of(std::size_t most) const {
    std::size_t above = 0;
    for (std::size_t b = counts_.size(); b-- > 0; above += counts_[b])
      if (above + counts_[b] > most) return {b, most - above};
    return {0, counts_[0]};
  }

 private:
  std::array<std::size_t, 1024> counts_{};
};

std::vector<Four> choose(const Candidates& candidates, std::size_t most, std::size_t& there) {
  std::vector<Four> chosen;
  if (candidates.meetings() <= static_cast<double>(most)) {
    candidates.for_each([&](const Four& four, const auto&) { chosen.push_back(four); });
    there = chosen.size();
    return chosen;
  }
  Histogram histogram;
  candidates.for_each([&](const Four&, const auto& triples) { histogram.add(candidates.contradiction(triples)); });
  there = histogram.total();
  Histogram::Least least = histogram.least_of(most);
  candidates.for_each([&](const Four& four, const auto& triples) {
    const std::size_t bin = Histogram::bin(candidates.contradiction(triples));
    if (bin > least.bin || (bin == least.bin && least.fit > 0)) chosen.push_back(four);
    if (bin == least.bin && least.fit > 0) --least.fit;
  });
  return chosen;
}

}  // namespace

TripleFinder::TripleFinder(Object n, std::span<const TripleKey> keys) : keys_(keys) {
  if (core::pair_count(n) > kMostPairs) return;
  begin_.assign(static_cast<std::size_t>(core::pair_count(n)) + 1, 0);
  for (const TripleKey key : keys) ++begin_[pair_number(key) + 1];
  for (std::size_t p = 1; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
}

std::size_t TripleFinder::find(TripleKey key) const {
  auto begin = keys_.begin(), end = keys_.end();
  if (!begin_.empty()) {
    const std::size_t pair = pair_number(key);
    begin = keys_.begin() + begin_[pair], end = keys_.begin() + begin_[pair + 1];
    const auto [i, j, k] = objects_of(key);
    if (end - begin == j) return static_cast<std::size_t>(begin - keys_.begin()) + static_cast<std::size_t>(i);
  }
  const auto place = std::lower_bound(begin, end, key);
  return place != end && *place == key ? static_cast<std::size_t>(place - keys_.begin()) : keys_.size();
}

SetsOfFour sets_of_classes(const TripleVotes& votes, std::span<const Object> classes) {
  SetsOfFour sets;
  sets.triples = all_triples(votes.n);
  BlockWriter writer(sets, votes.n);
  for (const Object number : classes) add_class(votes.n, number, writer);
  const double n = votes.n;
  sets.sets_there = static_cast<std::size_t>(std::max(0.0, n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 24.0));
  return sets;
}

SetsOfFour sets_between_votes(const TripleVotes& votes, std::span<const Solution> solutions, std::size_t most) {
  SetsOfFour sets;
  std::vector<Four> chosen = choose(Candidates(votes, solutions), most, sets.sets_there);
  sets.triples = votes.keys;
  const TripleFinder with_votes(votes.n, votes.keys);
  for (const Four& four : chosen)
    for (const TripleKey key : triples_of(four))
      if (with_votes.find(key) == votes.keys.size()) sets.triples.push_back(key);
  core::sort_ascending(std::span(sets.triples));
  sets.triples.erase(std::unique(sets.triples.begin(), sets.triples.end()), sets.triples.end());
  std::vector<std::vector<Four>> classes(static_cast<std::size_t>(votes.n));
  for (const Four& four : chosen) classes[static_cast<std::size_t>(class_of(four, votes.n))].push_back(four);
  BlockWriter writer(sets, votes.n);
  for (const std::vector<Four>& fours : classes) {
    for (const Four& four : fours) writer.add(four);
    if (!fours.empty()) writer.end_class();
  }
  return sets;
}

}  // namespace tertium::metrics
