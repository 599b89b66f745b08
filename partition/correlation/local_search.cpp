#include "partition/correlation/local_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/clusterings/agreement.hpp"
#include "partition/correlation/label_moves.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;
using core::OddOneOut;
using core::Partition;

/// Joins the two clusters whose union satisfies most more answers; false if none satisfies more. An answer whose first
/// two objects lie in the two clusters, and its odd one in a third, is won; one that has both in one and the odd one in
/// the other is lost. Of very many clusters none are joined: the table of all pairs would be too large.
bool merge_best(Partition& partition, std::span<const OddOneOut> answers) {
  const auto k = static_cast<std::size_t>(partition.clusters());
  constexpr std::size_t kMostClusters = 4000;
  if (k > kMostClusters) return false;
  std::vector<std::int64_t> gain(k * k, 0);
  const auto of = [&](Label x, Label y) -> std::int64_t& {
    const auto [low, high] = std::minmax(x, y);
    return gain[static_cast<std::size_t>(low) * k + static_cast<std::size_t>(high)];
  };
  for (const OddOneOut& answer : answers) {
    const Label a = partition[answer.a], b = partition[answer.b], odd = partition[answer.odd];
    if (a == b && odd != a) --of(a, odd);
    if (a != b && odd != a && odd != b) ++of(a, b);
  }
  const auto best = std::ranges::max_element(gain);
  if (best == gain.end() || *best <= 0) return false;
  const auto place = static_cast<std::size_t>(best - gain.begin());
  std::vector<Label> labels(partition.labels().begin(), partition.labels().end());
  std::ranges::replace(labels, static_cast<Label>(place % k), static_cast<Label>(place / k));
  partition = Partition(labels);
  return true;
}

/// Every object of the cluster in a cluster of its own.
Partition broken_up(const Partition& partition, Label cluster) {
  std::vector<Label> labels(partition.labels().begin(), partition.labels().end());
  Label next = partition.clusters();
  for (Label& label : labels)
    if (label == cluster) label = next++;
  return Partition(labels);
}

/// The clusters, most objects first: what is large hides most.
std::vector<Label> by_size(const Partition& partition) {
  const std::vector<Object> sizes = partition.sizes();
  std::vector<Label> order(sizes.size());
  for (Label c = 0; c < partition.clusters(); ++c) order[static_cast<std::size_t>(c)] = c;
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](Label c) { return sizes[static_cast<std::size_t>(c)]; });
  return order;
}

constexpr int kPasses = 30;
constexpr int kRestarts = 4;
constexpr double kCold = 0.5;  // answers: below it, an object rarely leaves its best cluster

Partition cooled_down(const Partition& start, std::span<const OddOneOut> answers, core::Stream& stream) {
  LabelMoves moves(start, answers);
  std::vector<Object> order(static_cast<std::size_t>(start.objects()));
  std::iota(order.begin(), order.end(), 0);
  const double answers_each = 3.0 * static_cast<double>(answers.size()) / std::max(1.0, 1.0 * start.objects());
  double temperature = std::max(2.0 * kCold, 0.1 * answers_each);
  // Square roots are the same on every machine, powers may not be: 2^-5 of the way in 32 steps of equal ratio.
  double ratio = kCold / temperature;
  for (int halving = 0; halving < 5; ++halving) ratio = std::sqrt(ratio);
  for (int pass = 0; pass < kPasses; ++pass, temperature *= ratio) {
    core::keep_to_limits();
    stream.shuffle(std::span(order));
    for (const Object u : order) moves.move_by_heat(u, temperature, stream);
    moves.renumber();
  }
  return moves.partition();
}

}  // namespace

LocalSearchResult local_search(const core::Partition& start, std::span<const OddOneOut> answers, int most_passes,
                               std::span<const Object> order) {
  LabelMoves search(start, answers);
  LocalSearchResult result;
  for (bool moved = true; moved && result.passes < most_passes; ++result.passes) {
    moved = false;
    for (Object k = 0; k < start.objects(); ++k)
      moved = search.move(order.empty() ? k : order[static_cast<std::size_t>(k)]) || moved;
    search.renumber();
    result.ended = !moved;
  }
  result.partition = search.partition();
  return result;
}

LocalSearchResult merge_split_search(const Partition& start, std::span<const OddOneOut> answers, int most_passes,
                                     core::Stream& stream) {
  LocalSearchResult best = local_search(start, answers, most_passes, {});
  std::int64_t satisfied = core::satisfied_answers(best.partition, answers);
  std::vector<Object> order(static_cast<std::size_t>(start.objects()));
  std::iota(order.begin(), order.end(), 0);
  const auto try_from = [&](const Partition& from) {
    stream.shuffle(std::span(order));
    LocalSearchResult tried = local_search(from, answers, most_passes, order);
    const std::int64_t reached = core::satisfied_answers(tried.partition, answers);
    tried.passes += best.passes;
    best.passes = tried.passes;
    if (reached <= satisfied) return false;
    best = std::move(tried);
    satisfied = reached;
    return true;
  };
  for (bool better = true; better;) {
    better = false;
    Partition merged = best.partition;
    while (merge_best(merged, answers)) better = true;
    if (better) better = try_from(merged);
    for (const Label cluster : by_size(best.partition))
      if (try_from(broken_up(best.partition, cluster))) {
        better = true;
        break;
      }
  }
  return best;
}

LocalSearchResult annealed_search(const Partition& start, std::span<const OddOneOut> answers, int most_passes,
                                  core::Stream& stream) {
  LocalSearchResult best = local_search(start, answers, most_passes, {});
  std::int64_t satisfied = core::satisfied_answers(best.partition, answers);
  for (int restart = 0; restart < kRestarts; ++restart) {
    LocalSearchResult found = local_search(cooled_down(start, answers, stream), answers, most_passes, {});
    const int passes = best.passes + kPasses + found.passes;
    if (const std::int64_t reached = core::satisfied_answers(found.partition, answers); reached > satisfied) {
      best = std::move(found);
      satisfied = reached;
    }
    best.passes = passes;
  }
  return best;
}

}  // namespace tertium::partition
