#include "answers/trees/merge_similarities.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/comparisons/answer_sums.hpp"

namespace tertium::answers {
namespace {

/// By merge: statements about pairs that are joined there, and those that call the pair the more alike.
struct MergeCounts {
  std::vector<std::int64_t> statements, alike;
  explicit MergeCounts(std::size_t merges) : statements(merges, 0), alike(merges, 0) {}
};

/// for_each(visit): visit(statement, times) for all statements.
template <typename ForEach>
MergeCounts count_one_by_one(const core::Dendrogram& tree, ForEach&& for_each) {
  const auto rows = core::scipy_linkage(tree);
  const int n = tree.objects();
  std::vector<int> parent(static_cast<std::size_t>(n) + rows.size(), -1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const int side : {0, 1}) parent[static_cast<std::size_t>(rows[row][side])] = n + static_cast<int>(row);
  const auto joined_at = [&](int a, int b) {  // a parent has a higher number than its children
    while (a != b) (a < b ? a : b) = parent[std::min(a, b)];
    return static_cast<std::size_t>(a - n);
  };
  MergeCounts counts(rows.size());
  for_each([&](const core::Quadruplet& statement, std::int64_t times) {
    const std::size_t near = joined_at(statement.i, statement.j);
    counts.alike[near] += times;
    counts.statements[near] += times;
    counts.statements[joined_at(statement.k, statement.l)] += times;
  });
  return counts;
}

MergeCounts count_list(const core::Dendrogram& tree, const files::ComparisonFile& file) {
  return count_one_by_one(tree, [&](auto&& visit) {
    for (std::size_t k = 0; k < file.statements.size(); ++k) visit(file.statements[k], file.weight(k));
  });
}

MergeCounts count_by_anchor(const core::Dendrogram& tree, const core::PackedTriplets& triplets) {
  return count_one_by_one(tree, [&](auto&& visit) {
    std::vector<core::NearFar> answers;
    for (core::Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      triplets.answers_of(anchor, answers);
      for (const core::NearFar& answer : answers) visit({anchor, answer.near, anchor, answer.far}, 1);
    }
  });
}

/// All pairs, one after the other, as the merges join them.
MergeCounts count_sums(const core::Dendrogram& tree, const core::AnswerSums& sums) {
  const auto rows = core::scipy_linkage(tree);
  std::vector<std::vector<core::Object>> members(static_cast<std::size_t>(tree.objects()));
  for (core::Object object = 0; object < tree.objects(); ++object) members[object] = {object};
  MergeCounts counts(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<core::Object> left = std::move(members[static_cast<std::size_t>(rows[row][0])]);
    const std::vector<core::Object> right = std::move(members[static_cast<std::size_t>(rows[row][1])]);
    for (const core::Object a : left)
      for (const core::Object b : right) {
        counts.statements[row] += (*sums.statement_counts)(a, b);
        counts.alike[row] += (sums.table(a, b) + (*sums.statement_counts)(a, b)) / 2;
      }
    left.insert(left.end(), right.begin(), right.end());
    members.push_back(std::move(left));
  }
  return counts;
}

}  // namespace

std::vector<double> merge_similarities(const core::Dendrogram& tree, const AnswerInput& input) {
  const MergeCounts counts = input.sums     ? count_sums(tree, *input.sums)
                             : input.packed ? count_by_anchor(tree, *input.packed)
                                            : count_list(tree, input.comparisons);
  std::vector<double> shares;
  for (std::size_t row = 0; row < counts.statements.size(); ++row)
    shares.push_back(counts.statements[row] > 0
                         ? static_cast<double>(counts.alike[row]) / static_cast<double>(counts.statements[row])
                         : std::numeric_limits<double>::quiet_NaN());
  return shares;
}

}  // namespace tertium::answers
