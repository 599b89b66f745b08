#include "core/base/machine.hpp"

#include <fmt/ranges.h>
#include <hwy/detect_targets.h>
#include <hwy/targets.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"

namespace tertium::core {
namespace {

std::string text_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

double system_available() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    double kib = 0.0;
    if (words >> name >> kib && name == "MemAvailable:") return kib * 1024.0;
  }
  return std::numeric_limits<double>::infinity();
}

/// What ulimit -v and -d leave of the process's addresses.
double left_by_limits() {
  std::ifstream file("/proc/self/statm");
  double total = 0.0, data = 0.0, unused = 0.0;
  file >> total >> unused >> unused >> unused >> unused >> data;  // in pages
  double left = std::numeric_limits<double>::infinity();
  for (const auto& [which, pages] : {std::pair(RLIMIT_AS, total), std::pair(RLIMIT_DATA, data)}) {
    rlimit limit{};
    if (getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    const double used = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
    left = std::min(left, std::max(0.0, static_cast<double>(limit.rlim_cur) - used));
  }
  return left;
}

std::string instruction_sets(std::int64_t targets) {
  std::vector<std::string> names;
  for (; targets != 0; targets &= targets - 1) names.emplace_back(hwy::TargetName(targets & -targets));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

std::optional<int> wished_threads() {
  constexpr int kMost = 4096;
  const char* text = std::getenv("OMP_NUM_THREADS");
  if (text == nullptr) return std::nullopt;
  std::optional<int> outermost;
  for (const std::string& item : split_list(text)) {
    const auto threads = parse_number<int>(item);
    if (!threads || *threads < 1 || *threads > kMost)
      fail("OMP_NUM_THREADS = {} is not a whole number in [1, {}], nor a list of such, correct it, or give --threads",
           text, kMost);
    if (!outermost) outermost = threads;  // the others are for loops inside of loops
  }
  return outermost;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

double resident_memory() {
  std::ifstream file("/proc/self/statm");
  double total = 0.0, resident = 0.0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

double available_memory() {
  const double in_groups = memory_left_in_groups(text_of("/proc/self/cgroup"), text_of("/proc/self/mountinfo"));
  return std::min({system_available(), in_groups, left_by_limits()});
}

void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = 1U << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kPage * kPage;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

bool has_memory_for(double bytes) {
  constexpr double kFew = 32e6;
  return bytes < kFew || bytes <= available_memory();
}

void check_processor() {
  const std::int64_t supported = hwy::SupportedTargets();
  if ((supported & HWY_TARGETS) == 0)
    fail(
        "built for processors with {} (this one has only {}), build it here, or for all with cmake "
        "-DTERTIUM_TARGETS=all",
        instruction_sets(HWY_TARGETS), instruction_sets(supported));
}

}  // namespace tertium::core
