#include "experiments/mpi/binding.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/machine.hpp"

namespace tertium::experiments {
namespace {

struct Process {
  std::string name;
  pid_t parent = 0;
};

/// Of /proc/PID/stat: "PID (NAME) STATE PARENT ...", in which a name may hold anything.
std::optional<Process> process(pid_t id) {
  std::ifstream file("/proc/" + std::to_string(id) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::size_t begin = text.find('('), end = text.rfind(')');
  if (begin == std::string::npos || end == std::string::npos) return std::nullopt;
  Process found{text.substr(begin + 1, end - begin - 1)};
  std::istringstream rest(text.substr(end + 1));
  char state = ' ';
  if (!(rest >> state >> found.parent)) return std::nullopt;
  return found;
}

/// mpirun by all its names, and what it starts on other machines.
bool is_launcher(std::string_view name) {
  constexpr std::array<std::string_view, 7> kBeginnings{"mpirun",  "mpiexec", "orterun", "orted",
                                                        "prterun", "prted",   "prte"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view each) { return name.starts_with(each); });
}

std::optional<cpu_set_t> cores_of(pid_t id) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(id, sizeof set, &set) != 0) return std::nullopt;
  return set;
}

/// Of the nearest launcher above this process; shells and wrappers may be between.
std::optional<cpu_set_t> launcher_set() {
  std::optional<Process> at = process(getpid());
  while (at && at->parent > 1) {
    const pid_t id = at->parent;
    at = process(id);
    if (at && is_launcher(at->name)) return cores_of(id);
  }
  return std::nullopt;
}

}  // namespace

int cores_of_launcher() {
  const std::optional<cpu_set_t> set = launcher_set();
  return set ? CPU_COUNT(&*set) : core::usable_cores();
}

void use_cores_of_launcher(int wanted) {
  if (core::usable_cores() >= wanted) return;
  const std::optional<cpu_set_t> set = launcher_set();
  if (set && CPU_COUNT(&*set) > core::usable_cores()) sched_setaffinity(0, sizeof *set, &*set);
}

}  // namespace tertium::experiments
