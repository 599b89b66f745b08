#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

namespace tertium::partition {

/// The answers of every object. 8 bytes for each of the three objects of an answer.
class Incidence {
 public:
  /// Two other objects of an answer.
  struct Others {
    core::Object first, second;
  };

  Incidence(core::Object n, std::span<const core::OddOneOut> answers);

  /// Answers in which the object is one of the two: its companion, then the odd one.
  std::span<const Others> in_pair(core::Object u) const { return part(u, 0); }
  /// Answers in which it is the odd one: the other two.
  std::span<const Others> against(core::Object u) const { return part(u, 1); }

 private:
  std::span<const Others> part(core::Object u, std::size_t which) const {
    const std::size_t k = 2 * static_cast<std::size_t>(u) + which;
    return std::span(others_).subspan(begin_[k], begin_[k + 1] - begin_[k]);
  }

  std::vector<std::size_t> begin_;  // 2 N + 1
  std::vector<Others> others_;
};

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
