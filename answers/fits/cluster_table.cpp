#include "answers/fits/cluster_table.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include "partition/trees/tree_parts.hpp"

namespace tertium::answers {
namespace {

/// w ln(w / n), 0 for w = 0.
double likelihood_of(std::int64_t w, std::int64_t n) {
  const auto won = static_cast<double>(w);
  return w == 0 ? 0.0 : won * std::log(won / static_cast<double>(n));
}

}  // namespace

ClusterTable::ClusterTable(core::Partition clusters)
    : clusters_(std::move(clusters)),
      pairs_(static_cast<std::size_t>(clusters_.clusters()) * (static_cast<std::size_t>(clusters_.clusters()) + 1) / 2),
      times_(pairs_ * pairs_) {}

std::size_t ClusterTable::pair_of(core::Object i, core::Object j) const {
  const auto [a, b] = std::minmax({clusters_[i], clusters_[j]});
  return static_cast<std::size_t>(b) * (static_cast<std::size_t>(b) + 1) / 2 + static_cast<std::size_t>(a);
}

void ClusterTable::add(const core::Quadruplet& said, std::int64_t times) {
  times_[pair_of(said.i, said.j) * pairs_ + pair_of(said.k, said.l)] += times;
  statements_ += times;
}

std::int64_t ClusterTable::cells() const {
  std::int64_t cells = 0;
  for (std::size_t p = 0; p < pairs_; ++p)
    for (std::size_t q = 0; q < p; ++q) cells += times(p, q) + times(q, p) > 0 ? 1 : 0;
  return cells;
}

double ClusterTable::log_likelihood() const {
  double sum = 0.0;
  for (std::size_t p = 0; p < pairs_; ++p) {
    sum -= std::numbers::ln2 * static_cast<double>(times(p, p));
    for (std::size_t q = 0; q < p; ++q) {
      const std::int64_t all = times(p, q) + times(q, p);
      sum += likelihood_of(times(p, q), all) + likelihood_of(times(q, p), all);
    }
  }
  return sum;
}

double ClusterTable::criterion() const {
  const std::int64_t shares = cells();
  const double penalty = shares == 0 ? 0.0 : std::log(static_cast<double>(statements_)) * static_cast<double>(shares);
  return penalty - 2.0 * log_likelihood();
}

double ClusterTable::log_probability(const core::Quadruplet& said) const {
  const std::size_t near = pair_of(said.i, said.j), far = pair_of(said.k, said.l);
  if (near == far) return -std::numbers::ln2;
  const auto won = static_cast<double>(times(near, far)), lost = static_cast<double>(times(far, near));
  return std::log((won + 1.0) / (won + lost + 2.0));
}

ClusterTable cluster_table(const files::ComparisonFile& file, const core::Partition& clusters) {
  ClusterTable table(clusters);
  for (std::size_t k = 0; k < file.statements.size(); ++k) table.add(file.statements[k], file.weight(k));
  return table;
}

LogScore& LogScore::operator+=(const LogScore& other) {
  statements += other.statements;
  sum += other.sum;
  return *this;
}

Estimate mean_log_score(std::span<const LogScore> blocks) {
  return difference_of_log_scores(blocks, {});
}

Estimate difference_of_log_scores(std::span<const LogScore> one, std::span<const LogScore> other) {
  std::vector<double> sums, counts;
  for (std::size_t b = 0; b < one.size(); ++b) {
    sums.push_back(one[b].sum - (other.empty() ? 0.0 : other[b].sum));
    counts.push_back(static_cast<double>(one[b].statements));
  }
  return ratio_over_blocks(sums, counts);
}

std::vector<core::Partition> clusterings_of(const core::Product& product, core::Label most, core::Object least) {
  if (const auto* partition = std::get_if<core::Partition>(&product)) return {*partition};
  const auto& tree = std::get<core::Dendrogram>(product);
  std::vector<core::Partition> clusterings;
  if (tree.has_lengths())
    for (partition::TreeParts& parts : partition::parts_up_to(tree, most, least))
      clusterings.push_back(std::move(parts.clusters));
  else
    for (core::Label k = 1; k <= std::min(most, least > 1 ? partition::most_clusters(tree, least) : tree.objects());
         ++k)
      clusterings.push_back(partition::clusters_of_tree(tree, k, least));
  return clusterings;
}

}  // namespace tertium::answers
