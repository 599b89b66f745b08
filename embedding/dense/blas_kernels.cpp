#include "embedding/dense/blas_kernels.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

// NOLINTBEGIN(readability-identifier-naming): names of OpenBLAS
extern "C" {
char* openblas_get_corename();
// Of libraries that hold kernels for many processors.
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}
// NOLINTEND(readability-identifier-naming)

namespace tertium::embedding {
namespace {

/// The family of kernels that should be used here and is not; empty where none is known.
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

}  // namespace

void choose_blas_kernels() {
  constexpr const char* kVariable = "OPENBLAS_CORETYPE";  // which OpenBLAS reads when it begins
  if (gotoblas_dynamic_init == nullptr || gotoblas_dynamic_quit == nullptr || std::getenv(kVariable) != nullptr) return;
  const std::string better = better_blas_kernels();
  if (better.empty() || ::setenv(kVariable, better.c_str(), 0) != 0) return;
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
}

}  // namespace tertium::embedding
