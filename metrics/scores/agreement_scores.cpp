// How well a tree or a partition agrees with the comparisons that were given, without any truth.
#include <variant>

#include "core/clusterings/agreement.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

constexpr const char* kRevenue =
    "Mandal, Perrot, Ghoshdastidar, A revenue function for comparison-based hierarchical clustering, TMLR 2023";

void with_quadruplets(const core::Product& product, const core::Problem& problem,
                      std::map<std::string, double>& columns) {
  const core::Agreement found = core::agreement(std::get<core::Dendrogram>(product), problem.get<core::Quadruplets>());
  columns["revenue"] = static_cast<double>(found.revenue);
  columns["normalised_revenue"] = found.normalised_revenue(problem.objects);
  columns["satisfied"] = found.satisfied;
}

void with_triplets(const core::Product& product, const core::Problem& problem, std::map<std::string, double>& columns) {
  const core::Agreement found = core::agreement(std::get<core::Dendrogram>(product), problem.get<core::Triplets>());
  columns["triplet_revenue"] = static_cast<double>(found.revenue);
  columns["triplet_satisfied"] = found.satisfied;
}

double with_odd_one_outs(const core::Product& product, const core::Problem& problem) {
  return core::satisfied_share(std::get<core::Partition>(product), problem.get<core::OddOneOutList>());
}

}  // namespace

void register_score_agreement(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "agreement",
       .sentence =
           "revenue, normalised_revenue and satisfied: how well a tree agrees with the quadruplets that were given",
       .citation = kRevenue,
       .columns = {"revenue", "normalised_revenue", "satisfied"},
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kQuadruplets},
       .compute = with_quadruplets});
  scores.push_back(
      {.name = "triplet_agreement",
       .sentence = "triplet_revenue and triplet_satisfied: how well a tree agrees with the triplets that were given",
       .citation = kRevenue,
       .columns = {"triplet_revenue", "triplet_satisfied"},
       .of = {core::ProductKind::kTree},
       .needs = {core::Provision::kTriplets},
       .compute = with_triplets});
  scores.push_back({.name = "odd_one_out_agreement",
                    .sentence = "odd_one_outs_satisfied: share of the given odd-one-outs whose odd one is in another "
                                "cluster and whose other two are in the same cluster",
                    .citation = "OCC17 problem 2 (Ukkonen, Crowdsourced correlation clustering, 2017)",
                    .columns = {"odd_one_outs_satisfied"},
                    .range = kShareRange,
                    .of = {core::ProductKind::kPartition},
                    .needs = {core::Provision::kOddOneOuts},
                    .compute = one_column("odd_one_outs_satisfied", with_odd_one_outs)});
}

}  // namespace tertium
