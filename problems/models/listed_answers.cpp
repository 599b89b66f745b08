#include "problems/models/listed_answers.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
#include "core/base/limits.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/summed_answers.hpp"
#include "core/comparisons/votes.hpp"

namespace tertium::problems {
namespace {

/// Answers that were added up as they came.
void add_sums(core::Problem& problem, const ModelSample& sample) {
  problem.provide<core::Quadruplets>(std::make_shared<const core::SummedQuadruplets>(sample.objects, sample.sums));
  if (sample.sums_of_triplets)
    problem.provide<core::Triplets>(std::make_shared<const core::SummedTriplets>(sample.objects, sample.sums));
}

/// All answers, and what they say of odd ones. A triplet is a statement about two pairs, so the numbers of questions
/// are the same, and nothing is made of them until somebody asks for quadruplets: their pairs are half a gigabyte at
/// 12,000 objects.
void add_triplets(core::Problem& problem, ModelSample& sample) {
  const auto counts = std::span(sample.counts).subspan(sample.counts.empty() ? 0 : sample.quadruplets.size());
  const core::Object n = sample.objects;
  const auto listed =
      std::make_shared<const core::ListedTriplets>(core::TripletList(n, std::move(sample.triplets)), counts);
  problem.provide<core::Triplets>(listed);
  problem.provide_later<core::OddOneOutList>([n, listed] {
    const core::CountedTriplets all = listed->answers();
    return std::make_shared<const core::OddOneOutList>(n, core::as_odd_one_outs(all.triplets, all.counts));
  });
  if (n > core::kMaxObjects || !sample.quadruplets.empty()) return;
  problem.provide_later<core::Quadruplets>([n, listed] {
    const core::CountedTriplets all = listed->answers();
    return std::make_shared<const core::ListedQuadruplets>(n, all.quadruplets(), all.counts);
  });
}

void add_quadruplets(core::Problem& problem, const ModelSample& sample) {
  std::vector<core::Quadruplet> statements = sample.quadruplets;
  for (const core::Triplet& triplet : sample.triplets) statements.push_back(core::as_quadruplet(triplet));
  problem.provide<core::Quadruplets>(
      std::make_shared<const core::ListedQuadruplets>(sample.objects, std::move(statements), sample.counts));
}

}  // namespace

ModelSample sample_of(const files::ComparisonFile& file, std::span<const std::int32_t> weights) {
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  ModelSample sample;
  sample.objects = file.objects;
  if (file.form != files::AnswerForm::kQuadruplet) sample.triplets_of_an_answer = step;
  constexpr std::size_t kAtOnce = std::size_t{1} << 18;  // some milliseconds
  if (file.form == files::AnswerForm::kQuadruplet)
    core::reserve_large(sample.quadruplets, file.statements.size());
  else
    core::reserve_large(sample.triplets, file.statements.size());
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    if (k % kAtOnce == 0) core::keep_to_limits();
    const std::int32_t weight = weights.empty() ? 1 : weights[k / step];
    if (weight == 0) continue;
    if (file.form == files::AnswerForm::kQuadruplet)
      sample.quadruplets.push_back(file.statements[k]);
    else
      sample.triplets.push_back(core::as_triplet(file.statements[k]));
    if (!file.counts.empty() || !file.weights.empty() || !weights.empty()) {
      const std::int64_t count = weight * file.weight(k);
      if (count > std::numeric_limits<std::int32_t>::max())
        core::fail(
            "an answer counts {} times, by its votes, weights or resampling (at most {} "
            "are possible), divide the votes",
            count, std::numeric_limits<std::int32_t>::max());
      sample.counts.push_back(static_cast<std::int32_t>(count));
    }
  }
  return sample;
}

void add_listed_answers(core::Problem& problem, ModelSample sample) {
  const core::Object n = sample.objects;
  if (sample.sums) return add_sums(problem, sample);
  if (sample.packed) return problem.provide<core::Triplets>(sample.packed);
  const bool only_triplets = sample.quadruplets.empty() && !sample.triplets.empty();
  const bool table = n <= core::kMaxObjects;  // of the pairs that quadruplets compare
  if (table && !only_triplets) add_quadruplets(problem, sample);
  if (!sample.triplets.empty()) add_triplets(problem, sample);
  if (!table) return;
  const core::AnswerSummary summary =
      only_triplets ? problem.get<core::Triplets>().summary() : problem.get<core::Quadruplets>().summary();
  problem.questions.p = static_cast<double>(summary.questions - summary.tied) /
                        static_cast<double>(std::max<std::int64_t>(1, core::quadruplet_count(n)));
}

core::Provisions listed_answers(core::Provisions of_model) {
  core::Provisions added;
  for (const core::Provision answers : {core::Provision::kQuadruplets, core::Provision::kTriplets})
    if (of_model.contains(answers)) added |= {answers};
  if (of_model.contains(core::Provision::kTriplets)) added |= {core::Provision::kOddOneOuts};
  return added;
}

}  // namespace tertium::problems
