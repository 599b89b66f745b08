#include "linkage/lengths/path_answers.hpp"

#include <algorithm>
#include <utility>

#include "linkage/search/answer_visits.hpp"

namespace tertium::linkage {
namespace {

constexpr int kPathBits = 32;

std::uint32_t first_path(std::uint64_t question) {
  return static_cast<std::uint32_t>(question >> kPathBits);
}
std::uint32_t second_path(std::uint64_t question) {
  return static_cast<std::uint32_t>(question);
}

}  // namespace

PathAnswers::PathAnswers(const core::Partition& leaves, const core::Triplets& triplets) : leaves_(leaves.clusters()) {
  for_each_answer(triplets, [&](const core::Quadruplet& s, std::int32_t times) { take(leaves, s, times); });
  make_lists();
}

PathAnswers::PathAnswers(const core::Partition& leaves, const core::Quadruplets& quadruplets)
    : leaves_(leaves.clusters()) {
  for_each_answer(quadruplets, [&](const core::Quadruplet& s, std::int32_t times) { take(leaves, s, times); });
  make_lists();
}

void PathAnswers::take(const core::Partition& leaves, const core::Quadruplet& statement, std::int32_t times) {
  const auto path = [&](Object one, Object other) {
    const auto [a, b] = std::minmax({leaves[one], leaves[other]});
    return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(leaves_) + static_cast<std::uint64_t>(b);
  };
  const std::uint64_t near = path(statement.i, statement.j), far = path(statement.k, statement.l);
  const bool both_inside = leaves[statement.i] == leaves[statement.j] && leaves[statement.k] == leaves[statement.l];
  if (times == 0 || near == far || both_inside) return;
  answers_ += times;
  if (near < far)
    statements_.push_back({near << kPathBits | far, times, 0});
  else
    statements_.push_back({far << kPathBits | near, 0, times});
}

void PathAnswers::make_lists() {
  std::sort(statements_.begin(), statements_.end(),
            [](const Statement& one, const Statement& other) { return one.question < other.question; });
  join_equal();
  number_paths();
  const std::size_t size = (near_.size() + kLanes - 1) / kLanes * kLanes;
  near_.resize(size, 0);
  far_.resize(size, 0);
  more_.resize(size, 0.0);
  less_.resize(size, 0.0);
  statements_ = {};
}

void PathAnswers::join_equal() {
  const double share = answers_ > 0 ? 1.0 / static_cast<double>(answers_) : 0.0;
  std::size_t last = 0;
  for (std::size_t k = 0; k < statements_.size(); ++k) {
    if (k == 0 || statements_[k].question != statements_[last - 1].question) {
      statements_[last++] = statements_[k];
      more_.push_back(0.0);
      less_.push_back(0.0);
    }
    more_.back() += statements_[k].more;
    less_.back() += statements_[k].less;
  }
  statements_.resize(last);
  for (double& weight : more_) weight *= share;
  for (double& weight : less_) weight *= share;
}

void PathAnswers::number_paths() {
  std::vector<std::int32_t> number(static_cast<std::size_t>(leaves_) * static_cast<std::size_t>(leaves_), 0);
  for (const Statement& statement : statements_)
    number[first_path(statement.question)] = number[second_path(statement.question)] = 1;
  for (std::size_t path = 0; path < number.size(); ++path) {
    if (number[path] == 0) continue;
    number[path] = static_cast<std::int32_t>(paths_.size());
    paths_.push_back({static_cast<Object>(path / static_cast<std::size_t>(leaves_)),
                      static_cast<Object>(path % static_cast<std::size_t>(leaves_))});
  }
  for (const Statement& statement : statements_) {
    near_.push_back(number[first_path(statement.question)]);
    far_.push_back(number[second_path(statement.question)]);
  }
}

}  // namespace tertium::linkage
