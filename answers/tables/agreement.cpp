#include "answers/tables/agreement.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace tertium::answers {
namespace {

std::int64_t pairs_of(std::int64_t n) {
  return n * (n - 1) / 2;
}

std::int64_t agreeing_pairs(const Ballot& ballot) {
  std::int64_t sum = 0;
  for (const std::int64_t votes : ballot) sum += pairs_of(votes);
  return sum;
}

std::int64_t most(const Ballot& ballot) {
  return *std::max_element(ballot.begin(), ballot.end());
}

/// What the majority of the others predicts of the answers to one question.
double predicted_by_others(const Ballot& ballot) {
  double sum = 0.0;
  for (std::size_t choice = 0; choice < ballot.size(); ++choice) {
    if (ballot[choice] == 0) continue;
    Ballot others = ballot;
    --others[choice];
    sum += static_cast<double>(ballot[choice]) * share_of_majority(others, static_cast<std::int32_t>(choice));
  }
  return sum;
}

}  // namespace

std::int64_t total(const Ballot& ballot) {
  return std::accumulate(ballot.begin(), ballot.end(), std::int64_t{0});
}

double share_of_majority(const Ballot& others, std::int32_t choice) {
  const std::int64_t largest = most(others);
  if (largest == 0 || others[static_cast<std::size_t>(choice)] != largest) return 0.0;
  return 1.0 / static_cast<double>(std::count(others.begin(), others.end(), largest));
}

Ballots::Ballots(const AnswerTable& table) : choices_(table.choices), ballots_(table.questions.size()) {
  for (const GivenAnswer& answer : table.answers) {
    ballots_[answer.question][static_cast<std::size_t>(answer.choice)] += answer.count;
    if (answer.origin.subject < 0) continue;
    Own& own = own_.emplace_back(Own{answer.question, answer.origin.subject});
    own.ballot[static_cast<std::size_t>(answer.choice)] = answer.count;
  }
  const auto place = [](const Own& own) { return std::tie(own.question, own.subject); };
  std::sort(own_.begin(), own_.end(), [&](const Own& a, const Own& b) { return place(a) < place(b); });
  std::vector<Own> merged;
  for (const Own& own : own_)
    if (!merged.empty() && place(merged.back()) == place(own))
      for (std::size_t k = 0; k < own.ballot.size(); ++k) merged.back().ballot[k] += own.ballot[k];
    else
      merged.push_back(own);
  own_ = std::move(merged);
}

Ballot Ballots::without(std::int32_t question, std::int32_t subject) const {
  Ballot others = ballots_[question];
  const auto found = std::lower_bound(own_.begin(), own_.end(), std::pair(question, subject),
                                      [](const Own& own, const std::pair<std::int32_t, std::int32_t>& asked) {
                                        return std::pair(own.question, own.subject) < asked;
                                      });
  if (found != own_.end() && found->question == question && found->subject == subject)
    for (std::size_t k = 0; k < others.size(); ++k) others[k] -= found->ballot[k];
  return others;
}

Repetition Ballots::repetition() const {
  Repetition result;
  double predicted = 0.0;
  for (const Ballot& ballot : ballots_) {
    const std::int64_t n = total(ballot);
    if (n < 2) continue;
    ++result.questions;
    result.answers += n;
    result.contradicted += most(ballot) < n ? 1 : 0;
    // Every answer counts as much, so that a question put to everybody does not drown the rest.
    result.agreement += static_cast<double>(n * agreeing_pairs(ballot)) / static_cast<double>(pairs_of(n));
    predicted += predicted_by_others(ballot);
  }
  for (const Own& own : own_) {
    result.own_pairs += pairs_of(total(own.ballot));
    result.own_agreeing += agreeing_pairs(own.ballot);
  }
  if (result.answers == 0) return result;
  result.agreement /= static_cast<double>(result.answers);
  result.by_majority = predicted / static_cast<double>(result.answers);
  result.ceiling = ceiling_of(result.agreement, choices_);
  return result;
}

double Ballots::satisfiable() const {
  std::int64_t best = 0, all = 0;
  for (const Ballot& ballot : ballots_) {
    best += most(ballot);
    all += total(ballot);
  }
  return all == 0 ? 0.0 : static_cast<double>(best) / static_cast<double>(all);
}

std::vector<Ballots::OwnPairs> Ballots::own_pairs(std::size_t subjects) const {
  std::vector<OwnPairs> sums(subjects);
  for (const Own& own : own_) {
    sums[own.subject].pairs += pairs_of(total(own.ballot));
    sums[own.subject].agreeing += agreeing_pairs(own.ballot);
  }
  return sums;
}

}  // namespace tertium::answers
