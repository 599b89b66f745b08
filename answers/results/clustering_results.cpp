#include <limits>

#include "answers/conclusions/branches.hpp"
#include "answers/results/results.hpp"

namespace tertium::answers {

using files::Json, files::known;

Record answers_of(const Clustering& found, const AnswerInput& input) {
  const bool listed = !input.sums && !input.packed;
  return {
      {"answers", "how many", found.answers.answers},
      {"questions", "different ones", known(found.answers.questions, listed)},
      {"questions_disputed", "with contradictory answers", known(found.answers.disputed, listed)},
      {"questions_tied", "of them, those without a majority", known(found.answers.tied, listed)},
  };
}

Record sizes_of(const Clustering& found) {
  return {{"clusters", "how many", found.labels.clusters()}, {"cluster_sizes", "objects of each", found.sizes()}};
}

Record agreement_of(const Clustering& found, const AnswerInput& input) {
  const bool some = found.agreement.has_value();
  const core::Agreement agreement = found.agreement.value_or(core::Agreement());
  const double normalised = some ? agreement.normalised_revenue(input.comparisons.objects) : 0.0;
  return {
      {"satisfied", "fraction of the answers that the tree satisfies", known(agreement.satisfied, some)},
      {"satisfied_by_chance", "the same for random answers to the same questions", found.satisfied_by_chance},
      {"revenue", "by how much clusters of the less similar are larger", known(agreement.revenue, some)},
      {"normalised_revenue", "per answer and object, from -1 to 1", known(normalised, some)},
  };
}

Record truth_of(const Clustering& found) {
  return {
      {"odd_one_outs_satisfied", "fraction with the odd one in another cluster", found.odd_one_outs_satisfied},
      {"ari", "the adjusted Rand index with the known classes of a data set", found.ari},
      {"ari_without_outliers", "without objects of no class", found.ari_without_outliers},
  };
}

const char* name_of(NumberRule rule) {
  return rule == NumberRule::kHeldOut ? "held-out" : "auto";
}

Record record_of(const ClusterNumber& number, NumberRule rule) {
  Record record{{"n_clusters", "how many", number.clusters},
                {"log_likelihood", "per comparison, by the probabilities of answers about clusters",
                 number.log_likelihood.value}};
  if (rule == NumberRule::kHeldOut)
    record.push_back({"standard_error", "of that", number.log_likelihood.error});
  else
    record.push_back({"criterion", "the Bayesian information criterion", number.criterion});
  return record;
}

Record record_of(const TriedMethod& tried) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const Estimate predicted = tried.blocks.empty() ? Estimate{kUnknown, kUnknown} : share_predicted(tried.blocks);
  return {
      {"method", "its name", tried.method.name},
      {"accuracy", "fraction of held-out answers that it predicts", predicted.value},
      {"standard_error", "of that", predicted.error},
  };
}

Record record_of(const CountedPerson& person) {
  return {
      {"subject", "who it is", person.name},
      {"answers", "how many", person.answers},
      {"accuracy", "fraction of them that is predicted from the others' answers", person.predicted},
      {"weight", "of an answer, relative to the largest weight", person.weight},
  };
}

Record record_of(const BranchSupport& support) {
  Json shares = Json::array(), transfers = Json::array();
  for (std::size_t row = 0; row < support.counts.size(); ++row) {
    shares.push_back(support.share(row));
    transfers.push_back(support.transfer(row));
  }
  return {
      {"trees", "from samples", support.replicates},
      {"samples_of", "subjects or questions", support.drawn},
      {"sampled", "how many of these", support.units},
      {"sampled_without_subject", "questions without a known participant", support.of_nobody},
      {"branches_of_95_percent", "that this many trees have", support.at_least(0.95)},
      {"branches_of_50_percent", "that this many trees have", support.at_least(0.5)},
      {"nodes", "fraction of trees that have each", shares},
      {"transfer", "1 minus the mean fraction of its objects that must move until the trees have it", transfers},
      {"transfer_of_95_percent", "branches with at least this transfer support", support.transfer_at_least(0.95)},
      {"transfer_of_50_percent", "branches with at least this transfer support", support.transfer_at_least(0.5)},
      {"seconds", "of all trees", support.seconds},
  };
}

Record cut_of(const Clustering& found, std::size_t k) {
  Record record{{"nodes", "below the branch", nodes_below_cut(found, k)}};
  if (!found.cut_support) return record;
  record.push_back({"support", "fraction of trees that have it", found.cut_support->share(k)});
  record.push_back({"transfer", "transfer support, from 0 to 1", found.cut_support->transfer(k)});
  return record;
}

Record record_of(const ClusterMembership& membership) {
  Json shares = Json::array();
  for (core::Object i = 0; i < std::ssize(membership.stays); ++i) shares.push_back(membership.share(i));
  return {{"samples", "of the answers", membership.replicates},
          {"objects", "fraction of samples that have each in its cluster", shares}};
}

Record record_of(const OtherSeeds& others) {
  return {{"trees", "of other seeds", others.trees},
          {"triplet_distance", "fraction of triples that differ", others.distance},
          {"largest_triplet_distance", "the largest", others.farthest}};
}

Record record_of(const ProvedBound& bound) {
  return {{"class", "what it is proved of: rooted tree, tree with lengths, or distances", name_of(bound.of)},
          {"satisfied_at_most", "fraction of answers that nothing of the class exceeds", bound.share()},
          {"sets", "of four objects that it is based on", bound.proved.sets},
          {"sets_possible", "that there are, with answers about two of their triples", bound.proved.sets_there},
          {"passes", "over the sets", bound.proved.passes},
          {"seconds", "it took", bound.seconds}};
}

Record record_of(const ProvedRevenue& proved) {
  return {
      {"dasgupta_cost_at_least", "of any tree", proved.least_cost},
      {"revenue", "of the tree (Moseley and Wang)", proved.revenue},
      {"revenue_at_most", "of any tree", proved.proved.bound},
      {"share_beyond_random", "fraction of the gap between a random tree and the bound that the tree closes at least",
       known(proved.share_beyond_random(), std::isfinite(proved.share_beyond_random()))},
      {"sets", "of four vertices that it is based on", proved.proved.sets},
      {"sets_possible", "that there are", proved.proved.sets_there},
      {"passes", "over the sets", proved.proved.passes},
      {"seconds", "it took", proved.seconds}};
}

}  // namespace tertium::answers
