#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/clusterings/agreement.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/graphs/dasgupta.hpp"
#include "core/methods/method.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/multiplicative/four_k_active.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/reference.hpp"

// What computes each file of the independent vectors.
// A new similarity, linkage or score is one line here, and its name leaves the list of what is not there yet.

namespace tertium::testing {

using ReferenceKernel = core::PairTable<std::int64_t>;

/// Names of sim_*.csv, merges_*.csv and columns of scores.csv that nothing computes yet.
inline const std::set<std::string> kNotYet{};

inline ReferenceKernel with_self_terms(const core::Quadruplets& quadruplets) {
  ReferenceKernel kernel = kernels::mulk4(quadruplets);
  const ReferenceKernel terms = kernels::adds4(quadruplets);
  for (core::PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += 2 * terms[pair];
  return kernel;
}

inline ReferenceKernel active(const ReferenceCase& c, kernels::SelfTerms self, bool all_landmarks = false) {
  std::vector<core::Object> objects;
  for (core::Object i = 0; i < c.n; ++i) objects.push_back(i);
  core::ActiveOracle oracle(c.ranking);
  return kernels::four_k_active(oracle, c.references, all_landmarks ? objects : c.landmarks, self);
}

inline const std::map<std::string, std::function<ReferenceKernel(const ReferenceCase&)>> kSimilarities{
    {"adds4", [](const ReferenceCase& c) { return kernels::adds4(*c.listed); }},
    {"mulk4", [](const ReferenceCase& c) { return kernels::mulk4(*c.listed); }},
    {"k4_self", [](const ReferenceCase& c) { return with_self_terms(*c.listed); }},
    {"full_adds4", [](const ReferenceCase& c) { return kernels::adds4(*c.full); }},
    {"full_mulk4", [](const ReferenceCase& c) { return kernels::mulk4(*c.full); }},
    {"full_k4_self", [](const ReferenceCase& c) { return with_self_terms(*c.full); }},
    {"adds3", [](const ReferenceCase& c) { return kernels::adds3(kernels::anchor_scores(*c.listed_triplets)); }},
    {"mulk3_raw", [](const ReferenceCase& c) { return kernels::mulk3(*c.listed_triplets); }},
    {"full_adds3", [](const ReferenceCase& c) { return kernels::adds3(kernels::anchor_scores(*c.full_triplets)); }},
    {"full_mulk3_raw", [](const ReferenceCase& c) { return kernels::mulk3(*c.full_triplets); }},
    {"k4_active", [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kNone); }},
    {"k4_active_self", [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kMostSimilar); }},
    {"k4_active_self_all_landmarks",
     [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kMostSimilar, true); }}};

inline core::PairTable<double> normalised_mulk3(const core::Triplets& triplets) {
  return kernels::normalised(kernels::mulk3(triplets), kernels::anchor_scores(triplets).given);
}

/// Similarities that are no integers.
inline const std::map<std::string, std::function<core::PairTable<double>(const ReferenceCase&)>> kRealSimilarities{
    {"mulk3", [](const ReferenceCase& c) { return normalised_mulk3(*c.listed_triplets); }},
    {"full_mulk3", [](const ReferenceCase& c) { return normalised_mulk3(*c.full_triplets); }}};

/// Trees that all have to be the one of the file, each with what made it.
using Trees = std::map<std::string, core::Dendrogram>;

inline core::Dendrogram average_by(const ReferenceCase& c, const std::string& similarity) {
  linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
  return linkage::average_linkage(kSimilarities.at(similarity)(c), core::Partition::singletons(c.n), ties);
}

inline Trees tree_of(const ReferenceCase& c, const std::string& method,
                     std::shared_ptr<const core::Quadruplets> quadruplets) {
  return {{method, tree_by(method, c.problem(std::move(quadruplets)))}};
}

/// The method itself, and average linkage on the vectors' own similarity.
inline Trees tree_of(const ReferenceCase& c, const std::string& method,
                     std::shared_ptr<const core::Quadruplets> quadruplets, const std::string& similarity) {
  Trees trees = tree_of(c, method, std::move(quadruplets));
  trees.emplace("average linkage on " + similarity, average_by(c, similarity));
  return trees;
}

/// A method of triplets, in the reading of its terms that the vectors have.
inline Trees tree_of(const ReferenceCase& c, const std::string& name, std::shared_ptr<const core::Triplets> triplets) {
  core::Method method = core::find_method(name);
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == "reading") core::set_parameter(method, parameter.name, std::string("literal"));
  return {{name, tree_by(method, c.problem(std::move(triplets)))}};
}

inline Trees tree_of(const ReferenceCase& c, const std::string& name, std::shared_ptr<const core::Triplets> triplets,
                     const std::string& similarity) {
  Trees trees = tree_of(c, name, std::move(triplets));
  trees.emplace("average linkage on " + similarity, average_by(c, similarity));
  return trees;
}

/// Every way of asking.
inline Trees by_all_policies(const ReferenceCase& c, const std::string& name) {
  Trees trees;
  for (const core::ParameterInfo& info : core::find_method(name).links[0].step->parameters)
    if (info.name == "policy")
      for (const std::string& policy : info.choices)
        trees.emplace(name + ", " + policy, tree_by(method_of(name, {{"policy", policy}}),
                                                    c.problem(std::shared_ptr<const core::Quadruplets>())));
  return trees;
}

inline const std::map<std::string, std::function<Trees(const ReferenceCase&)>> kMerges{
    {"sl", [](const ReferenceCase& c) { return by_all_policies(c, "SL"); }},
    {"cl", [](const ReferenceCase& c) { return by_all_policies(c, "CL"); }},
    {"al", [](const ReferenceCase& c) { return tree_of(c, "AL", std::shared_ptr<const core::Quadruplets>()); }},
    {"4al", [](const ReferenceCase& c) { return tree_of(c, "4-AL", c.listed); }},
    {"4al_full", [](const ReferenceCase& c) { return tree_of(c, "4-AL", c.full); }},
    {"4k", [](const ReferenceCase& c) { return tree_of(c, "4K-AL-literal", c.listed, "mulk4"); }},
    {"4k_full", [](const ReferenceCase& c) { return tree_of(c, "4K-AL-literal", c.full, "full_mulk4"); }},
    {"4k_self", [](const ReferenceCase& c) { return tree_of(c, "4K-AL", c.listed, "k4_self"); }},
    {"4k_self_full", [](const ReferenceCase& c) { return tree_of(c, "4K-AL", c.full, "full_k4_self"); }},
    {"adds4", [](const ReferenceCase& c) { return tree_of(c, "AddS-4-AL", c.listed, "adds4"); }},
    {"adds4_full", [](const ReferenceCase& c) { return tree_of(c, "AddS-4-AL", c.full, "full_adds4"); }},
    {"adds3", [](const ReferenceCase& c) { return tree_of(c, "AddS-3-AL", c.listed_triplets, "adds3"); }},
    {"adds3_full", [](const ReferenceCase& c) { return tree_of(c, "AddS-3-AL", c.full_triplets, "full_adds3"); }},
    {"3al", [](const ReferenceCase& c) { return tree_of(c, "3-AL", c.listed_triplets); }},
    {"3al_full", [](const ReferenceCase& c) { return tree_of(c, "3-AL", c.full_triplets); }},
    {"3k", [](const ReferenceCase& c) { return tree_of(c, "3K-AL", c.listed_triplets); }},
    {"3k_full", [](const ReferenceCase& c) { return tree_of(c, "3K-AL", c.full_triplets); }},
    {"3k_raw",
     [](const ReferenceCase& c) {
       return Trees{{"average linkage", average_by(c, "mulk3_raw")}};
     }},
    {"4k_active",
     [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average_by(c, "k4_active")}};
     }},
    {"4k_active_self",
     [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average_by(c, "k4_active_self")}};
     }},
    {"4k_active_allr", [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average_by(c, "k4_active_self_all_landmarks")}};
     }}};

inline const std::map<std::string, std::function<double(const ReferenceCase&, const core::Dendrogram&)>> kScores{
    {"aari", [](const auto& c, const auto& tree) { return metrics::averaged_adjusted_rand_index(tree, c.truth); }},
    {"dasgupta", [](const auto& c, const auto& tree) { return core::dasgupta_cost(tree, c.w); }},
    {"quad_revenue",
     [](const auto& c, const auto& tree) { return static_cast<double>(core::agreement(tree, *c.listed).revenue); }},
    {"quad_revenue_full",
     [](const auto& c, const auto& tree) { return static_cast<double>(core::agreement(tree, *c.full).revenue); }},
    {"trip_revenue",
     [](const auto& c, const auto& tree) {
       return static_cast<double>(core::agreement(tree, *c.listed_triplets).revenue);
     }},
    {"trip_revenue_full", [](const auto& c, const auto& tree) {
       return static_cast<double>(core::agreement(tree, *c.full_triplets).revenue);
     }}};

/// Columns of scores.csv that describe the sequence rather than score it.
inline const std::set<std::string> kDescriptions{"method", "tie_free", "min_gap", "aari_exact"};

}  // namespace tertium::testing
