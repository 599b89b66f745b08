#pragma once

#include <cstdint>
#include <vector>

#include "answers/tables/answer_table.hpp"

namespace tertium::answers {

/// The answers of one person in one group: what a shuffle puts into a group as a whole.
struct GroupPart {
  std::int32_t subject = 0;
  std::int32_t group = 0;
};

/// Who could as well have been in another group, if groups made no difference. People of one group change places with
/// each other; the parts of somebody who answered in several groups change places among themselves (of two groups: are
/// exchanged or not), whatever others do. Either way groups keep as many people, and answers of a person stay together.
class GroupShuffles {
 public:
  /// Answers of no group, or of nobody known, are in no part.
  explicit GroupShuffles(const AnswerTable& table);

  static constexpr std::int32_t kNowhere = -1;
  const std::vector<GroupPart>& parts() const { return parts_; }
  /// Of every answer: its part, or kNowhere.
  const std::vector<std::int32_t>& part_of_answer() const { return part_of_answer_; }
  /// Of every part: its group in that shuffle. Shuffle 0 leaves all as it is.
  std::vector<std::int32_t> groups(std::uint64_t seed, std::uint64_t shuffle) const;
  /// In how many ways groups can be dealt out; infinite where a double has no such number.
  double arrangements() const;
  /// People who answered in more than one group.
  std::int32_t in_several() const;

 private:
  /// Places of parts that change their groups among each other.
  std::vector<std::vector<std::int32_t>> exchanged_;
  std::vector<GroupPart> parts_;
  std::vector<std::int32_t> part_of_answer_;
};

/// A fold for each part, 0..folds-1: all parts of a person are in one, and people of every group are dealt out evenly.
std::vector<std::int32_t> folds_of_parts(const std::vector<GroupPart>& parts, const std::vector<std::int32_t>& groups,
                                         std::int32_t folds, std::uint64_t seed, std::uint64_t shuffle);

}  // namespace tertium::answers
