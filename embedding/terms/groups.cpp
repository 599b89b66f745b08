#include "embedding/terms/groups.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"

namespace tertium::embedding {
namespace {

using core::Quadruplet;
using Statements = std::span<const Quadruplet>;

constexpr std::size_t kFewPairs = 2048;         // what is kept of as many stays in the first cache
constexpr std::size_t kMostStatements = 32768;  // of a group
constexpr std::size_t kShare = 64;              // a group has at least one of so many shares: threads get equal work

bool has_anchor(const Quadruplet& s) {
  return s.i == s.k;
}

/// Triplets by anchor, in their order; then the others.
std::vector<Quadruplet> by_anchor(const Terms& terms, std::vector<std::size_t>& begin) {
  const auto n = static_cast<std::size_t>(terms.objects);
  const auto bin = [&](const Quadruplet& s) { return has_anchor(s) ? static_cast<std::size_t>(s.i) : n; };
  begin.assign(n + 2, 0);
  for (const Quadruplet& s : terms.statements) ++begin[bin(s) + 1];
  for (std::size_t k = 0; k <= n; ++k) begin[k + 1] += begin[k];
  std::vector<std::size_t> next = begin;
  std::vector<Quadruplet> sorted(terms.statements.size());
  for (const Quadruplet& s : terms.statements) sorted[next[bin(s)]++] = s;
  return sorted;
}

class Grouping {
 public:
  explicit Grouping(Terms terms) {
    groups_.objects = terms.objects;
    groups_.statements = terms.statements.size();
    place_.assign(static_cast<std::size_t>(terms.objects), kNowhere);
    if (terms.weights.empty()) {
      take(std::move(terms));
      return;
    }
    std::map<double, Terms> of_weight;
    for (std::size_t k = 0; k < terms.statements.size(); ++k)
      of_weight.try_emplace(terms.weights[k], Terms{terms.objects, {}})
          .first->second.statements.push_back(terms.statements[k]);
    for (auto& [weight, some] : of_weight) {
      const std::size_t first = groups_.groups.size();
      take(std::move(some));
      for (std::size_t g = first; g < groups_.groups.size(); ++g) groups_.groups[g].weight = weight;
    }
  }

  /// Without statements.
  explicit Grouping(Object n) {
    groups_.objects = n;
    place_.assign(static_cast<std::size_t>(n), kNowhere);
  }

  /// More triplets, by anchor.
  void add_triplets(Statements triplets) {
    groups_.statements += triplets.size();
    if (!triplets.empty()) group_triplets(triplets);
  }

  Groups take() {
    for (std::vector<std::int32_t>* list : {&groups_.near, &groups_.far, &groups_.partners}) list->shrink_to_fit();
    return std::move(groups_);
  }

 private:
  static constexpr std::int32_t kNowhere = -1;

  /// One side of a statement: a pair, and which place of near, then far, wants to know where it is.
  struct Side {
    Object first, second;
    std::size_t place;
  };

  /// Statements that weigh the same.
  void take(Terms terms) {
    std::vector<std::size_t> begin;
    statements_ = by_anchor(terms, begin);
    terms.statements = std::vector<Quadruplet>();
    const std::size_t triplets = take_tables(begin);
    const Statements all(statements_);
    group_triplets(all.first(triplets));
    for (Statements rest = all.subspan(triplets); !rest.empty();) {
      const std::size_t size = std::min({rest.size(), kMostStatements, std::max(kFewPairs, all.size() / kShare)});
      add_group(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  /// Takes the triplets that are in tables out of the statements; how many are left.
  std::size_t take_tables(const std::vector<std::size_t>& begin) {
    const std::size_t n = place_.size();
    const std::size_t cells = n > 2 ? (n - 1) * (n - 2) / 2 : 0;
    std::vector<Quadruplet> left, again;
    for (std::size_t anchor = 0; anchor < n; ++anchor) {
      const Statements of_anchor = Statements(statements_).subspan(begin[anchor], begin[anchor + 1] - begin[anchor]);
      const auto is_worth_it = [&](std::size_t count) { return count > 0 && kCellsForStatement * count >= cells; };
      again.clear();
      if (is_worth_it(of_anchor.size())) {
        add_table(static_cast<Object>(anchor));
        for (const Quadruplet& s : of_anchor)
          if (!fits_table(s)) again.push_back(s);
      }
      if (is_worth_it(of_anchor.size() - again.size())) {
        left.insert(left.end(), again.begin(), again.end());
      } else {
        if (!again.empty()) drop_table();
        left.insert(left.end(), of_anchor.begin(), of_anchor.end());
      }
    }
    const std::size_t triplets = left.size();
    left.insert(left.end(), statements_.begin() + static_cast<std::ptrdiff_t>(begin[n]), statements_.end());
    statements_ = std::move(left);
    return triplets;
  }

  /// A group with an empty table.
  void add_table(Object anchor) {
    const std::size_t blocks = block_count(groups_.objects), n = place_.size();
    Group group;
    group.is_table = true;
    group.first_slope = groups_.all_pairs;
    group.star_begin = groups_.stars.size();
    group.star_end = group.star_begin + 1;
    group.statement_begin = group.statement_end = groups_.near.size();
    group.pairs = kLanes * blocks;
    group.first_cell = groups_.cells.size();
    groups_.stars.push_back({anchor, true, groups_.partners.size(), 0, group.pairs});
    row_begin_.resize(n);
    std::size_t cell = group.first_cell;
    for (std::size_t j = 0; j < n; ++j) {
      row_begin_[j] = cell - block_of(j + 1);
      cell += blocks - block_of(j + 1);
    }
    groups_.cells.resize(cell);
    add(group);
  }

  void drop_table() {
    groups_.cells.resize(groups_.groups.back().first_cell);
    groups_.all_pairs -= groups_.groups.back().pairs;
    groups_.groups.pop_back();
    groups_.stars.pop_back();
  }

  /// Puts it into the last table, unless its cell is taken.
  bool fits_table(const Quadruplet& s) {
    const auto near = static_cast<std::size_t>(s.j), far = static_cast<std::size_t>(s.l);
    const std::size_t first = std::min(near, far), second = std::max(near, far);
    Cells& cells = groups_.cells[row_begin_[first] + block_of(second)];
    const auto bit = static_cast<std::uint8_t>(1U << second % kLanes);
    if ((cells.asked & bit) != 0) return false;
    cells.asked |= bit;
    if (near == second) cells.second_nearer |= bit;
    return true;
  }

  void add(const Group& group) {
    groups_.most_pairs = std::max(groups_.most_pairs, whole_vectors(group.pairs + 2));
    groups_.all_pairs += group.pairs;
    groups_.groups.push_back(group);
  }

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
    add(group);
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
  std::vector<std::int32_t> place_;     // of a partner in the star at hand
  std::vector<std::size_t> row_begin_;  // of the table at hand, where block 0 would be
};

}  // namespace

Groups grouped(Terms terms) {
  return Grouping(std::move(terms)).take();
}

std::vector<std::shared_ptr<const Groups>> batches_of(const core::Triplets& triplets, std::size_t batches) {
  constexpr Object kTogether = 512;  // anchors
  const double needed = 32.0 * std::max(triplets.expected_count(), static_cast<double>(triplets.summary().answers));
  if (needed > core::available_memory())
    core::fail("batches of the triplets of {} objects need about {} ({} are available), leave some out",
               triplets.objects(), core::bytes_text(needed), core::bytes_text(core::available_memory()));
  std::vector<Grouping> of_batches(batches, Grouping(triplets.objects()));
  std::vector<std::vector<core::NearFar>> answers(kTogether);
  for (Object begin = 0; begin < triplets.objects(); begin += kTogether) {
    core::keep_to_limits();
    const Object anchors = std::min(kTogether, triplets.objects() - begin);
#pragma omp parallel for schedule(dynamic)
    for (Object a = 0; a < anchors; ++a) triplets.answers_of(begin + a, answers[a]);
#pragma omp parallel for schedule(dynamic)
    for (std::size_t batch = 0; batch < batches; ++batch) {
      std::vector<Quadruplet> own;
      for (Object a = 0; a < anchors; ++a)
        for (std::size_t k = batch; k < answers[a].size(); k += batches)
          own.push_back(core::as_quadruplet({begin + a, answers[a][k].near, answers[a][k].far}));
      of_batches[batch].add_triplets(own);
    }
  }
  std::vector<std::shared_ptr<const Groups>> groups;
  for (Grouping& of_batch : of_batches) groups.push_back(std::make_shared<const Groups>(of_batch.take()));
  return groups;
}

std::vector<std::shared_ptr<const Groups>> batches_of(const Terms& terms, std::size_t batches) {
  std::vector<std::shared_ptr<const Groups>> groups;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    Terms own{terms.objects, {}};
    for (std::size_t k = batch; k < terms.statements.size(); k += batches) {
      own.statements.push_back(terms.statements[k]);
      if (!terms.weights.empty()) own.weights.push_back(terms.weights[k]);
    }
    groups.push_back(std::make_shared<const Groups>(grouped(std::move(own))));
  }
  return groups;
}

}  // namespace tertium::embedding
