#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tertium::testing {

/// Every instruction set that this machine has and the program was compiled for, the plain one included.
inline std::vector<std::int64_t> all_targets() {
  std::vector<std::int64_t> targets;
  for (std::int64_t rest = hwy::SupportedTargets() | HWY_STATIC_TARGET; rest != 0; rest &= rest - 1)
    if (const std::int64_t target = rest & -rest; (target & HWY_TARGETS) != 0) targets.push_back(target);
  return targets;
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
