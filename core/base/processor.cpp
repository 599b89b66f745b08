#include "core/base/processor.hpp"

#include <fmt/ranges.h>
#include <hwy/detect_targets.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::core {
namespace {

std::string instruction_sets(std::int64_t targets) {
  std::vector<std::string> names;
  for (; targets != 0; targets &= targets - 1) names.emplace_back(hwy::TargetName(targets & -targets));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void check_processor() {
  const std::int64_t supported = hwy::SupportedTargets();
  if ((supported & HWY_TARGETS) == 0)
    fail(
        "built for processors with {} (and this one has no more than {}), build it here, or for all by cmake "
        "-DTERTIUM_TARGETS=all",
        instruction_sets(HWY_TARGETS), instruction_sets(supported));
}

}  // namespace tertium::core
