#include "core/base/machine.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace tertium::core {
namespace {

/// The first number of a file; infinity where there is none ("max", no such file).
double number_in(const char* path) {
  std::ifstream file(path);
  double value = 0.0;
  return file >> value ? value : std::numeric_limits<double>::infinity();
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

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
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
  const double limit = number_in("/sys/fs/cgroup/memory.max");
  const double used = number_in("/sys/fs/cgroup/memory.current");
  const double in_group = std::isfinite(limit) && std::isfinite(used) ? limit - used : limit;
  return std::min(system_available(), in_group);
}

}  // namespace tertium::core
