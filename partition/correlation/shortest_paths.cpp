#include "partition/correlation/shortest_paths.hpp"

#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace tertium::partition {

using core::Object;

PathGraph::PathGraph(Object n, std::span<const WeightedPair> pairs)
    : pairs_(pairs), ends_(static_cast<std::size_t>(n)) {
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    ends_[static_cast<std::size_t>(pairs[p].i)].push_back({pairs[p].j, p});
    ends_[static_cast<std::size_t>(pairs[p].j)].push_back({pairs[p].i, p});
  }
}

PathsFrom PathGraph::from(Object source, std::span<const double> lengths) const {
  const std::size_t n = ends_.size();
  PathsFrom paths{std::vector<double>(n, PathsFrom::kNone), std::vector<int>(n, 0), std::vector<std::size_t>(n, 0)};
  using Arrival = std::tuple<double, int, Object>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> open;
  paths.length[static_cast<std::size_t>(source)] = 0.0;
  open.emplace(0.0, 0, source);
  while (!open.empty()) {
    const auto [length, steps, at] = open.top();
    open.pop();
    if (std::pair(length, steps) >
        std::pair(paths.length[static_cast<std::size_t>(at)], paths.steps[static_cast<std::size_t>(at)]))
      continue;
    for (const auto& [other, pair] : ends_[static_cast<std::size_t>(at)]) {
      const auto to = static_cast<std::size_t>(other);
      const double reached = length + lengths[pair];
      if (std::pair(reached, steps + 1) >= std::pair(paths.length[to], paths.steps[to])) continue;
      paths.length[to] = reached;
      paths.steps[to] = steps + 1;
      paths.last[to] = pair;
      open.emplace(reached, steps + 1, other);
    }
  }
  return paths;
}

std::vector<std::size_t> PathGraph::path(const PathsFrom& paths, Object to) const {
  std::vector<std::size_t> way;
  while (paths.steps[static_cast<std::size_t>(to)] > 0) {
    const std::size_t pair = paths.last[static_cast<std::size_t>(to)];
    way.push_back(pair);
    to = pairs_[pair].i == to ? pairs_[pair].j : pairs_[pair].i;
  }
  return way;
}

}  // namespace tertium::partition
