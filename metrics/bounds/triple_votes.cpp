#include "metrics/bounds/triple_votes.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/sort_ascending.hpp"

namespace tertium::metrics {
namespace {

using core::NearFar;

constexpr std::uint64_t kStatements = 6;
constexpr int kStatementBits = 3;

/// "The pair `near` is the more alike", `far` less, as a number.
struct Statement {
  int near, far;
};
constexpr std::uint64_t number_of(const Statement& said) {
  return static_cast<std::uint64_t>(option_of_order(said.near, said.far));
}
constexpr Statement statement(std::uint64_t number) {
  const auto order = order_of_option(static_cast<int>(number));
  return {order[0], order[1]};
}

/// What the answer says of its triple.
std::uint64_t entry_of(Object anchor, const NearFar& answer) {
  std::array<Object, 3> three{anchor, answer.near, answer.far};
  std::ranges::sort(three);
  // A pair is known by whom it leaves out: ij leaves out the largest.
  const auto pair_without = [&](Object out) {
    return static_cast<int>(three.end() - std::ranges::find(three, out)) - 1;
  };
  const Statement said{pair_without(answer.far), pair_without(answer.near)};
  return triple_key(three[0], three[1], three[2]) << kStatementBits | number_of(said);
}

/// In halves.
std::int64_t votes_for_option(const Statement& said, int option, BoundClass kind) {
  if (kind == BoundClass::kRooted) return option == said.near ? 2 : option == said.far ? 0 : 1;
  const auto order = order_of_option(option);
  return std::ranges::find(order, said.near) < std::ranges::find(order, said.far) ? 2 : 0;
}

using Said = std::array<std::int64_t, kStatements>;

void add_triple(TripleVotes& votes, TripleKey key, const Said& said, BoundClass kind) {
  votes.keys.push_back(key);
  for (int option = 0; option < votes.options; ++option) {
    std::int64_t sum = 0;
    for (std::uint64_t s = 0; s < kStatements; ++s) sum += said[s] * votes_for_option(statement(s), option, kind);
    votes.weights.push_back(sum);
  }
}

std::vector<std::uint64_t> entries_of(const core::Triplets& triplets) {
  std::vector<std::uint64_t> entries;
  std::vector<NearFar> answers;
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
    triplets.answers_of(anchor, answers);
    for (const NearFar& answer : answers) entries.push_back(entry_of(anchor, answer));
  }
  core::sort_ascending(std::span(entries));
  return entries;
}

}  // namespace

std::array<TripleKey, kTriplesOfFour> triples_of(const std::array<Object, 4>& four) {
  std::array<TripleKey, kTriplesOfFour> keys{};
  for (std::size_t y = 0; y < keys.size(); ++y) {
    const auto [i, j, k] = kThreeOfFour[y];
    keys[y] = triple_key(four[static_cast<std::size_t>(i)], four[static_cast<std::size_t>(j)],
                         four[static_cast<std::size_t>(k)]);
  }
  return keys;
}

std::size_t TripleVotes::find(TripleKey key) const {
  const auto place = std::ranges::lower_bound(keys, key);
  return place != keys.end() && *place == key ? static_cast<std::size_t>(place - keys.begin()) : keys.size();
}

std::int64_t TripleVotes::best_of_each() const {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < keys.size(); ++t) sum += std::ranges::max(of(t));
  return sum;
}

TripleVotes votes_of(const core::Triplets& triplets, BoundClass kind) {
  core::expects(triplets.objects() <= Object{1} << kKeyBits, "objects fit the keys of triples");
  TripleVotes votes{.n = triplets.objects(), .options = options_of(kind)};
  Said said{};
  const std::vector<std::uint64_t> entries = entries_of(triplets);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const TripleKey key = entries[e] >> kStatementBits;
    ++said[entries[e] & ((1U << kStatementBits) - 1)];
    if (e + 1 < entries.size() && entries[e + 1] >> kStatementBits == key) continue;
    add_triple(votes, key, said, kind);
    said = {};
  }
  return votes;
}

std::int64_t count_answers(const core::Triplets& triplets) {
  std::int64_t count = 0;
  std::vector<core::NearFar> answers;
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
    triplets.answers_of(anchor, answers);
    count += std::ssize(answers);
  }
  return count;
}

}  // namespace tertium::metrics
