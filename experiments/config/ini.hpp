#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"

namespace tertium::experiments {

using core::split_list;
using core::trimmed;

/// One `key = value` of an INI text or of the command line, and where it stands.
struct IniEntry {
  std::string section;
  std::string key;
  std::string value;
  std::string where;  ///< "file.ini:7" or "--set section.key=value"
};

/// An INI text ('#' opens a comment, a value is all behind the first '='), with overrides on top.
struct Ini {
  std::vector<IniEntry> sections;  ///< section headers: no key, no value
  std::vector<IniEntry> entries;   ///< one per section and key, in the order of the text; then keys that only `set` has

  /// nullptr where the key is not given.
  const IniEntry* find(std::string_view section, std::string_view key) const;
};

/// Throws UsageError on lines that are not INI, on a key that stands twice in `text`, and on overrides that are not
/// "section.key=value". `origin` names the text in messages.
Ini read_ini(std::string_view text, const std::string& origin, const std::vector<std::string>& set);

/// Names, without ".ini", of the INI files in a folder, sorted; none if there is no such folder.
std::vector<std::string> ini_names(const std::filesystem::path& folder);

}  // namespace tertium::experiments
