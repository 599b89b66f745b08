#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::files {

/// One `key = value` of an INI text or of the command line, and where it stands.
struct IniEntry {
  std::string section;
  std::string key;
  std::string value;
  std::string where;  ///< "file.ini:7" or "--set section.key=value"
  bool adds = false;  ///< += : to the value that the key has so far
};

/// An INI text ('#' opens a comment, a value is all behind the first '='), perhaps with overrides on top.
struct Ini {
  std::vector<IniEntry> sections;  ///< section headers: no key, no value
  std::vector<IniEntry> entries;   ///< one per section and key, in the order of the text; then keys that only `set` has
  std::vector<IniEntry> smoke;     ///< what section [smoke] changes, once take_smoke has taken it out

  /// nullptr where the key is not given.
  const IniEntry* find(std::string_view section, std::string_view key) const;
  /// The entry replaces that of its key, or is added to its value.
  void put(IniEntry entry);
};

/// Throws UsageError on lines that are not INI, and on a key that stands twice. `origin` names the text in messages.
Ini read_ini(std::string_view text, const std::string& origin);

/// Overrides "section.key=value", the last one for a key holds. Throws UsageError on others.
void put_overrides(Ini& ini, const std::vector<std::string>& set);

/// Moves the keys of section [smoke], written section.key, to Ini::smoke, under the sections that they name. Throws
/// UsageError on one that names none.
void take_smoke(Ini& ini);

/// Throws UsageError "WHERE: [section] key = value WHAT".
[[noreturn]] void fail_entry(const IniEntry& entry, std::string_view what);

/// Calls `read` and puts the entry's place before the message of a UsageError.
template <typename Read>
auto placed(const IniEntry& entry, Read read) {
  try {
    return read();
  } catch (const core::UsageError& error) {
    throw core::UsageError(entry.where + ": " + error.what());
  }
}

/// Throws UsageError, with the known ones, for a key of the section that is not one of `known`, in [smoke] too.
void check_keys(const Ini& ini, std::string_view section, const std::vector<std::string>& known);

/// Names, without ".ini", of the INI files in a folder, sorted; none if there is no such folder.
std::vector<std::string> ini_names(const std::filesystem::path& folder);

}  // namespace tertium::files
