// Loaded before a program (LD_PRELOAD), it makes the processor one of 2006, as far as Highway sees: one that nothing is
// built for.
#include <hwy/detect_targets.h>
#include <hwy/highway_export.h>

#include <cstdint>

namespace hwy {
// NOLINTBEGIN(readability-identifier-naming): a name of Highway
HWY_DLLEXPORT std::int64_t SupportedTargets();
std::int64_t SupportedTargets() {
  return HWY_SSSE3;
}
// NOLINTEND(readability-identifier-naming)
}  // namespace hwy
