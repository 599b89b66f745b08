#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tertium::testing {

/// Every instruction set that this machine has and the program was compiled for. .ci/run compiles for all that there
/// are.
inline std::vector<std::int64_t> all_targets() {
  return hwy::SupportedAndGeneratedTargets();
}

/// While it lives, vector code runs on one instruction set only.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::int64_t target) { force(target); }
  ~ForcedTarget() { force(0); }
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;

 private:
  static void force(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace tertium::testing
