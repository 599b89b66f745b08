#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"
#include "partition/correlation/incidence.hpp"

namespace tertium::partition {

/// Clusters of odd-one-outs that change object by object. A move looks at the answers of one object only.
class LabelMoves {
 public:
  LabelMoves(const core::Partition& start, std::span<const core::OddOneOut> answers);

  /// To the cluster, a new one included, in which most answers are satisfied; among equal ones the own, then the first.
  /// Whether the object moved. Between two calls of renumber() each object may move once.
  bool move(core::Object u);

  /// To a cluster with probability in proportion to e^(satisfied answers / temperature): the heat bath.
  void move_by_heat(core::Object u, double temperature, core::Stream& stream);

  /// Numbers the clusters anew, in their order, without empty ones.
  void renumber();

  core::Partition partition() const { return core::Partition(labels_); }

 private:
  core::Label label_of(core::Object i) const { return labels_[static_cast<std::size_t>(i)]; }
  std::int64_t gain(core::Label label) const { return gain_[static_cast<std::size_t>(label)]; }
  void add(core::Label label, std::int64_t gain);
  void count_gains(core::Object u);
  void forget_gains();
  void put(core::Object u, core::Label label);
  core::Label first_without_gain() const;
  core::Label best_label(core::Label own) const;

  Incidence incidence_;
  core::Label clusters_;  // the next new one
  std::vector<core::Label> labels_;
  std::vector<std::int64_t> gain_;    // of each cluster; all 0 between moves
  std::vector<core::Label> touched_;  // clusters whose gain was changed, some of them several times
};

}  // namespace tertium::partition
