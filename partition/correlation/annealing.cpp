#include "partition/correlation/annealing.hpp"

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

using core::Object;
using core::OddOneOut;
using core::Partition;

constexpr int kPasses = 30;
constexpr int kRestarts = 4;
constexpr double kCold = 0.5;  // answers: below it, an object hardly ever leaves its best cluster

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
