#include "partition/methods/cover_parameter.hpp"

#include <string>

#include "partition/correlation/constraint_cover.hpp"

namespace tertium::partition {
namespace {

CoverOrder cover_order(const std::string& name) {
  return name == "pairs" ? CoverOrder::kPairs : name == "triplets" ? CoverOrder::kTriplets : CoverOrder::kEdges;
}

}  // namespace

core::ParameterInfo cover_parameter(bool or_none) {
  std::vector<std::string> choices{"pairs", "triplets", "edges"};
  if (or_none) choices.insert(choices.begin(), "none");
  return core::ParameterInfo::choice(
      "cover", "pairs", choices,
      "what contradicts other answers is taken out first: by a matching of contradictions that takes "
      "them pair of objects by pair, answer by answer, or all alike (a list of all: small inputs)");
}

std::vector<core::OddOneOut> answers_left(const core::StepRun& run) {
  core::Stream stream(run.problem.cell, core::Purpose::kConstraintCover);
  return consistent_answers(run.problem.get<core::OddOneOutList>().answers(), cover_order(run.parameters.text("cover")),
                            stream);
}

core::ReportedNumber left_report() {
  return {"consistent", "", "share of the answers that is left without the cover"};
}

void report_left(const core::StepRun& run, std::int64_t left) {
  const std::int64_t all = run.problem.get<core::OddOneOutList>().count();
  run.report("consistent", all == 0 ? 1.0 : static_cast<double>(left) / static_cast<double>(all));
}

}  // namespace tertium::partition
