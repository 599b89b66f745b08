#include "metrics/measures/branch_votes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace tertium::metrics {
namespace {

double normal_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

}  // namespace

double VotesOnBranch::concordance() const {
  const auto agree = static_cast<double>(in_favour[0] + in_favour[1]);
  const double all = agree + static_cast<double>(against[0] + against[1]);
  return all > 0.0 ? agree / all : std::numeric_limits<double>::quiet_NaN();
}

double VotesOnBranch::support() const {
  double beaten = -1.0;
  for (std::size_t rival = 0; rival < 2; ++rival) {
    const auto sum = static_cast<double>(in_favour[rival] - against[rival]);
    const auto square = static_cast<double>(squares[rival]), count = static_cast<double>(units[rival]);
    beaten += count > 0.0 ? normal_below(sum / std::sqrt(square * (1.0 + 1.0 / count))) : 0.5;
  }
  return std::max(0.0, beaten);
}

/// The two nodes before the way from one object to another turns, on either side; -1: none.
struct BranchVotes::Joined {
  std::array<core::Node, 2> below{-1, -1}, second{-1, -1};
};

BranchVotes::BranchVotes(const core::Dendrogram& tree) : rows_(core::tree_of_rows(tree)) {
  const auto rows = static_cast<std::size_t>(rows_.nodes() - rows_.objects());
  votes_.resize(rows);
  majority_.resize(rows, {0, 0});
  std::vector<core::Node> partings(static_cast<std::size_t>(std::max(1, rows_.objects()) - 1));
  for (core::Node v = 0; v < rows_.nodes(); ++v)
    if (!rows_.is_leaf(v)) partings[static_cast<std::size_t>(rows_.first(rows_.children(v)[1])) - 1] = -v;
  partings_ = core::RangeMaxima(std::move(partings));
}

/// Of the nodes where neighbours between two objects part theirs is above all others, and so has the lowest number.
core::Node BranchVotes::meeting(core::Object i, core::Object j) const {
  const core::Object at = rows_.first(rows_.leaf(i)), other = rows_.first(rows_.leaf(j));
  return -partings_(std::min(at, other), std::max(at, other));
}

BranchVotes::Joined BranchVotes::joined(core::Object i, core::Object j) const {
  std::array<core::Node, 2> node{rows_.leaf(i), rows_.leaf(j)};
  Joined found;
  while (node[0] != node[1]) {  // a parent has a lower number than its children
    const std::size_t side = node[0] > node[1] ? 0 : 1;
    found.second[side] = found.below[side];
    found.below[side] = node[side];
    node[side] = rows_.parent(node[side]);
  }
  return found;
}

/// `outside`: a pair that is joined right above the branch, with one object below it.
void BranchVotes::decide(core::Node branch, const Joined& outside, std::int64_t times) {
  const std::size_t end = outside.below[0] == branch ? 0 : 1;
  const std::size_t rival = outside.second[end] == rows_.children(branch).front() ? 0 : 1;
  const auto row = static_cast<std::size_t>(rows_.given(branch) - rows_.objects());
  if (majority_[row][0] == 0 && majority_[row][1] == 0) touched_.push_back(row);
  majority_[row][rival] += times;
  VotesOnBranch& votes = votes_[row];
  (times > 0 ? votes.in_favour : votes.against)[rival] += std::abs(times);
}

void BranchVotes::add(const core::Quadruplet& statement, std::int64_t times) {
  const core::Node more = meeting(statement.i, statement.j), less = meeting(statement.k, statement.l);
  if (rows_.parent(more) == less) decide(more, joined(statement.k, statement.l), times);
  if (rows_.parent(less) == more) decide(less, joined(statement.i, statement.j), -times);
}

void BranchVotes::end_unit() {
  for (const std::size_t row : touched_) {
    for (std::size_t rival = 0; rival < 2; ++rival) {
      std::int64_t& majority = majority_[row][rival];
      votes_[row].units[rival] += majority == 0 ? 0 : 1;
      votes_[row].squares[rival] += majority * majority;
      majority = 0;
    }
  }
  touched_.clear();
}

void BranchVotes::add(const BranchVotes& other) {
  for (std::size_t row = 0; row < votes_.size(); ++row) {
    const VotesOnBranch& more = other.votes_[row];
    for (std::size_t rival = 0; rival < 2; ++rival) {
      votes_[row].in_favour[rival] += more.in_favour[rival];
      votes_[row].against[rival] += more.against[rival];
      votes_[row].units[rival] += more.units[rival];
      votes_[row].squares[rival] += more.squares[rival];
    }
  }
}

}  // namespace tertium::metrics
