// A comparison scheme as somebody would add it: every k-th of all quadruplets.
#include "core/comparisons/listed_quadruplets.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium {

void register_scheme_dropped(core::Registry<problems::Scheme>& schemes) {
  problems::Scheme scheme;
  scheme.name = "every";
  scheme.sentence = "every k-th quadruplet in the order of similarity";
  scheme.citation = "made up for a test";
  scheme.parameters = {
      {core::ParameterInfo::integer("step", 3, 1, 1000, "one of so many is given"), {core::Axis::kSample}}};
  scheme.needs = {core::Provision::kSimilarities};
  scheme.adds = [](core::Provisions) { return core::Provisions{core::Provision::kQuadruplets}; };
  scheme.add = [](core::Problem& problem, const problems::ModelSample&, const core::Parameters& values) {
    const core::PairRanking ranking(problem.get<core::Similarities>());
    const std::vector<core::Pair> pairs = core::all_pairs(problem.objects);
    std::vector<core::Quadruplet> statements;
    std::int64_t k = 0;
    for (core::Rank less = 0; less < ranking.pairs(); ++less)
      for (core::Rank more = less + 1; more < ranking.pairs(); ++more)
        if (k++ % values.integer("step") == 0) {
          const core::Pair a = pairs[ranking.pair_at(more)], b = pairs[ranking.pair_at(less)];
          statements.push_back({a.i, a.j, b.i, b.j});
        }
    problem.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(problem.objects, statements));
    problem.questions.p = 1.0 / static_cast<double>(values.integer("step"));
  };
  scheme.share = [](core::Object, const core::Parameters& values) {
    return problems::SchemeShare{.p = 1.0 / static_cast<double>(values.integer("step"))};
  };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
