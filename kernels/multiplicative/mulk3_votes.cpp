// MulK-3 with every answer counted, of questions that were asked more than once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>
#include <vector>

#include "core/base/team.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/comparisons/votes.hpp"
#include "kernels/multiplicative/mulk3.hpp"

namespace tertium::kernels {
namespace {

using core::Object;
using core::TripletVotes;

bool same_column(const TripletVotes& a, const TripletVotes& b) {
  return a.row == b.row && a.column == b.column;
}

/// This member's columns {k,l} one after the other, in each its anchors.
std::vector<TripletVotes> by_column(std::span<const TripletVotes> votes, const core::Team& team) {
  std::vector<TripletVotes> questions;
  std::ranges::copy_if(votes, std::back_inserter(questions),
                       [&](const TripletVotes& question) { return team.owns(question.row); });
  std::ranges::sort(questions, {}, [](const TripletVotes& question) {
    return std::tuple(question.row, question.column, question.anchor);
  });
  return questions;
}

/// The outer product of the balances of one column.
void multiply(std::span<const TripletVotes> column, core::PairTable<std::int64_t>& kernel) {
  for (std::size_t u = 1; u < column.size(); ++u)
    for (std::size_t v = 0; v < u; ++v)
      kernel(column[v].anchor, column[u].anchor) += column[v].votes.balance() * column[u].votes.balance();
}

}  // namespace

core::PairTable<std::int64_t> mulk3_of_votes(Object n, std::span<const TripletVotes> votes, core::Team& team) {
  core::PairTable<std::int64_t> kernel(n);
  const std::vector<TripletVotes> questions = by_column(votes, team);
  for (auto begin = questions.begin(); begin != questions.end();) {
    const auto end = std::find_if(begin, questions.end(), [&](const auto& one) { return !same_column(*begin, one); });
    multiply({begin, end}, kernel);
    begin = end;
  }
  team.sum(kernel.values());
  return kernel;
}

std::vector<std::int64_t> questions_by_anchor(Object n, std::span<const TripletVotes> votes) {
  std::vector<std::int64_t> questions(static_cast<std::size_t>(n), 0);
  for (const TripletVotes& question : votes) ++questions[static_cast<std::size_t>(question.anchor)];
  return questions;
}

}  // namespace tertium::kernels
