#include "answers/conclusions/group_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "answers/fits/closest_pairs.hpp"
#include "answers/fits/requirements.hpp"
#include "core/random/random.hpp"
#include "metrics/measures/branch_counts.hpp"
#include "metrics/measures/product_distances.hpp"

namespace tertium::answers {
namespace {

/// The mean over groups of what is predicted of each answer, and its standard error over people, whose parts in several
/// groups go together. `accuracy`, `answers`, `group` and `parts` go by part.
Estimate mean_share(const std::vector<double>& predicted, const std::vector<double>& answers,
                    const std::vector<std::int32_t>& group, const std::vector<GroupPart>& parts, std::size_t groups) {
  std::vector<double> share(groups, 0.0), all(groups, 0.0);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    share[group[k]] += predicted[k];
    all[group[k]] += answers[k];
  }
  const auto answered =
      static_cast<double>(std::count_if(all.begin(), all.end(), [](double sum) { return sum > 0.0; }));
  double value = 0.0, squares = 0.0;
  for (std::size_t g = 0; g < groups; ++g) {
    if (all[g] > 0.0) share[g] /= all[g];
    value += answered > 0.0 ? share[g] / answered : 0.0;
  }
  std::map<std::int32_t, double> residual;  // by subject
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (answers[k] > 0.0)
      residual[parts[k].subject] += (predicted[k] - share[group[k]] * answers[k]) / (all[group[k]] * answered);
  const auto people = static_cast<double>(residual.size());
  for (const auto& [subject, rest] : residual) squares += rest * rest;
  return {value,
          people < 2.0 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(people / (people - 1.0) * squares)};
}

}  // namespace

std::vector<std::int32_t> GroupFigures::answers_of(const std::vector<bool>& parts) const {
  std::vector<std::int32_t> seen;
  seen.reserve(table_.answers.size());
  for (const std::int32_t part : permutations_.part_of_answer())
    seen.push_back(part != GroupPermutations::kNowhere && parts[part] ? 1 : 0);
  return seen;
}

/// Of the answers that are seen. `fold`: -1 for all, else the fold that is held out.
core::Product GroupFigures::fit(const std::vector<std::int32_t>& seen, std::int32_t fold) const {
  const core::CellKey cell{.master_seed = request_.seed, .repetition = static_cast<std::uint64_t>(fold + 1)};
  return metrics::product_of_sample(sample_of(file_, seen), cell, [&](const core::Problem& problem) {
    return core::run_method(request_.method, problem).product;
  });
}

std::vector<core::Product> GroupFigures::made(const std::vector<std::int32_t>& group) const {
  std::vector<core::Product> made;
  for (std::size_t g = 0; g < groups(); ++g) {
    std::vector<bool> of_part;
    for (const std::int32_t of : group) of_part.push_back(of == static_cast<std::int32_t>(g));
    made.push_back(fit(answers_of(of_part), -1));
  }
  return made;
}

double GroupFigures::distance(std::uint64_t permutation) const {
  std::vector<std::vector<std::uint8_t>> closest;
  for (const core::Product& product : made(dealt(permutation))) closest.push_back(closest_pairs(product, triples_));
  std::int64_t differ = 0, all = 0;  // whole numbers, so that what is the same stays the same in any order
  for (std::size_t b = 1; b < closest.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      differ += differing(closest[a], closest[b]);
      all += std::ssize(triples_);
    }
  return static_cast<double>(differ) / static_cast<double>(all);
}

/// Of each group as many parts outside of the fold as the smallest one has there, those drawn first.
std::vector<std::vector<bool>> GroupFigures::learners(const std::vector<std::int32_t>& group,
                                                      const std::vector<std::int32_t>& fold,
                                                      std::int32_t held_out) const {
  std::vector<std::int32_t> order(group.size());
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = request_.seed, .repetition = static_cast<std::uint64_t>(held_out)},
               core::Purpose::kFolds)
      .shuffle(std::span(order));
  std::vector<std::size_t> outside(groups(), 0), taken(groups(), 0);
  for (const std::int32_t part : order) outside[group[part]] += fold[part] == held_out ? 0 : 1;
  const std::size_t most = *std::min_element(outside.begin(), outside.end());
  if (most == 0) return {};
  std::vector<std::vector<bool>> learning(groups(), std::vector<bool>(group.size(), false));
  for (const std::int32_t part : order)
    if (fold[part] != held_out && taken[group[part]]++ < most) learning[group[part]][part] = true;
  return learning;
}

void GroupFigures::even_out(std::vector<std::vector<std::int32_t>>& seen, std::int32_t held_out) const {
  std::vector<std::size_t> order(table_.answers.size());
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = request_.seed, .repetition = static_cast<std::uint64_t>(held_out)},
               core::Purpose::kGroups, kDrawsLearned)
      .shuffle(std::span(order));
  std::vector<std::int64_t> least(table_.questions.size(), std::numeric_limits<std::int64_t>::max());
  for (const std::vector<std::int32_t>& of_group : seen) {
    std::vector<std::int64_t> times(table_.questions.size(), 0);
    for (std::size_t k = 0; k < order.size(); ++k)
      times[table_.answers[k].question] += of_group[k] * table_.answers[k].count;
    for (std::size_t q = 0; q < times.size(); ++q) least[q] = std::min(least[q], times[q]);
  }
  for (std::vector<std::int32_t>& of_group : seen) {
    std::vector<std::int64_t> room = least;
    for (const std::size_t k : order)
      if (of_group[k] != 0 && (room[table_.answers[k].question] -= table_.answers[k].count) < 0) of_group[k] = 0;
  }
}

void GroupFigures::predict(const core::Product& product, std::int32_t g, const std::vector<std::int32_t>& group,
                           const std::vector<bool>& held_out, std::vector<PartPredicted>& tallies) const {
  const auto step = static_cast<std::size_t>(files::statements_of(file_.form));
  const metrics::ProductDistances apart(product);
  for (std::size_t k = 0; k < table_.answers.size(); ++k) {
    const std::int32_t part = permutations_.part_of_answer()[k];
    if (part != GroupPermutations::kNowhere && held_out[part])
      add_prediction(file_.form, file_.statements[k * step], table_.answers[k].count, apart,
                     group[part] == g ? tallies[part].own : tallies[part].other);
  }
}

std::vector<PartPredicted> GroupFigures::predicted(const std::vector<std::int32_t>& group,
                                                   std::uint64_t permutation) const {
  const std::vector<std::int32_t> fold = permutations_.folds(group, request_.folds, request_.seed, permutation);
  std::vector<PartPredicted> tallies(group.size());
  for (std::int32_t number = 0; number < request_.folds; ++number) {
    std::vector<bool> held_out;
    for (const std::int32_t of : fold) held_out.push_back(of == number);
    const std::vector<std::vector<bool>> learning = learners(group, fold, number);
    if (learning.empty() || std::find(held_out.begin(), held_out.end(), true) == held_out.end()) continue;
    std::vector<std::vector<std::int32_t>> seen;
    for (const std::vector<bool>& parts : learning) seen.push_back(answers_of(parts));
    if (balanced_) even_out(seen, number);
    for (std::size_t g = 0; g < groups(); ++g)
      predict(fit(seen[g], number), static_cast<std::int32_t>(g), group, held_out, tallies);
  }
  return tallies;
}

GroupShares GroupFigures::shares(const std::vector<std::int32_t>& group, std::uint64_t permutation) const {
  const double others = static_cast<double>(groups()) - 1.0;
  std::vector<double> own, other, difference, answers;
  for (const PartPredicted& tally : predicted(group, permutation)) {
    own.push_back(static_cast<double>(tally.own.sixths) / 6.0);
    other.push_back(static_cast<double>(tally.other.sixths) / 6.0 / others);
    difference.push_back(own.back() - other.back());
    answers.push_back(static_cast<double>(tally.own.answers));
  }
  const auto mean = [&](const std::vector<double>& predicted) {
    return mean_share(predicted, answers, group, permutations_.parts(), groups());
  };
  return {mean(own), mean(other), mean(difference)};
}

PermutationFigures GroupFigures::of_permutation(std::uint64_t permutation) const {
  return {distance(permutation), shares(dealt(permutation), permutation).difference.value};
}

}  // namespace tertium::answers
