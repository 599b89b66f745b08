#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

core::ParameterInfo tie_parameter() {
  return core::ParameterInfo::choice(
      "ties", "first", {"first", "random"},
      "which of several equally good merges is done: the first by smallest members, or one at random");
}

TiePolicy tie_policy(const core::Parameters& parameters) {
  return parameters.text("ties") == "random" ? TiePolicy::kRandom : TiePolicy::kFirst;
}

core::ReportedNumber tied_merges_number() {
  return {kTiedMerges, "1", "merges with equally good alternatives; if there are any, the tree is one of several"};
}

}  // namespace tertium::linkage
