// The answers that the model itself lists: those of a data set, or of a person's file.
#include "core/comparisons/summed_answers.hpp"
#include "core/schemes/scheme.hpp"

namespace tertium {
namespace {

using namespace core;

/// Answers that were added up as they came.
void add_sums(Problem& problem, const ModelSample& sample) {
  problem.quadruplets = std::make_shared<const SummedQuadruplets>(sample.objects, sample.sums);
  if (sample.sums_of_triplets) problem.triplets = std::make_shared<const SummedTriplets>(sample.objects, sample.sums);
}

void add_triplets(Problem& problem, const ModelSample& sample) {
  const std::size_t before = sample.counts.empty() ? 0 : sample.quadruplets.size();
  problem.triplets = std::make_shared<const ListedTriplets>(TripletList(sample.objects, sample.triplets),
                                                            std::span(sample.counts).subspan(before));
}

void add(Problem& problem, const ModelSample& sample, const Parameters&) {
  const Object n = sample.objects;
  if (sample.sums) return add_sums(problem, sample);
  if (!sample.triplets.empty()) add_triplets(problem, sample);
  if (n > kMaxObjects) return;  // no table of the pairs that quadruplets compare
  std::vector<Quadruplet> statements = sample.quadruplets;
  for (const Triplet& triplet : sample.triplets) statements.push_back(as_quadruplet(triplet));
  const auto quadruplets = std::make_shared<const ListedQuadruplets>(n, statements, sample.counts);
  const auto all = static_cast<double>(std::max<std::int64_t>(1, quadruplet_count(n)));
  problem.p = static_cast<double>(quadruplets->count()) / all;
  problem.quadruplets = quadruplets;
}

}  // namespace

void register_scheme_own(core::Registry<core::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "own";
  scheme.sentence = "the answers that come with the data set, as they are";
  scheme.citation = "none: of each data set, see tertium datasets";
  scheme.adds = [](Provisions of_model) {
    Provisions added;
    for (const Provision answers : {Provision::kQuadruplets, Provision::kTriplets})
      if (of_model.contains(answers)) added |= {answers};
    return added;
  };
  scheme.add = add;
  // How many answers there are is known once they are read: planning takes a tenth of all.
  scheme.share = [](Object, const Parameters&) { return SchemeShare{.p = 0.1}; };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
