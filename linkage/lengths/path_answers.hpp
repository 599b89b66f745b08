#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::linkage {

using core::Object;

/// What comparisons say of paths between the leaves of a tree, which are clusters of objects: questions which of two
/// paths is the shorter, each with its answers.
///
/// Equal and opposite answers are joined. A path inside a leaf is one from the leaf to itself, of no length. Questions
/// about one and the same path are left out. Lists are multiples of kLanes long: what is too much has no answers.
class PathAnswers {
 public:
  static constexpr std::size_t kLanes = 8;
  struct Ends {
    Object a = 0, b = 0;  ///< a <= b
  };

  PathAnswers(const core::Partition& leaves, const core::Triplets& triplets);
  PathAnswers(const core::Partition& leaves, const core::Quadruplets& quadruplets);

  Object leaves() const { return leaves_; }
  /// The paths that questions are about, by their ends.
  std::span<const Ends> paths() const { return paths_; }
  std::size_t questions() const { return near_.size(); }
  /// Numbers of the two paths of each question.
  std::span<const std::int32_t> near() const { return near_; }
  std::span<const std::int32_t> far() const { return far_; }
  /// Shares of all answers: those to each question that call near the shorter path, and those that call it the longer.
  std::span<const double> more() const { return more_; }
  std::span<const double> less() const { return less_; }
  /// All that count, repetitions included.
  std::int64_t answers() const { return answers_; }

 private:
  struct Statement {
    std::uint64_t question;  // both paths, the smaller number first
    std::int32_t more, less;
  };
  void take(const core::Partition& leaves, const core::Quadruplet& statement, std::int32_t times);
  void make_lists();
  void join_equal();
  void number_paths();

  Object leaves_;
  std::vector<Statement> statements_;  // while lists are made
  std::vector<Ends> paths_;
  std::vector<std::int32_t> near_, far_;
  std::vector<double> more_, less_;
  std::int64_t answers_ = 0;
};

}  // namespace tertium::linkage
