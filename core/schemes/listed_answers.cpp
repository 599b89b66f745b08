#include "core/schemes/listed_answers.hpp"

#include <algorithm>

namespace tertium::core {

void add_listed_answers(Problem& problem, const ModelSample& sample) {
  const Object n = sample.objects;
  std::vector<Quadruplet> statements = sample.quadruplets;
  for (const Triplet& triplet : sample.triplets) statements.push_back(as_quadruplet(triplet));
  const auto quadruplets = std::make_shared<const ListedQuadruplets>(n, statements, sample.counts);
  const auto all = static_cast<double>(std::max<std::int64_t>(1, quadruplet_count(n)));
  problem.p = static_cast<double>(quadruplets->count()) / all;
  problem.quadruplets = quadruplets;
  if (sample.triplets.empty()) return;
  const std::size_t before = sample.counts.empty() ? 0 : sample.quadruplets.size();
  problem.triplets =
      std::make_shared<const ListedTriplets>(TripletList(n, sample.triplets), std::span(sample.counts).subspan(before));
}

Provisions listed_answers(Provisions of_model) {
  Provisions added;
  for (const Provision answers : {Provision::kQuadruplets, Provision::kTriplets})
    if (of_model.contains(answers)) added |= {answers};
  return added;
}

}  // namespace tertium::core
