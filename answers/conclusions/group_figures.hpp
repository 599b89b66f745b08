#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "answers/conclusions/groups.hpp"
#include "answers/resampling/group_shuffles.hpp"
#include "answers/tables/answer_table.hpp"

namespace tertium::answers {

using ObjectTriple = std::array<core::Object, 3>;

/// All triples of the objects, or kMostTriples that are drawn by the seed.
std::vector<ObjectTriple> triples_of(const std::vector<core::Object>& objects, std::uint64_t seed);

/// How well the answers of a part are foretold, by its own group and by each of the others.
struct PartForetold {
  Foretold own{}, other{};
};

/// What one shuffle says.
struct ShuffleFigures {
  double distance = 0.0;  ///< share of triples that differ, the mean over pairs of groups
  double nearer = 0.0;    ///< share that the own group foretells, minus that of the others
};

/// Fits the method to groups, as they are or shuffled, and compares what it makes of them. `group` has the group of
/// every part. `balanced`: of each question all groups learn from as many answers when people are held out, for these
/// are of the whole table only (question_balance.hpp).
class GroupFigures {
 public:
  GroupFigures(const files::ComparisonFile& file, const AnswerTable& table, const GroupShuffles& shuffles,
               const GroupRequest& request, std::span<const ObjectTriple> triples, bool balanced)
      : file_(file), table_(table), shuffles_(shuffles), request_(request), triples_(triples), balanced_(balanced) {}

  /// Of the answers of each group.
  std::vector<core::Product> made(const std::vector<std::int32_t>& group) const;
  GroupShares shares(const std::vector<std::int32_t>& group, std::uint64_t shuffle) const;
  double distance(std::uint64_t shuffle) const;
  ShuffleFigures of_shuffle(std::uint64_t shuffle) const;

 private:
  std::size_t groups() const { return shuffles_.groups().size(); }
  /// The group of every part in that shuffle.
  std::vector<std::int32_t> dealt(std::uint64_t shuffle) const {
    return shuffles_.dealt(request_.seed, shuffle, request_.shuffles);
  }
  /// Of every answer 1 if it is of one of these parts, else 0.
  std::vector<std::int32_t> answers_of(const std::vector<bool>& parts) const;
  core::Product fit(const std::vector<std::int32_t>& seen, std::int32_t fold) const;
  std::vector<std::vector<bool>> learners(const std::vector<std::int32_t>& group, const std::vector<std::int32_t>& fold,
                                          std::int32_t held_out) const;
  /// Leaves of each question as many answers of every group as the fewest have; which ones is drawn. Without that the
  /// own group of whoever is held out would have an answer less to just what he or she was asked.
  void even_out(std::vector<std::vector<std::int32_t>>& seen, std::int32_t held_out) const;
  /// Adds to the tallies by part what a product, of the people of group g, foretells of the parts of a fold.
  void foretell(const core::Product& product, std::int32_t g, const std::vector<std::int32_t>& group,
                const std::vector<bool>& held_out, std::vector<PartForetold>& tallies) const;
  std::vector<PartForetold> foretold(const std::vector<std::int32_t>& group, std::uint64_t shuffle) const;

  const files::ComparisonFile& file_;
  const AnswerTable& table_;
  const GroupShuffles& shuffles_;
  const GroupRequest& request_;
  std::span<const ObjectTriple> triples_;
  bool balanced_;
};

}  // namespace tertium::answers
