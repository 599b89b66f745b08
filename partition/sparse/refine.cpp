#include "partition/sparse/refine.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;
using kernels::SparseAdds3;

/// A partition and what it is worth: the sum over clusters of S(c, c) / |c|, S with zero diagonal, both triangles.
struct State {
  std::vector<Label> labels;
  std::vector<float> sums;           ///< by object and cluster
  std::vector<double> sizes, inner;  ///< |c|, S(c, c)
  double value = 0.0;

  State(const SparseAdds3& scores, std::vector<Label> of_objects, Label k)
      : labels(std::move(of_objects)), sums(scores.cluster_sums(labels, k)), sizes(k), inner(k) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      sizes[labels[i]] += 1.0;
      inner[labels[i]] += of(i, labels[i]);
    }
    for (Label c = 0; c < k; ++c) value += sizes[c] > 0.0 ? inner[c] / sizes[c] : 0.0;
  }

  double of(std::size_t i, Label c) const { return sums[i * sizes.size() + static_cast<std::size_t>(c)]; }
  /// What the value gains if i alone goes to cluster b.
  double gain(std::size_t i, Label b) const {
    const Label a = labels[i];
    const double left = sizes[a] > 1.0 ? (inner[a] - 2.0 * of(i, a)) / (sizes[a] - 1.0) : 0.0;
    return left - inner[a] / sizes[a] + (inner[b] + 2.0 * of(i, b)) / (sizes[b] + 1.0) - inner[b] / sizes[b];
  }
};

struct Move {
  std::size_t object;
  Label to;
  double gain;
};

/// The best move of every object that gains by one, the largest gains first.
std::vector<Move> moves_of(const State& state) {
  constexpr double kRounding = 1e-12;
  std::vector<Move> moves(state.labels.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Move best{i, state.labels[i], kRounding * std::abs(state.value)};
    for (Label c = 0; c < static_cast<Label>(state.sizes.size()); ++c)
      if (c != state.labels[i] && state.sizes[c] > 0.0)
        if (const double gain = state.gain(i, c); gain > best.gain) best = {i, c, gain};
    moves[i] = best;
  }
  std::erase_if(moves, [&](const Move& move) { return move.to == state.labels[move.object]; });
  std::ranges::stable_sort(moves, std::greater<>(), &Move::gain);
  return moves;
}

}  // namespace

Refined refine(const SparseAdds3& scores, const core::Partition& clusters, int most_passes) {
  const Label k = clusters.clusters();
  Refined result;
  State state(scores, {clusters.labels().begin(), clusters.labels().end()}, k);
  std::vector<Move> moves = moves_of(state);
  for (double share = 1.0; !moves.empty() && result.passes < most_passes; ++result.passes) {
    core::keep_to_limits();
    const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(moves.size())));
    std::vector<Label> labels = state.labels;
    for (std::size_t m = 0; m < count; ++m) labels[moves[m].object] = moves[m].to;
    State next(scores, std::move(labels), k);
    if (next.value > state.value) {
      state = std::move(next);
      moves = moves_of(state);
      share = std::min(1.0, 2.0 * share);
    } else if (count == 1) {
      moves.clear();  // the gain is rounding
    } else {
      share *= 0.25;
    }
  }
  result.settled = moves.empty();
  result.value = state.value;
  result.clusters = core::Partition(state.labels);
  return result;
}

}  // namespace tertium::partition
