#include "metrics/measures/rand_index.hpp"

#include <bit>
#include <vector>

namespace tertium::metrics {
namespace {

double pairs_of(double n) {
  return n * (n - 1.0) / 2.0;
}

double pairs_inside(std::span<const core::Object> sizes) {
  double sum = 0.0;
  for (const core::Object size : sizes) sum += pairs_of(size);
  return sum;
}

/// Mean over the levels of the ARI between the truth and what `cut` makes of the tree for it.
template <typename Cut>
double averaged(std::span<const core::Partition> truth, Cut&& cut) {
  core::expects(!truth.empty(), "a true hierarchy of at least one level");
  double sum = 0.0;
  for (const core::Partition& level : truth) sum += adjusted_rand_index(cut(level.clusters()), level);
  return sum / static_cast<double>(truth.size());
}

}  // namespace

double adjusted_rand_index(const core::Partition& a, const core::Partition& b) {
  core::expects(a.objects() == b.objects(), "partitions of the same objects");
  std::vector<core::Object> table(static_cast<std::size_t>(a.clusters()) * b.clusters(), 0);
  for (core::Object i = 0; i < a.objects(); ++i) ++table[static_cast<std::size_t>(a[i]) * b.clusters() + b[i]];
  const double rows = pairs_inside(a.sizes());
  const double columns = pairs_inside(b.sizes());
  const double all = pairs_of(a.objects());
  const double expected = all > 0.0 ? rows * columns / all : 0.0;
  const double largest = (rows + columns) / 2.0;
  return largest == expected ? 1.0 : (pairs_inside(table) - expected) / (largest - expected);
}

double averaged_adjusted_rand_index(const core::Dendrogram& tree, std::span<const core::Partition> truth) {
  return averaged(truth, [&](core::Label k) { return tree.cut(k); });
}

double averaged_adjusted_rand_index_by_depth(const core::Dendrogram& tree, std::span<const core::Partition> truth) {
  return averaged(truth,
                  [&](core::Label k) { return tree.cut_at_depth(std::bit_width(static_cast<unsigned>(k) - 1U)); });
}

}  // namespace tertium::metrics
