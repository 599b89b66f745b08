#include "core/graphs/drawn_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/error.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::core {
namespace {

/// Vertices in a row to which a vertex of some class is joined with one probability.
struct Stretch {
  Object end = 0;
  double probability = 0.0;
  double log_missing = 0.0;  ///< ln(1 - probability), where that is between 0 and 1
};

Stretch stretch_of(Object end, double probability) {
  // Where 1 - p rounds to 1 its logarithm is -p to the last bit.
  const double missing = 1.0 - probability;
  const double log_missing = probability >= 1.0 ? 0.0 : missing < 1.0 ? portable_log(missing) : -probability;
  return {end, probability, log_missing};
}

/// Of every class: its own vertices, then those of all later classes.
std::vector<std::vector<Stretch>> stretches_of(const ExpectedGraph& expected) {
  const std::vector<Object> sizes = expected.tree.leaves().sizes();
  const PairTable<double> between = expected.between_classes();
  std::vector<std::vector<Stretch>> stretches;
  Object first = 0;
  for (Label a = 0; a < expected.tree.leaf_count(); ++a) {
    first += sizes[a];
    stretches.push_back({stretch_of(first, expected.probabilities[a])});
    Object end = first;
    for (Label b = a + 1; b < expected.tree.leaf_count(); ++b) {
      end += sizes[b];
      if (stretches[a].back().probability == between(a, b))
        stretches[a].back().end = end;
      else
        stretches[a].push_back(stretch_of(end, between(a, b)));
    }
  }
  return stretches;
}

/// Appends the neighbours of [begin, stretch.end).
void draw(Object begin, const Stretch& stretch, Stream& stream, std::vector<Object>& neighbours) {
  if (stretch.probability >= 1.0)
    for (Object v = begin; v < stretch.end; ++v) neighbours.push_back(v);
  if (stretch.probability <= 0.0 || stretch.probability >= 1.0) return;
  for (Object v = begin;; ++v) {
    // A gap of at least g has probability (1 - p)^g.
    const double gap = portable_log(stream.uniform()) / stretch.log_missing;
    if (gap >= static_cast<double>(stretch.end - v)) return;
    v += static_cast<Object>(gap);
    neighbours.push_back(v);
  }
}

}  // namespace

Graph drawn_graph(const ExpectedGraph& expected, const CellKey& cell) {
  const Partition& classes = expected.tree.leaves();
  expects(std::ranges::is_sorted(classes.labels()), "the vertices of a class are numbered in a row");
  const std::vector<std::vector<Stretch>> stretches = stretches_of(expected);
  std::vector<std::int64_t> begin{0};
  std::vector<Object> neighbours;
  for (Object u = 0; u < classes.objects(); ++u) {
    Stream stream(cell, Purpose::kGraph, static_cast<std::uint64_t>(u));
    Object first = u + 1;
    for (const Stretch& stretch : stretches[classes[u]]) {
      draw(first, stretch, stream, neighbours);
      first = std::max(first, stretch.end);
    }
    begin.push_back(std::ssize(neighbours));
  }
  return Graph::of_upper_rows(begin, neighbours, {});
}

}  // namespace tertium::core
