#include "core/methods/method_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace tertium::core {
namespace {

[[noreturn]] void fail_name(std::string_view name, std::string_view why) {
  throw UsageError(fmt::format("'{}' is not a name of a method ({}), write NAME (KEY = VALUE, ...)", name, why));
}

/// Where the parenthesis opens that the last letter closes; npos: nowhere.
std::size_t opening(std::string_view name) {
  int depth = 0;
  for (std::size_t k = name.size(); k-- > 0;) {
    depth += (name[k] == ')') - (name[k] == '(');
    if (depth == 0) return k;
  }
  return std::string_view::npos;
}

Settings settings_in(std::string_view name, std::string_view inside) {
  MethodName taken;
  for (const std::string& item : split_list(inside)) {
    const std::size_t equals = item.find('=');
    const std::string key(trimmed(std::string_view(item).substr(0, equals)));
    if (equals == std::string::npos || key.empty()) fail_name(name, fmt::format("'{}' sets nothing", item));
    if (taken.sets(key)) fail_name(name, fmt::format("{} is set twice", key));
    taken.settings.emplace_back(key, trimmed(std::string_view(item).substr(equals + 1)));
  }
  if (taken.settings.empty()) fail_name(name, "its parentheses are empty");
  return std::move(taken.settings);
}

}  // namespace

bool MethodName::sets(std::string_view key) const {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) { return setting.first == key; });
}

std::string MethodName::text() const {
  if (settings.empty()) return bare;
  std::vector<std::string> parts;
  for (const auto& [key, value] : settings) parts.push_back(fmt::format("{} = {}", key, value));
  return fmt::format("{} ({})", bare, fmt::join(parts, ", "));
}

MethodName split_method_name(std::string_view name) {
  const std::string_view whole = trimmed(name);
  if (!whole.ends_with(')')) return {std::string(whole)};
  const std::size_t open = opening(whole);
  if (open == std::string_view::npos) fail_name(name, "a parenthesis is not opened");
  const std::string_view bare = trimmed(whole.substr(0, open));
  if (bare.empty() || bare.ends_with(')')) fail_name(name, "one list of parameters follows a name");
  return {std::string(bare), settings_in(name, whole.substr(open + 1, whole.size() - open - 2))};
}

}  // namespace tertium::core
