#include "core/metrics/agreement.hpp"
#include "core/metrics/score.hpp"

namespace tertium {

void register_score_odd_one_out_agreement(core::Registry<core::Score>& scores) {
  core::Score score;
  score.name = "odd_one_out_agreement";
  score.sentence =
      "odd_one_outs_satisfied: share of the odd-one-outs given whose odd one lies apart and whose others lie together";
  score.citation = "OCC17 problem 2 (Ukkonen, Crowdsourced correlation clustering, 2017)";
  score.of = {core::ProductKind::kPartition};
  score.needs = {core::Provision::kOddOneOuts};
  score.columns = {"odd_one_outs_satisfied"};
  score.compute = [](const core::Product& product, const core::Problem& problem,
                     std::map<std::string, double>& columns) {
    columns["odd_one_outs_satisfied"] =
        core::satisfied_share(std::get<core::Partition>(product), *problem.odd_one_outs);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
