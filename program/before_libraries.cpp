// OpenBLAS and OpenMP read limits and variables, and act on them, before main. Nothing here may need a library, nor
// what sanitizers prepare.
#include "program/before_libraries.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

/// OpenBLAS takes its buffers before main, and asks for them for ever where a limit leaves no space.
__attribute__((no_sanitize("address", "undefined"))) void check_address_space() {
  constexpr rlim_t kLeast = rlim_t{400} << 20U;
  constexpr std::string_view kMessage =
      "tertium: the memory limit is too low (less than 400 MB), raise it: ulimit -v, ulimit -d\n";
  for (const auto which : {RLIMIT_AS, RLIMIT_DATA}) {
    struct rlimit limit = {};
    if (getrlimit(which, &limit) != 0 || limit.rlim_cur >= kLeast) continue;
    const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    ::_exit(written < 0 ? terminal::kUsage : terminal::kError);
  }
}

/// OpenMP binds the first thread to the first place, and this program's workers, each of which is a first thread, are
/// then all in one place. Stacks of a size that somebody chose for another program are too small, or cannot be had.
/// HDF5 takes its variable for more than what this program says of locks.
constexpr std::array<const char*, 8> kMisplacing{
    "OMP_PROC_BIND=",     "OMP_PLACES=",   "OMP_STACKSIZE=", "GOMP_STACKSIZE=",
    "GOMP_CPU_AFFINITY=", "KMP_AFFINITY=", "KMP_STACKSIZE=", "HDF5_USE_FILE_LOCKING="};

__attribute__((no_sanitize("address", "undefined"))) bool begins_with(const char* text, const char* beginning) {
  for (; *beginning != '\0'; ++text, ++beginning)
    if (*text != *beginning) return false;
  return true;
}

__attribute__((no_sanitize("address", "undefined"))) bool is_misplacing(const char* variable) {
  for (std::size_t k = 0; k < kMisplacing.size(); ++k)
    if (begins_with(variable, kMisplacing.data()[k])) return true;
  return false;
}

__attribute__((no_sanitize("address", "undefined"))) void forget_misplacing(char** environment) {
  char** kept = environment;
  for (char** each = environment; *each != nullptr; ++each)
    if (!is_misplacing(*each)) *kept++ = *each;
  *kept = nullptr;
}

}  // namespace

__attribute__((no_sanitize("address", "undefined"))) void before_libraries(int /*argc*/, char** /*argv*/,
                                                                           char** environment) {
  check_address_space();
  forget_misplacing(environment);
}

}  // namespace tertium::program
