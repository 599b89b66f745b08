#include "experiments/config/ini.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

std::string_view without_comment(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')));
}

/// An entry and whether it adds to the value of its key (+=).
struct Assignment {
  IniEntry entry;
  bool adds = false;
};

Assignment assignment(std::string section, std::string_view key, std::string_view value, std::string where) {
  const bool adds = key.ends_with('+');
  if (adds) key = trimmed(key.substr(0, key.size() - 1));
  return {{std::move(section), std::string(key), std::string(trimmed(value)), std::move(where)}, adds};
}

/// `key = value` or `key += value` of one line.
Assignment parse_line(std::string_view line, const std::string& section, const std::string& where) {
  const std::size_t equals = line.find('=');
  const std::string_view key = trimmed(line.substr(0, equals));
  if (equals == std::string_view::npos || key.empty())
    throw core::UsageError(
        fmt::format("{}: '{}' is not INI (neither [section] nor key = value), mend the line", where, line));
  return assignment(section, key, line.substr(equals + 1), where);
}

void add_to(IniEntry& entry, const IniEntry& more) {
  entry.value = entry.value.empty() ? more.value : entry.value + ", " + more.value;
}

IniEntry* find(Ini& ini, const IniEntry& wanted) {
  return const_cast<IniEntry*>(std::as_const(ini).find(wanted.section, wanted.key));
}

void read_text(std::string_view text, const std::string& origin, Ini& ini) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some editors put it before UTF-8
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::istringstream stream{std::string(text)};
  std::string section;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    const std::string where = fmt::format("{}:{}", origin, number);
    const std::string_view content = without_comment(line);
    if (content.empty()) continue;
    if (content.front() == '[' && content.back() == ']') {
      section = trimmed(content.substr(1, content.size() - 2));
      ini.sections.push_back({section, "", "", where});
      continue;
    }
    auto [entry, adds] = parse_line(content, section, where);
    if (section.empty())
      throw core::UsageError(
          fmt::format("{}: '{}' stands before any section (a key needs one), put it under a line such as "
                      "[sweep]",
                      where, entry.key));
    IniEntry* first = find(ini, entry);
    if (first && !adds)
      throw core::UsageError(fmt::format("{}: [{}] {} is given twice (first at {}), remove one of the two", where,
                                         section, entry.key, first->where));
    if (first)
      add_to(*first, entry);
    else
      ini.entries.push_back(std::move(entry));
  }
}

/// The key has no dot, the section may have: "method.4-AL.m" is m in [method.4-AL].
Assignment parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = trimmed(std::string_view(text).substr(0, equals));
  const std::size_t dot = name.rfind('.');
  const bool plain = text.find_first_of("#\n\r") == std::string::npos;
  if (equals == std::string::npos || dot == std::string_view::npos || dot == 0 || dot + 1 == name.size() || !plain)
    throw core::UsageError(
        fmt::format("--set '{}' is not understood, give section.key=value, e.g. --set model.delta=0.1", text));
  return assignment(std::string(name.substr(0, dot)), name.substr(dot + 1), std::string_view(text).substr(equals + 1),
                    "--set " + text);
}

}  // namespace

const IniEntry* Ini::find(std::string_view section, std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const IniEntry& entry) { return entry.section == section && entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

Ini read_ini(std::string_view text, const std::string& origin, const std::vector<std::string>& set) {
  Ini ini;
  read_text(text, origin, ini);
  for (const std::string& item : set) {
    auto [entry, adds] = parse_override(item);
    IniEntry* found = find(ini, entry);
    if (found && adds)
      add_to(*found, entry);
    else if (found)
      *found = std::move(entry);
    else
      ini.entries.push_back(std::move(entry));
  }
  return ini;
}

std::vector<std::string> ini_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& item : std::filesystem::directory_iterator(folder, ignored))
    if (item.path().extension() == ".ini") names.push_back(item.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tertium::experiments
