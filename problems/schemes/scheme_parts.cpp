#include "problems/schemes/scheme_parts.hpp"

#include <algorithm>
#include <vector>

#include "core/clusterings/ancestor_sizes.hpp"
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

/// A triplet is a statement about two pairs, so the numbers of questions are the same, and nothing is made of them
/// until somebody asks for quadruplets: their pairs are half a gigabyte at 12,000 objects.
void add_quadruplets_of_triplets(core::Problem& problem, const ModelSample& sample) {
  problem.provide_later<core::Quadruplets>([n = sample.objects, triplets = sample.triplets, counts = sample.counts] {
    std::vector<core::Quadruplet> statements;
    statements.reserve(triplets.size());
    for (const core::Triplet& triplet : triplets) statements.push_back(core::as_quadruplet(triplet));
    return std::make_shared<const core::ListedQuadruplets>(n, statements, counts);
  });
}

void add_triplets(core::Problem& problem, const ModelSample& sample) {
  const std::size_t before = sample.counts.empty() ? 0 : sample.quadruplets.size();
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(
      core::TripletList(sample.objects, sample.triplets), std::span(sample.counts).subspan(before)));
  const auto counts = std::span(sample.counts).subspan(before);
  problem.provide_later<core::OddOneOutList>(
      [n = sample.objects, triplets = sample.triplets, counts = std::vector(counts.begin(), counts.end())] {
        return std::make_shared<const core::OddOneOutList>(n, core::as_odd_one_outs(triplets, counts));
      });
}

}  // namespace

double share_of_quadruplets(core::Object n, double count) {
  const double pairs = 0.5 * n * (n - 1.0);
  return std::min(1.0, count / std::max(1.0, 0.5 * pairs * (pairs - 1.0)));
}

double share_of_triplets(core::Object n, double count) {
  return std::min(1.0, count / std::max(1.0, 0.5 * n * (n - 1.0) * (n - 2.0)));
}

core::Object another_object(core::Object n, std::initializer_list<core::Object> taken, core::Stream& draws) {
  for (;;) {
    const auto object = static_cast<core::Object>(draws.below(static_cast<std::uint64_t>(n)));
    if (std::find(taken.begin(), taken.end(), object) == taken.end()) return object;
  }
}

SchemeParameter answer_noise_parameter() {
  return {
      core::ParameterInfo::choice("noise", "persistent", {"persistent", "independent"},
                                  "of questions about three objects: one that is asked again gets the same answer, or "
                                  "one that errs anew"),
      {core::Axis::kRepeats}};
}

void provide_closest_pairs(core::Problem& problem, const core::Parameters& values) {
  problem.questions.noise =
      values.text("noise") == "persistent" ? core::AnswerNoise::kPersistent : core::AnswerNoise::kIndependent;
  if (problem.has<core::Similarities>())
    problem.provide_later<core::ClosestPairs>(
        [w = problem.provided<core::Similarities>()] { return core::closest_pairs_by(w.share()); });
  else if (problem.has<core::Dendrogram>())
    problem.provide_later<core::ClosestPairs>(
        [tree = problem.provided<core::Dendrogram>()] { return core::closest_pairs_by(*tree); });
}

void add_listed_answers(core::Problem& problem, const ModelSample& sample) {
  const core::Object n = sample.objects;
  if (sample.sums) return add_sums(problem, sample);
  if (sample.packed) return problem.provide<core::Triplets>(sample.packed);
  if (!sample.triplets.empty()) add_triplets(problem, sample);
  if (n > core::kMaxObjects) return;  // no table of the pairs that quadruplets compare
  const auto all = static_cast<double>(std::max<std::int64_t>(1, core::quadruplet_count(n)));
  if (sample.quadruplets.empty() && !sample.triplets.empty()) {
    const core::AnswerSummary summary = problem.get<core::Triplets>().summary();
    problem.questions.p = static_cast<double>(summary.questions - summary.tied) / all;
    return add_quadruplets_of_triplets(problem, sample);
  }
  std::vector<core::Quadruplet> statements = sample.quadruplets;
  for (const core::Triplet& triplet : sample.triplets) statements.push_back(core::as_quadruplet(triplet));
  const auto quadruplets = std::make_shared<const core::ListedQuadruplets>(n, statements, sample.counts);
  problem.questions.p = static_cast<double>(quadruplets->count()) / all;
  problem.provide<core::Quadruplets>(quadruplets);
}

Memory listed_answers_memory(const DataUse& use, double share) {
  // The model's answers with how often each was given, as long as they are put in.
  constexpr double kCount = sizeof(std::int32_t);
  const double statements = share * use.statements;
  const bool triplets = use.of_model.contains(core::Provision::kTriplets);
  const double each = triplets ? kOfTriplet : kOfQuadruplet;
  const auto listed = [&](double beside) {
    return Listed{statements, statements, (each + kCount + beside) * statements, false, true};
  };
  if (!triplets) return {listed_quadruplets_memory(use, listed(kOfQuadruplet))};
  Memory memory{listed_triplets_memory(listed(kOfTriplet))};
  memory.push_back({0.0, 2.0 * (each + kCount) * statements, 2.0 * (each + kCount) * statements});  // for later
  if (use.asks(core::Provision::kQuadruplets)) memory.push_back(listed_quadruplets_memory(use, listed(kOfQuadruplet)));
  return memory;
}

core::Provisions listed_answers(core::Provisions of_model) {
  core::Provisions added;
  for (const core::Provision answers : {core::Provision::kQuadruplets, core::Provision::kTriplets})
    if (of_model.contains(answers)) added |= {answers};
  if (of_model.contains(core::Provision::kTriplets)) added |= {core::Provision::kOddOneOuts};
  return added;
}

}  // namespace tertium::problems
