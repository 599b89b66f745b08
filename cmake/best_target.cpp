// Says the best instruction set that this machine and Highway, as the compiler sees it, know.
#include <hwy/targets.h>

#include <cstdint>
#include <cstdio>

int main() {
  const std::int64_t known = hwy::SupportedTargets() & HWY_TARGETS;
  std::puts(hwy::TargetName(known & -known));
}
