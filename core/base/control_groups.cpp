#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/machine.hpp"

namespace tertium::core {
namespace {

namespace fs = std::filesystem;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Where version 1 and 2 keep what is asked here.
struct Interface {
  const char* limit;
  const char* usage;
  const char* reclaimable;  ///< in memory.stat, of the group and all below it
};
constexpr Interface kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Interface kVersion2{"memory.max", "memory.current", "inactive_file"};

/// A mounted hierarchy of groups that may limit memory.
struct Hierarchy {
  const Interface* interface = nullptr;
  fs::path mount;
  fs::path shown;  ///< the group that the mount shows as its top
};

bool has_word(std::string_view list, std::string_view word) {  // of a comma-separated list
  std::istringstream words{std::string(list)};
  for (std::string item; std::getline(words, item, ',');)
    if (item == word) return true;
  return false;
}

/// The first number of a file; nothing where there is none ("max", no such file).
std::optional<double> number_in(const fs::path& file) {
  std::ifstream in(file);
  double value = 0.0;
  if (in >> value) return value;
  return {};
}

double reclaimable_bytes(const fs::path& folder, const Interface& interface) {
  std::ifstream in(folder / "memory.stat");
  std::string name;
  for (double value = 0.0; in >> name >> value;)
    if (name == interface.reclaimable) return value;
  return 0.0;
}

double left_in(const fs::path& folder, const Interface& interface) {
  const std::optional<double> limit = number_in(folder / interface.limit);
  if (!limit) return kUnlimited;
  const double used = number_in(folder / interface.usage).value_or(0.0) - reclaimable_bytes(folder, interface);
  return std::max(0.0, *limit - std::max(0.0, used));
}

/// Of a line of mountinfo: id parent device top mount options [tags] - type source options.
std::optional<Hierarchy> hierarchy_of(const std::string& line) {
  const std::size_t dash = line.find(" - ");
  if (dash == std::string::npos) return {};
  std::istringstream front(line.substr(0, dash)), back(line.substr(dash + 3));
  std::string id, parent, device, top, mount, type, source, options;
  front >> id >> parent >> device >> top >> mount;
  back >> type >> source >> options;
  if (type == "cgroup2") return Hierarchy{&kVersion2, mount, top};
  if (type == "cgroup" && has_word(options, "memory")) return Hierarchy{&kVersion1, mount, top};
  return {};
}

/// The group of this process in a hierarchy, out of lines "number:controllers:path"; version 2 has no controllers
/// there.
std::optional<fs::path> group_in(std::string_view groups, const Hierarchy& hierarchy) {
  std::istringstream lines{std::string(groups)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (hierarchy.interface == &kVersion2 ? controllers.empty() : has_word(controllers, "memory"))
      return fs::path(line.substr(second + 1));
  }
  return {};
}

/// The tightest limit on the way from a group to the top of what is mounted.
double left_on_the_way(const Hierarchy& hierarchy, const fs::path& group, const fs::path& root) {
  // A container may show only the groups below its own, and name its own by another path: then the mount is that group.
  fs::path below = group.lexically_relative(hierarchy.shown);
  if (below.empty() || *below.begin() == "..") below = ".";
  const fs::path mount = root / hierarchy.mount.relative_path();
  double left = kUnlimited;
  for (fs::path folder = (mount / below).lexically_normal();; folder = folder.parent_path()) {
    left = std::min(left, left_in(folder, *hierarchy.interface));
    if (folder.native().size() <= mount.native().size()) return left;
  }
}

}  // namespace

double memory_left_in_groups(std::string_view groups, std::string_view mounts, const fs::path& root) {
  double left = kUnlimited;
  std::istringstream lines{std::string(mounts)};
  for (std::string line; std::getline(lines, line);)
    if (const std::optional<Hierarchy> hierarchy = hierarchy_of(line))
      if (const std::optional<fs::path> group = group_in(groups, *hierarchy))
        left = std::min(left, left_on_the_way(*hierarchy, *group, root));
  return left;
}

}  // namespace tertium::core
