#include "linkage/methods/feed_parameter.hpp"

namespace tertium::linkage {

core::ParameterInfo feed_parameter(const std::string& sentence) {
  auto info = core::ParameterInfo::choice("input", "triplets", {"triplets", "quadruplets"},
                                          sentence + "; by default those that the chain begins with");
  info.in_key = "feed";
  return info;
}

bool feeds_triplets(const core::Parameters& parameters) {
  return parameters.text("input") == "triplets";
}

core::Provisions needs_of_feed(const core::Parameters& parameters) {
  return feeds_triplets(parameters) ? core::Provisions{core::Provision::kTriplets}
                                    : core::Provisions{core::Provision::kQuadruplets};
}

double answers_fed(const core::ProblemSize& size, const core::Parameters& parameters) {
  return size.p * static_cast<double>(feeds_triplets(parameters) ? core::triplet_count(size.objects)
                                                                 : core::quadruplet_count(size.objects));
}

void report_fed(const core::StepRun& run, std::int64_t answers) {
  if (!run.reports.contains(core::kComparisons)) run.report(core::kComparisons, static_cast<double>(answers));
}

}  // namespace tertium::linkage
