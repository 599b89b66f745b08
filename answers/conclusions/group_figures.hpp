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

/// How well the answers of a part are foretold, by its own group and by the others; the own ones are counted as often
/// as there are others, so that both are of as many answers.
struct PartForetold {
  Foretold own{}, other{};
};
/// Sums of these over blocks, own and other ones; `block` has a number for each part.
std::array<std::vector<Foretold>, 2> in_blocks(const std::vector<PartForetold>& tallies,
                                               const std::vector<std::int32_t>& block, std::int32_t blocks);

/// What one shuffle says.
struct ShuffleFigures {
  std::vector<double> distances{};  ///< by pair of groups: (0, 1), (0, 2), (1, 2), (0, 3), ...
  double nearer = 0.0;              ///< share that the own group foretells, minus that of the others
};

/// Fits the method to groups, as they are or shuffled, and compares what it makes of them. `group` has the group of
/// every part.
class GroupFigures {
 public:
  GroupFigures(const files::ComparisonFile& file, const AnswerTable& table, const GroupShuffles& shuffles,
               const GroupRequest& request, std::size_t groups, std::span<const ObjectTriple> triples)
      : file_(file), table_(table), shuffles_(shuffles), request_(request), groups_(groups), triples_(triples) {}

  /// Of the answers of each group.
  std::vector<core::Product> made(const std::vector<std::int32_t>& group) const;
  /// By part.
  std::vector<PartForetold> foretold(const std::vector<std::int32_t>& group, std::uint64_t shuffle) const;
  ShuffleFigures of_shuffle(std::uint64_t shuffle) const;

 private:
  core::Product fit(const std::vector<bool>& of_part, std::int32_t fold) const;
  std::vector<std::vector<bool>> learners(const std::vector<std::int32_t>& group, const std::vector<std::int32_t>& fold,
                                          std::int32_t held_out) const;
  std::vector<double> distances(const std::vector<core::Product>& made) const;

  const files::ComparisonFile& file_;
  const AnswerTable& table_;
  const GroupShuffles& shuffles_;
  const GroupRequest& request_;
  std::size_t groups_;
  std::span<const ObjectTriple> triples_;
};

}  // namespace tertium::answers
