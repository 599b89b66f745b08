#include "core/schemes/scheme_parts.hpp"

#include <algorithm>

#include "core/clusterings/ancestor_sizes.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/summed_answers.hpp"

namespace tertium::core {
namespace {

/// Answers that were added up as they came.
void add_sums(Problem& problem, const ModelSample& sample) {
  problem.provide<Quadruplets>(std::make_shared<const SummedQuadruplets>(sample.objects, sample.sums));
  if (sample.sums_of_triplets)
    problem.provide<Triplets>(std::make_shared<const SummedTriplets>(sample.objects, sample.sums));
}

void add_triplets(Problem& problem, const ModelSample& sample) {
  const std::size_t before = sample.counts.empty() ? 0 : sample.quadruplets.size();
  problem.provide<Triplets>(std::make_shared<const ListedTriplets>(TripletList(sample.objects, sample.triplets),
                                                                   std::span(sample.counts).subspan(before)));
  const auto counts = std::span(sample.counts).subspan(before);
  problem.provide_later<OddOneOutList>(
      [n = sample.objects, triplets = sample.triplets, counts = std::vector(counts.begin(), counts.end())] {
        return std::make_shared<const OddOneOutList>(n, as_odd_one_outs(triplets, counts));
      });
}

}  // namespace

SchemeParameter answer_noise_parameter() {
  return {ParameterInfo::choice("noise", "persistent", {"persistent", "independent"},
                                "of questions about three objects: one that is asked again gets the same answer, or "
                                "one that errs anew"),
          {Axis::kRepeats}};
}

void provide_closest_pairs(Problem& problem, const Parameters& values) {
  problem.questions.noise = values.text("noise") == "persistent" ? AnswerNoise::kPersistent : AnswerNoise::kIndependent;
  if (problem.has<Similarities>())
    problem.provide_later<ClosestPairs>([w = problem.provided<Similarities>()] { return closest_pairs_by(w.share()); });
  else if (problem.has<Dendrogram>())
    problem.provide_later<ClosestPairs>([tree = problem.provided<Dendrogram>()] { return closest_pairs_by(*tree); });
}

void add_listed_answers(Problem& problem, const ModelSample& sample) {
  const Object n = sample.objects;
  if (sample.sums) return add_sums(problem, sample);
  if (!sample.triplets.empty()) add_triplets(problem, sample);
  if (n > kMaxObjects) return;  // no table of the pairs that quadruplets compare
  std::vector<Quadruplet> statements = sample.quadruplets;
  for (const Triplet& triplet : sample.triplets) statements.push_back(as_quadruplet(triplet));
  const auto quadruplets = std::make_shared<const ListedQuadruplets>(n, statements, sample.counts);
  const auto all = static_cast<double>(std::max<std::int64_t>(1, quadruplet_count(n)));
  problem.questions.p = static_cast<double>(quadruplets->count()) / all;
  problem.provide<Quadruplets>(quadruplets);
}

Provisions listed_answers(Provisions of_model) {
  Provisions added;
  for (const Provision answers : {Provision::kQuadruplets, Provision::kTriplets})
    if (of_model.contains(answers)) added |= {answers};
  if (of_model.contains(Provision::kTriplets)) added |= {Provision::kOddOneOuts};
  return added;
}

}  // namespace tertium::core
