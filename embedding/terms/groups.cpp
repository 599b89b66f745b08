#include "embedding/terms/groups.hpp"

#include <algorithm>
#include <span>

namespace tertium::embedding {
namespace {

using core::Quadruplet;
using Statements = std::span<const Quadruplet>;

constexpr std::size_t kFewPairs = 2048;         // what is kept of as many stays in the first cache
constexpr std::size_t kMostStatements = 32768;  // of a group
constexpr std::size_t kShare = 64;              // a group has at least one of so many shares: threads get equal work

constexpr std::size_t whole_vectors(std::size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

bool has_anchor(const Quadruplet& s) {
  return s.i == s.k;
}

class Grouping {
 public:
  explicit Grouping(Terms terms) : statements_(std::move(terms.statements)) {
    groups_.objects = terms.objects;
    place_.assign(static_cast<std::size_t>(terms.objects), kNowhere);
    const auto middle = std::stable_partition(statements_.begin(), statements_.end(), has_anchor);
    std::stable_sort(statements_.begin(), middle, [](const Quadruplet& a, const Quadruplet& b) { return a.i < b.i; });
    const auto triplets = static_cast<std::size_t>(middle - statements_.begin());
    const Statements all(statements_);
    group_triplets(all.first(triplets));
    for (Statements rest = all.subspan(triplets); !rest.empty();) {
      const std::size_t size = std::min({rest.size(), kMostStatements, std::max(kFewPairs, all.size() / kShare)});
      add_group(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  Groups take() { return std::move(groups_); }

 private:
  static constexpr std::int32_t kNowhere = -1;

  /// One side of a statement: a pair, and which place of near, then far, wants to know where it is.
  struct Side {
    Object first, second;
    std::size_t place;
  };

  void group_triplets(Statements triplets) {
    const std::size_t enough = std::clamp(triplets.size() / kShare, kLanes, kFewPairs);
    std::size_t begin = 0, pairs = 0;
    for (std::size_t k = 0; k < triplets.size();) {
      std::size_t end = k;
      while (end < triplets.size() && end - k < kMostStatements && triplets[end].i == triplets[k].i) ++end;
      const std::size_t more = std::min(2 * (end - k), place_.size());
      if (begin < k && (pairs + more > kFewPairs || k - begin >= enough)) {
        add_group(triplets.subspan(begin, k - begin));
        begin = k;
        pairs = 0;
      }
      pairs += more;
      k = end;
    }
    if (begin < triplets.size()) add_group(triplets.subspan(begin));
  }

  void add_group(Statements statements) {
    Group group;
    group.first_slope = groups_.all_pairs;
    group.star_begin = groups_.stars.size();
    group.statement_begin = groups_.near.size();
    group.statement_end = group.statement_begin + whole_vectors(statements.size());
    groups_.near.resize(group.statement_end);
    groups_.far.resize(group.statement_end);
    std::vector<Side> sides = sides_of(statements, group.statement_begin);
    std::stable_sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.first < b.first; });
    for (std::span<const Side> rest(sides); !rest.empty();) {
      const auto end = std::find_if(rest.begin(), rest.end(), [&](const Side& s) { return s.first != rest[0].first; });
      const auto size = static_cast<std::size_t>(end - rest.begin());
      add_star(rest.first(size), group);
      rest = rest.subspan(size);
    }
    group.star_end = groups_.stars.size();
    fill_up(group, statements.size());
    groups_.most_pairs = std::max(groups_.most_pairs, whole_vectors(group.pairs + 2));
    groups_.all_pairs += group.pairs;
    groups_.groups.push_back(group);
  }

  /// Where the statement of that number goes: neighbours end up in one lane, far apart, because what follows an update
  /// of the same pair closely waits for it.
  static std::size_t spread(std::size_t k, std::size_t count) {
    const std::size_t depth = whole_vectors(count) / kLanes;
    return k % depth * kLanes + k / depth;
  }

  static std::vector<Side> sides_of(Statements statements, std::size_t begin) {
    std::vector<Side> sides;
    sides.reserve(2 * statements.size());
    for (std::size_t k = 0; k < statements.size(); ++k) {
      const Quadruplet& s = statements[k];
      const bool anchored = has_anchor(s);
      const std::size_t place = 2 * (begin + spread(k, statements.size()));
      const auto add = [&](Object a, Object b, std::size_t at) {
        sides.push_back(anchored || a < b ? Side{a, b, at} : Side{b, a, at});
      };
      add(s.i, s.j, place);
      add(s.k, s.l, place + 1);
    }
    return sides;
  }

  /// The pairs of one first object.
  void add_star(std::span<const Side> sides, Group& group) {
    constexpr std::size_t kWorthAll = 4;  // loading four neighbours costs less than finding one
    Star star{sides.front().first, false, groups_.partners.size(), group.pairs, 0};
    std::vector<Object>& partners = groups_.partners;
    for (const Side& side : sides) {
      std::int32_t& place = place_[static_cast<std::size_t>(side.second)];
      if (place != kNowhere) continue;
      place = static_cast<std::int32_t>(partners.size() - star.partners);
      partners.push_back(side.second);
    }
    star.all = kWorthAll * (partners.size() - star.partners) >= place_.size();
    for (const Side& side : sides) {
      const std::int32_t place = star.all ? side.second : place_[static_cast<std::size_t>(side.second)];
      (side.place % 2 == 0 ? groups_.near : groups_.far)[side.place / 2] =
          static_cast<std::int32_t>(star.first_pair) + place;
    }
    for (std::size_t k = star.partners; k < partners.size(); ++k)
      place_[static_cast<std::size_t>(partners[k])] = kNowhere;
    if (star.all) {
      partners.resize(star.partners);
      star.pairs = whole_vectors(place_.size());
    } else {
      star.pairs = whole_vectors(partners.size() - star.partners);
      partners.resize(star.partners + star.pairs, star.anchor);
    }
    group.pairs += star.pairs;
    groups_.stars.push_back(star);
  }

  void fill_up(const Group& group, std::size_t count) {
    for (std::size_t k = count; k < group.statement_end - group.statement_begin; ++k) {
      const std::size_t place = group.statement_begin + spread(k, count);
      groups_.near[place] = static_cast<std::int32_t>(group.pairs);
      groups_.far[place] = static_cast<std::int32_t>(group.pairs + 1);
    }
  }

  std::vector<Quadruplet> statements_;
  Groups groups_;
  std::vector<std::int32_t> place_;  // of a partner in the star at hand
};

}  // namespace

Groups grouped(Terms terms) {
  return Grouping(std::move(terms)).take();
}

}  // namespace tertium::embedding
