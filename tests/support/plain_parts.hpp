#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

// Parts of a tree with lengths straight from their definition, by a table of all pairs: what the fast ones have to
// equal.
namespace tertium::testing {

class PlainParts {
 public:
  /// `least`: objects of a part.
  explicit PlainParts(const core::Dendrogram& tree, core::Object least = 1)
      : n_(tree.objects()), least_(least), r_(centred(core::path_lengths(tree))) {
    std::vector<std::set<core::Object>> below(static_cast<std::size_t>(tree.leaf_count()));
    for (core::Object i = 0; i < n_; ++i) below[tree.leaves()[i]].insert(i);
    for (const core::Merge& merge : tree.merges()) {
      below.push_back(below[merge.left]);
      below.back().insert(below[merge.right].begin(), below[merge.right].end());
    }
    for (std::size_t v = 0; v + 1 < below.size(); ++v) branches_[smaller_side(below[v])] += tree.lengths()[v];
  }

  /// Labels of k parts; none where no branch is left to cut before there are so many.
  std::optional<core::Partition> of(core::Label k) const {
    std::vector<Side> cut;
    while (static_cast<core::Label>(cut.size()) + 1 < k) {
      const std::optional<Side> next = best_beside(cut);
      const std::optional<Side> added = next ? next : longest_pendant(cut);
      if (!added) return std::nullopt;
      cut.push_back(*added);
      while (next && exchange(cut)) {
      }
    }
    return parts(cut);
  }

 private:
  using Side = std::vector<core::Object>;  // the objects on one side of a branch; ordered as ties are

  std::vector<std::vector<double>> centred(const core::PairTable<double>& paths) {
    const auto n = static_cast<std::size_t>(n_);
    std::vector<std::vector<double>> r(n, std::vector<double>(n, 0.0));
    std::vector<double> row(n, 0.0);
    double all = 0.0;
    for (core::Object i = 0; i < n_; ++i)
      for (core::Object j = 0; j < n_; ++j) row[i] += i == j ? 0.0 : paths(i, j);
    for (const double sum : row) all += sum;
    tie_ = 1e-9 * all / n_;
    for (core::Object i = 0; i < n_; ++i)
      for (core::Object j = 0; j < n_; ++j)
        if (i != j) r[i][j] = (row[i] + row[j] - all / (n_ - 1.0)) / (n_ - 2.0) - paths(i, j);
    return r;
  }

  Side smaller_side(const std::set<core::Object>& below) const {
    Side inside(below.begin(), below.end()), outside;
    for (core::Object i = 0; i < n_; ++i)
      if (!below.contains(i)) outside.push_back(i);
    return std::pair(inside.size(), inside) < std::pair(outside.size(), outside) ? inside : outside;
  }

  core::Partition parts(const std::vector<Side>& cut) const {
    std::map<std::vector<bool>, core::Label> number;
    std::vector<core::Label> labels;
    for (core::Object i = 0; i < n_; ++i) {
      std::vector<bool> sides;
      for (const Side& side : cut) sides.push_back(std::ranges::binary_search(side, i));
      labels.push_back(number.emplace(sides, static_cast<core::Label>(number.size())).first->second);
    }
    return core::Partition(labels);
  }

  double value(const std::vector<Side>& cut) const {
    const core::Partition found = parts(cut);
    const std::vector<core::Object> sizes = found.sizes();
    double sum = 0.0;
    for (core::Object i = 0; i < n_; ++i)
      for (core::Object j = 0; j < n_; ++j)
        if (found[i] == found[j]) sum += r_[i][j] / sizes[found[i]];
    return sum;
  }

  bool leaves_enough(const std::vector<Side>& cut) const {
    const core::Partition found = parts(cut);
    return found.clusters() == static_cast<core::Label>(cut.size()) + 1 && std::ranges::min(found.sizes()) >= least_;
  }

  static std::vector<Side> with(std::vector<Side> cut, const Side& added) {
    cut.push_back(added);
    return cut;
  }

  std::optional<Side> best_beside(const std::vector<Side>& cut) const {
    std::vector<std::pair<double, Side>> found;
    for (const auto& [side, length] : branches_)
      if (side.size() > 1 && leaves_enough(with(cut, side))) found.emplace_back(value(with(cut, side)), side);
    if (found.empty()) return std::nullopt;
    const double best = std::ranges::max(found).first;
    std::erase_if(found, [&](const auto& one) { return one.first < best - tie_; });
    return std::ranges::min_element(found, {},
                                    [](const auto& one) { return std::pair(one.second.front(), one.second.size()); })
        ->second;
  }

  std::optional<Side> longest_pendant(const std::vector<Side>& cut) const {
    const std::pair<const Side, double>* longest = nullptr;
    for (const auto& branch : branches_)
      if (branch.first.size() == 1 && leaves_enough(with(cut, branch.first)) &&
          (longest == nullptr || branch.second > longest->second))
        longest = &branch;
    return longest == nullptr ? std::nullopt : std::optional(longest->first);
  }

  /// The first branch, in the order of choice, for which there is a better one.
  bool exchange(std::vector<Side>& cut) const {
    for (std::size_t k = 0; k < cut.size(); ++k) {
      std::vector<Side> rest = cut;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      const Side other = *best_beside(rest);
      double best = value(with(rest, other));
      for (const auto& [side, length] : branches_)
        if (side.size() > 1 && leaves_enough(with(rest, side))) best = std::max(best, value(with(rest, side)));
      if (best <= value(cut) + tie_) continue;
      cut = with(rest, other);
      return true;
    }
    return false;
  }

  core::Object n_, least_;
  double tie_ = 0.0;
  std::vector<std::vector<double>> r_;
  std::map<Side, double> branches_;
};

}  // namespace tertium::testing
