#include "partition/sparse/split_tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "core/clusterings/ancestor_sizes.hpp"
#include "core/comparisons/packed_triplets.hpp"
#include "kernels/additive/sparse_adds3.hpp"
#include "linkage/average/average_linkage.hpp"
#include "partition/sparse/clusters.hpp"

namespace tertium::partition {
namespace {

using core::NearFar;
using core::Node;
using core::Object;

/// Objects that belong together, and the two parts that they are split into; -1: they are not.
struct Part {
  std::vector<Object> members{};
  std::array<int, 2> below{-1, -1};

  bool is_split() const { return below[0] >= 0; }
};

/// The answers among the objects of each side, which it numbers in their order.
std::array<std::unique_ptr<const core::Triplets>, 2> answers_of_sides(const core::Triplets& triplets,
                                                                      const core::Partition& sides) {
  constexpr Object kTogether = 256;  // anchors
  const Object n = triplets.objects();
  std::array<std::vector<Object>, 2> own;  // how a side numbers its objects: as it has them
  std::vector<Object> place(static_cast<std::size_t>(n));
  for (Object i = 0; i < n; ++i) {
    place[i] = static_cast<Object>(own[sides[i]].size());
    own[sides[i]].push_back(place[i]);
  }
  const Object chunks = (n + kTogether - 1) / kTogether;
  std::array<std::vector<std::vector<core::Triplet>>, 2> pieces;
  for (auto& of_side : pieces) of_side.resize(static_cast<std::size_t>(chunks));
#pragma omp parallel
  {
    std::vector<NearFar> answers;
#pragma omp for schedule(dynamic)
    for (Object chunk = 0; chunk < chunks; ++chunk)
      for (Object anchor = chunk * kTogether; anchor < std::min(n, (chunk + 1) * kTogether); ++anchor) {
        const core::Label side = sides[anchor];
        triplets.answers_of(anchor, answers);
        for (const NearFar& answer : answers)
          if (sides[answer.near] == side && sides[answer.far] == side)
            pieces[side][chunk].push_back({place[anchor], place[answer.near], place[answer.far]});
      }
  }
  const auto packed = [&](int side) -> std::unique_ptr<const core::Triplets> {
    return std::make_unique<core::PackedTriplets>(static_cast<Object>(own[side].size()), std::move(pieces[side]),
                                                  own[side]);
  };
  return {packed(0), packed(1)};
}

/// Few objects, joined by the means of AddS-3.
core::Dendrogram joined(const core::Triplets& triplets) {
  const Object n = triplets.objects();
  core::PairTable<std::int64_t> scores(n, 0);
  std::vector<NearFar> answers;
  for (Object anchor = 0; anchor < n; ++anchor) {
    triplets.answers_of(anchor, answers);
    for (const NearFar& answer : answers) {
      ++scores(anchor, answer.near);
      --scores(anchor, answer.far);
    }
  }
  linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
  return linkage::average_linkage(scores, core::Partition::singletons(n), ties);
}

class Splitter {
 public:
  Splitter(const core::Triplets& triplets, const core::CellKey& cell, const SplitSettings& settings)
      : triplets_(triplets), cell_(cell), settings_(settings) {}

  SplitTree run() {
    Part all;
    all.members.resize(static_cast<std::size_t>(triplets_.objects()));
    std::iota(all.members.begin(), all.members.end(), 0);
    parts_.push_back(std::move(all));
    std::vector<Open> open;
    open.push_back({0, nullptr});
    while (!open.empty()) {
      core::keep_to_limits();
      Open next = std::move(open.back());
      open.pop_back();
      const core::Triplets& answers = next.answers ? *next.answers : triplets_;
      if (std::ssize(parts_[next.part].members) <= settings_.leaf_size)
        trees_.emplace_back(next.part, joined(answers));
      else
        split(next.part, answers, open);
    }
    found_.tree = ordered(whole());
    return std::move(found_);
  }

 private:
  struct Open {
    int part;
    std::unique_ptr<const core::Triplets> answers;
  };

  void split(int part, const core::Triplets& answers, std::vector<Open>& open) {
    const core::Partition sides = sides_of(part, answers);
    expect_memory();
    auto of_sides = answers_of_sides(answers, sides);
    const std::vector<Object> members = std::exchange(parts_[part].members, {});
    for (const int side : {0, 1}) {
      const int below = static_cast<int>(parts_.size());
      parts_.emplace_back();
      for (std::size_t k = 0; k < members.size(); ++k)
        if (sides[static_cast<Object>(k)] == side) parts_.back().members.push_back(members[k]);
      parts_[part].below[side] = below;
      open.push_back({below, std::move(of_sides[side])});
    }
  }

  /// For the answers of the two parts, which may be all of them.
  void expect_memory() const {
    const double needed = 24.0 * answers_at_hand_, available = core::available_memory();
    if (needed > available)
      core::fail("splitting {:.2g} answers may take {} more ({} are available), leave some out", answers_at_hand_,
                 core::bytes_text(needed), core::bytes_text(available));
  }

  /// By the first half and the others where there are too few answers to tell any: what scores best then is a cluster
  /// of two or three objects that an answer or two are about.
  core::Partition sides_of(int part, const core::Triplets& answers) {
    const Object n = answers.objects();
    const kernels::SparseAdds3 scores(answers);
    answers_at_hand_ = static_cast<double>(scores.answers());
    if (part == 0) found_.answers = answers_at_hand_;
    if (scores.answers() >= n) {
      core::Stream centres(cell_, core::Purpose::kCentres, static_cast<std::uint64_t>(part));
      core::Stream vectors(cell_, core::Purpose::kSubspace, static_cast<std::uint64_t>(part));
      const double failure = settings_.failure / triplets_.objects();  // of at most so many splits
      SparseClusters found = sparse_clusters(scores, 2, settings_.passes, failure, centres, vectors);
      if (found.refined.clusters.clusters() == 2) {
        ++found_.splits;
        found_.proven += found.proof.proven ? 1 : 0;
        return std::move(found.refined.clusters);
      }
    }
    ++found_.halved;
    std::vector<core::Label> halves(static_cast<std::size_t>(n), 0);
    std::fill(halves.begin() + n / 2, halves.end(), 1);
    return core::Partition(halves);
  }

  /// All merges, parts before what they are joined to.
  core::Dendrogram whole() const {
    core::Dendrogram tree(core::Partition::singletons(triplets_.objects()));
    std::vector<Node> node(parts_.size(), -1);
    for (const auto& [part, small] : trees_) {
      std::vector<Node> in_tree(parts_[part].members.begin(), parts_[part].members.end());
      for (const core::Merge& merge : small.merges())
        in_tree.push_back(tree.merge(in_tree[merge.left], in_tree[merge.right]));
      node[part] = in_tree.back();
    }
    for (std::size_t part = parts_.size(); part-- > 0;)  // what is below comes later in the list
      if (parts_[part].is_split()) node[part] = tree.merge(node[parts_[part].below[0]], node[parts_[part].below[1]]);
    return tree;
  }

  /// Mean scores of all answers between the two parts of each merge; not below that of what these are joined to.
  std::vector<double> similarities(const core::Dendrogram& tree) const {
    const auto merges = tree.merges();
    const core::CommonMerges merge_of(tree);
    std::vector<std::int64_t> sums(merges.size(), 0);
#pragma omp parallel
    {
      std::vector<std::int64_t> own(merges.size(), 0);
      std::vector<NearFar> answers;
#pragma omp for schedule(dynamic, 64)
      for (Object anchor = 0; anchor < tree.objects(); ++anchor) {
        triplets_.answers_of(anchor, answers);
        for (const NearFar& answer : answers) {
          ++own[merge_of(anchor, answer.near)];
          --own[merge_of(anchor, answer.far)];
        }
      }
#pragma omp critical
      for (std::size_t merge = 0; merge < sums.size(); ++merge) sums[merge] += own[merge];  // whole numbers
    }
    std::vector<double> means(merges.size());
    for (std::size_t merge = merges.size(); merge-- > 0;) {
      const auto& [left, right, size] = merges[merge];
      const double pairs = static_cast<double>(tree.size(left)) * tree.size(right);
      // Its own place has had what it is joined to, from that on the way down.
      const double least = merge + 1 == merges.size() ? -std::numeric_limits<double>::infinity() : means[merge];
      means[merge] = std::max(least, static_cast<double>(sums[merge]) / pairs);
      for (const Node below : {left, right})
        if (below >= tree.leaf_count()) means[below - tree.leaf_count()] = means[merge];
    }
    return means;
  }

  /// The most similar first; of equally similar ones parts before what they are joined to.
  core::Dendrogram ordered(const core::Dendrogram& tree) const {
    const std::vector<double> means = similarities(tree);
    std::vector<std::size_t> order(means.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });
    core::Dendrogram result(core::Partition::singletons(tree.objects()));
    std::vector<Node> node(static_cast<std::size_t>(tree.objects()) + means.size());
    std::iota(node.begin(), node.begin() + tree.objects(), 0);
    for (const std::size_t merge : order)
      node[static_cast<std::size_t>(tree.objects()) + merge] =
          result.merge(node[tree.merges()[merge].left], node[tree.merges()[merge].right]);
    return result;
  }

  const core::Triplets& triplets_;
  core::CellKey cell_;
  SplitSettings settings_;
  double answers_at_hand_ = 0.0;  // of the part that is split
  std::vector<Part> parts_;
  std::vector<std::pair<int, core::Dendrogram>> trees_;  // of the parts that are not split
  SplitTree found_;
};

}  // namespace

SplitTree split_tree(const core::Triplets& triplets, const core::CellKey& cell, const SplitSettings& settings) {
  if (triplets.objects() == 0) return {};
  return Splitter(triplets, cell, settings).run();
}

}  // namespace tertium::partition
