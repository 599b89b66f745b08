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
    const core::OddOneOutList& given = *problem.odd_one_outs;
    const auto satisfied = static_cast<double>(satisfied_answers(std::get<core::Partition>(product), given.answers()));
    columns["odd_one_outs_satisfied"] = given.count() == 0 ? 1.0 : satisfied / static_cast<double>(given.count());
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
