#include "answers/resampling/split_half.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/random/random.hpp"
#include "metrics/measures/branch_counts.hpp"
#include "problems/models/listed_answers.hpp"

namespace tertium::answers {
namespace {

/// Subjects, and answers of nobody known; or each answer by itself.
AnswerUnits units_of(const AnswerTable& table) {
  if (AnswerUnits people = units_by_subject(table); people.subjects >= 2) return people;
  AnswerUnits each{.of_answer = std::vector<std::int32_t>(table.answers.size()),
                   .count = static_cast<std::int32_t>(table.answers.size())};
  std::iota(each.of_answer.begin(), each.of_answer.end(), 0);
  return each;
}

using Half = std::vector<std::int32_t>;  // of every unit 1 if it is in the first half

/// All ways to part so few units, of even numbers each once.
std::vector<Half> all_halves(std::int32_t units) {
  std::vector<Half> halves;
  for (std::uint32_t mask = 0; mask < 1U << units; ++mask) {
    if (std::popcount(mask) != units / 2 || (units % 2 == 0 && mask % 2 == 0)) continue;
    Half& half = halves.emplace_back();
    for (std::int32_t unit = 0; unit < units; ++unit) half.push_back(static_cast<std::int32_t>(mask >> unit & 1U));
  }
  return halves;
}

Half drawn_half(std::int32_t units, std::uint64_t seed, std::int64_t split) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(units));
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = seed}, core::Purpose::kSplitHalves, static_cast<std::uint64_t>(split))
      .shuffle(std::span(order));
  Half in_first(order.size(), 0);
  for (std::size_t k = 0; k < order.size() / 2; ++k) in_first[static_cast<std::size_t>(order[k])] = 1;
  return in_first;
}

std::vector<double> similarities_of(const files::ComparisonFile& file, const core::Method& kernel,
                                    std::span<const std::int32_t> weights, std::uint64_t seed) {
  const core::Product made = metrics::product_of_sample(
      problems::sample_of(file, weights), {.master_seed = seed},
      [&](const core::Problem& problem) { return core::run_method(kernel, problem).product; });
  std::vector<double> similarities;
  std::visit(
      [&](const auto& table) {
        for (core::Object i = 0; i < table->objects(); ++i)
          for (core::Object j = i + 1; j < table->objects(); ++j)
            similarities.push_back(static_cast<double>((*table)(i, j)));
      },
      std::get<core::SimilarityMatrix>(made));
  return similarities;
}

/// Pearson's; NaN where one of them is constant.
double correlation_of(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n,
               mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double both = 0.0, of_a = 0.0, of_b = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    both += (a[k] - mean_a) * (b[k] - mean_b);
    of_a += (a[k] - mean_a) * (a[k] - mean_a);
    of_b += (b[k] - mean_b) * (b[k] - mean_b);
  }
  return of_a > 0.0 && of_b > 0.0 ? both / std::sqrt(of_a * of_b) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

SplitHalf split_half(const files::ComparisonFile& file, std::uint64_t seed) {
  const AnswerTable table = tabulate(file);
  const AnswerUnits units = units_of(table);
  SplitHalf found{.kernel = file.form == files::AnswerForm::kQuadruplet ? "AddS-4" : "AddS-3",
                  .split = units.subjects > 0 ? "subjects" : "answers",
                  .units = units.subjects > 0 ? units.subjects : units.count};
  if (units.count < 2 || file.objects < 3) return found;
  const core::Method kernel = kernel_called(found.kernel);
  constexpr std::int32_t kFew = 8;
  std::vector<Half> halves;
  if (units.count <= kFew)
    halves = all_halves(units.count);
  else
    for (std::int64_t split = 0; split < kSplits; ++split) halves.push_back(drawn_half(units.count, seed, split));
  std::vector<double> correlations(halves.size());
  const double bytes = 60.0 * static_cast<double>(file.statements.size()) + 40.0 * file.objects * file.objects;
  do_jobs(std::ssize(halves), bytes, [&](std::int64_t split) {
    const Half& in_first = halves[static_cast<std::size_t>(split)];
    std::vector<std::int32_t> first, second;
    for (const std::int32_t unit : units.of_answer) {
      first.push_back(in_first[static_cast<std::size_t>(unit)]);
      second.push_back(1 - first.back());
    }
    correlations[static_cast<std::size_t>(split)] =
        correlation_of(similarities_of(file, kernel, first, seed), similarities_of(file, kernel, second, seed));
  });
  std::ranges::sort(correlations);  // whoever is first: the same sum
  const double mean =
      std::accumulate(correlations.begin(), correlations.end(), 0.0) / static_cast<double>(correlations.size());
  if (!std::isfinite(mean)) return found;
  found.splits = std::ssize(correlations);
  found.correlation = mean;
  return found;
}

}  // namespace tertium::answers
