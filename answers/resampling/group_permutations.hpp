#pragma once

#include <cstdint>
#include <vector>

#include "answers/tables/answer_table.hpp"

namespace tertium::answers {

/// At which groups are said to differ.
inline constexpr double kGroupLevel = 0.05;

/// What is drawn of Purpose::kGroups.
enum GroupDraw : std::uint64_t { kDrawsGroups, kDrawsFolds, kDrawsKept, kDrawsLearned };

/// The answers of one person in one group: what a permutation puts into a group as a whole.
struct GroupPart {
  std::int32_t subject = 0;
  std::int32_t group = 0;  ///< a place in GroupPermutations::groups()
};

/// Who could as well have been in another group, if groups made no difference. People of one group change places with
/// each other; the parts of somebody who answered in several groups change places among themselves (of two groups: are
/// exchanged or not), whatever others do. Either way groups keep as many people, and answers of a person stay together.
class GroupPermutations {
 public:
  /// Of all groups that have answers of somebody known. Other answers are in no part.
  explicit GroupPermutations(const AnswerTable& table);
  /// Of some groups, as AnswerMetadata::groups numbers them.
  GroupPermutations(const AnswerTable& table, std::vector<std::int32_t> groups);

  static constexpr std::int32_t kNowhere = -1;
  /// As AnswerMetadata::groups numbers them, ascending.
  const std::vector<std::int32_t>& groups() const { return groups_; }
  const std::vector<GroupPart>& parts() const { return parts_; }
  /// Of every answer: its part, or kNowhere.
  const std::vector<std::int32_t>& part_of_answer() const { return part_of_answer_; }
  /// Of every part: its group in that permutation. Permutation 0 leaves all as it is.
  std::vector<std::int32_t> permuted(std::uint64_t seed, std::uint64_t permutation) const;
  /// Every way to deal groups out once, for numbers from 0, which leaves all as it is, to arrangements() - 1.
  std::vector<std::int32_t> arrangement(std::uint64_t number) const;
  /// Whether so many permutations are all ways to deal groups out, or more: then each way is taken once.
  bool are_all(std::int64_t permutations) const { return arrangements() <= static_cast<double>(permutations) + 1.0; }
  /// Permutations to be made where so many are wanted.
  std::int64_t permutations(std::int64_t wanted) const;
  /// arrangement() if those are all ways, else permuted().
  std::vector<std::int32_t> dealt(std::uint64_t seed, std::uint64_t permutation, std::int64_t wanted) const;
  /// A fold for each part, 0..folds-1: all parts of a person are in one. People of each group are dealt out evenly, and
  /// those who are in the same several groups.
  std::vector<std::int32_t> folds(const std::vector<std::int32_t>& group, std::int32_t folds, std::uint64_t seed,
                                  std::uint64_t permutation) const;
  /// In how many ways groups can be dealt out; infinite where a double has no such number.
  double arrangements() const { return arrangements_; }
  /// People who answered in more than one group.
  std::int32_t in_several() const;

 private:
  std::vector<std::int32_t> as_they_are() const;
  double ways(const std::vector<std::int32_t>& places) const;

  std::vector<std::int32_t> groups_;
  std::vector<GroupPart> parts_;
  std::vector<std::int32_t> part_of_answer_;
  std::vector<std::vector<std::int32_t>> of_person_;  ///< parts
  std::vector<std::vector<std::int32_t>> exchanged_;  ///< parts that change their groups among each other
  double arrangements_ = 1.0;
};

}  // namespace tertium::answers
