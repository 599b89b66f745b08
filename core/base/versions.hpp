#pragma once

#include <map>
#include <string>

namespace tertium::core {

/// The versions of the entries of a kind that are above 1, by name.
template <typename Entry>
std::map<std::string, int>& raised_versions() {
  static std::map<std::string, int> versions;
  return versions;
}

/// For the function that registers a step, model, scheme or score: one more for each mended error after which something
/// else comes out. From 2 on the version is a part of the keys of trials, and of a score a part of its name in rows, so
/// that what the older one made is made again. The entry has its name already.
template <typename Entry>
void set_version(const Entry& entry, int version) {
  raised_versions<Entry>()[entry.name] = version;
}

template <typename Entry>
int version_of(const Entry& entry) {
  const auto found = raised_versions<Entry>().find(entry.name);
  return found == raised_versions<Entry>().end() ? 1 : found->second;
}

}  // namespace tertium::core
