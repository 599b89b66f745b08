#include "answers/fits/cluster_numbers.hpp"

#include <algorithm>
#include <numeric>

namespace tertium::answers {

std::vector<core::Label> numbers_as_drawn(const core::Partition& clusters, const core::Dendrogram& tree) {
  const auto rows = core::scipy_linkage(tree);
  const int n = tree.objects();
  std::vector<int> smallest(static_cast<std::size_t>(n));
  std::iota(smallest.begin(), smallest.end(), 0);
  const auto child = [&](int node, int side) { return static_cast<int>(rows[node - n][side]); };
  for (int node = n; node < n + static_cast<int>(rows.size()); ++node)
    smallest.push_back(std::min(smallest[child(node, 0)], smallest[child(node, 1)]));
  std::vector<core::Label> numbers(clusters.clusters(), -1);
  core::Label next = 0;
  std::vector<int> open{static_cast<int>(smallest.size()) - 1};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (node >= n) {
      const int first = smallest[child(node, 0)] < smallest[child(node, 1)] ? 0 : 1;
      open.push_back(child(node, 1 - first));
      open.push_back(child(node, first));
    } else if (core::Label& number = numbers[clusters[node]]; number < 0) {
      number = next++;
    }
  }
  return numbers;
}

}  // namespace tertium::answers
