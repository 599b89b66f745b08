#include "embedding/dense/blas_kernels.hpp"

#include <algorithm>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming): a name of OpenBLAS
extern "C" {
char* openblas_get_corename();
}
// NOLINTEND(readability-identifier-naming)

namespace tertium::embedding {

std::string better_blas_kernels() {
#if defined(__x86_64__)
  constexpr std::string_view kWide[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
  constexpr std::string_view kNarrow[] = {"Haswell", "Excavator", "Zen"};
  const std::string_view chosen = openblas_get_corename();
  if (std::ranges::count(kWide, chosen) > 0) return {};
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (std::ranges::count(kNarrow, chosen) > 0) return {};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return {};
}

}  // namespace tertium::embedding
