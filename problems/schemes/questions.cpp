// Nothing is given; which two of three objects are closest may be asked (Emamjomeh-Zadeh and Kempe, SODA 2018). The
// answers come from similarities, or from a true tree, with no table of all pairs: so there may be a million objects.
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  problem.questions.eps = values.real("eps");
  problem.questions.most = evaluate_count(values.text("count"), problem.objects);
  provide_closest_pairs(problem, values);
}

}  // namespace

void register_scheme_questions(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "questions";
  scheme.sentence =
      "no answers are given; methods may ask which two of three objects are closest; each answer is right with "
      "probability (1 + eps)/2";
  scheme.citation = "Emamjomeh-Zadeh and Kempe, Adaptive hierarchical clustering using ordinal queries, SODA 2018";
  scheme.parameters = {
      {core::ParameterInfo::text("count", "2^53", "budget of questions: an expression in n, the number of objects"),
       {core::Axis::kBudget}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0, "an answer is right with probability (1 + eps)/2", true),
       {core::Axis::kNoise}},
      answer_noise_parameter(),
  };
  scheme.adds = [](core::Provisions of_model) {
    const bool known = of_model.meets({core::Provision::kSimilarities, core::Provision::kTrueTree});
    return known ? core::Provisions{core::Provision::kClosestPairs} : core::Provisions{};
  };
  scheme.add = add;
  scheme.share = [](core::Object, const core::Parameters& values) { return SchemeShare{1.0, values.real("eps")}; };
  scheme.check = [](core::Object n, const core::Parameters& values) { evaluate_count(values.text("count"), n); };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
