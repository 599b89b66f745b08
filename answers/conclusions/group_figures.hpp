#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "answers/conclusions/groups.hpp"
#include "answers/fits/closest_pairs.hpp"
#include "answers/resampling/group_permutations.hpp"
#include "answers/tables/answer_table.hpp"

namespace tertium::answers {

/// How well the answers of a part are predicted, by its own group and by each of the others.
struct PartPredicted {
  Predicted own{}, other{};
};

/// What one permutation says.
struct PermutationFigures {
  double distance = 0.0;  ///< share of triples that differ, the mean over pairs of groups
  double nearer = 0.0;    ///< share that the own group predicts, minus that of the others
};

/// Fits the method to groups, as they are or permuted, and compares what it makes of them. `group` has the group of
/// every part. `balanced`: of each question all groups learn from as many answers when people are held out, for these
/// are of the whole table only (question_balance.hpp).
class GroupFigures {
 public:
  GroupFigures(const files::ComparisonFile& file, const AnswerTable& table, const GroupPermutations& permutations,
               const GroupRequest& request, std::span<const ObjectTriple> triples, bool balanced)
      : file_(file),
        table_(table),
        permutations_(permutations),
        request_(request),
        triples_(triples),
        balanced_(balanced) {}

  /// Of the answers of each group.
  std::vector<core::Product> made(const std::vector<std::int32_t>& group) const;
  GroupShares shares(const std::vector<std::int32_t>& group, std::uint64_t permutation) const;
  double distance(std::uint64_t permutation) const;
  PermutationFigures of_permutation(std::uint64_t permutation) const;

 private:
  std::size_t groups() const { return permutations_.groups().size(); }
  /// The group of every part in that permutation.
  std::vector<std::int32_t> dealt(std::uint64_t permutation) const {
    return permutations_.dealt(request_.seed, permutation, request_.permutations);
  }
  /// Of every answer 1 if it is of one of these parts, else 0.
  std::vector<std::int32_t> answers_of(const std::vector<bool>& parts) const;
  core::Product fit(const std::vector<std::int32_t>& seen, std::int32_t fold) const;
  std::vector<std::vector<bool>> learners(const std::vector<std::int32_t>& group, const std::vector<std::int32_t>& fold,
                                          std::int32_t held_out) const;
  /// Leaves of each question as many answers of every group as the fewest have; which ones is drawn. Without that the
  /// own group of whoever is held out would have an answer less to just what he or she was asked.
  void even_out(std::vector<std::vector<std::int32_t>>& seen, std::int32_t held_out) const;
  /// Adds to the tallies by part what a product, of the people of group g, predicts of the parts of a fold.
  void predict(const core::Product& product, std::int32_t g, const std::vector<std::int32_t>& group,
               const std::vector<bool>& held_out, std::vector<PartPredicted>& tallies) const;
  std::vector<PartPredicted> predicted(const std::vector<std::int32_t>& group, std::uint64_t permutation) const;

  const files::ComparisonFile& file_;
  const AnswerTable& table_;
  const GroupPermutations& permutations_;
  const GroupRequest& request_;
  std::span<const ObjectTriple> triples_;
  bool balanced_;
};

}  // namespace tertium::answers
