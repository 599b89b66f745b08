#include "files/text/ini.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace tertium::files {
namespace {

using core::trimmed;

std::string_view without_comment(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')));
}

IniEntry make_entry(std::string_view section, std::string_view key, std::string_view value, std::string where) {
  const bool adds = key.ends_with('+');
  if (adds) key = trimmed(key.substr(0, key.size() - 1));
  return {std::string(section), std::string(key), std::string(trimmed(value)), std::move(where), adds};
}

/// `key = value` or `key += value` of one line.
IniEntry parse_line(std::string_view line, const std::string& section, const std::string& where) {
  const std::size_t equals = line.find('=');
  const std::string_view key = trimmed(line.substr(0, equals));
  if (equals == std::string_view::npos || key.empty())
    throw core::UsageError(
        fmt::format("{}: '{}' is not INI (neither [section] nor key = value), correct the line", where, line));
  return make_entry(section, key, line.substr(equals + 1), where);
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
    IniEntry entry = parse_line(content, section, where);
    if (section.empty())
      throw core::UsageError(
          fmt::format("{}: '{}' stands before any section (a key needs one), put it under a line such as "
                      "[sweep]",
                      where, entry.key));
    const IniEntry* first = ini.find(section, entry.key);
    if (first && !entry.adds)
      throw core::UsageError(fmt::format("{}: [{}] {} is given twice (first at {}), remove one of the two", where,
                                         section, entry.key, first->where));
    ini.put(std::move(entry));
  }
}

/// Section and key: the key has no dot, the section may have: "method.4-AL.m" is m in [method.4-AL]. Nothing where one
/// of them is empty.
std::optional<std::pair<std::string_view, std::string_view>> split_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return std::nullopt;
  return std::pair(name.substr(0, dot), name.substr(dot + 1));
}

IniEntry parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto name = split_name(trimmed(std::string_view(text).substr(0, equals)));
  if (equals == std::string::npos || !name || text.find_first_of("#\n\r") != std::string::npos)
    throw core::UsageError(
        fmt::format("--set '{}' is not understood, give section.key=value, e.g. --set model.delta=0.1", text));
  return make_entry(name->first, name->second, std::string_view(text).substr(equals + 1), "--set " + text);
}

}  // namespace

const IniEntry* Ini::find(std::string_view section, std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const IniEntry& entry) { return entry.section == section && entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

void Ini::put(IniEntry entry) {
  auto* const found = const_cast<IniEntry*>(find(entry.section, entry.key));
  if (found == nullptr)
    entries.push_back(std::move(entry));
  else if (!entry.adds)
    *found = std::move(entry);
  else
    found->value = found->value.empty() ? entry.value : found->value + ", " + entry.value;
}

Ini read_ini(std::string_view text, const std::string& origin) {
  Ini ini;
  read_text(text, origin, ini);
  return ini;
}

void put_overrides(Ini& ini, const std::vector<std::string>& set) {
  for (const std::string& item : set) ini.put(parse_override(item));
}

void take_smoke(Ini& ini) {
  const auto is_smoke = [](const IniEntry& entry) { return entry.section == "smoke"; };
  for (const IniEntry& entry : ini.entries) {
    if (!is_smoke(entry)) continue;
    const auto name = split_name(entry.key);
    if (!name)
      throw core::UsageError(
          fmt::format("{}: '{}' in [smoke] names no section (it changes keys of others), write "
                      "section.key = value, e.g. model.delta = 0.1",
                      entry.where, entry.key));
    ini.smoke.push_back({std::string(name->first), std::string(name->second), entry.value, entry.where, entry.adds});
  }
  std::erase_if(ini.entries, is_smoke);
  std::erase_if(ini.sections, is_smoke);
}

void fail_entry(const IniEntry& entry, std::string_view what) {
  throw core::UsageError(fmt::format("{}: [{}] {} = {} {}", entry.where, entry.section, entry.key, entry.value, what));
}

void check_keys(const Ini& ini, std::string_view section, const std::vector<std::string>& known) {
  for (const auto* entries : {&ini.entries, &ini.smoke})
    for (const IniEntry& entry : *entries)
      if (entry.section == section && std::find(known.begin(), known.end(), entry.key) == known.end())
        placed(entry, [&] { core::fail_unknown(fmt::format("[{}] key", section), entry.key, known); });
}

std::vector<std::string> ini_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& item : std::filesystem::directory_iterator(folder, ignored))
    if (item.path().extension() == ".ini") names.push_back(item.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tertium::files
