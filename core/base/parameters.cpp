#include "core/base/parameters.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace tertium::core {
namespace {

std::vector<std::string> names_of(const std::map<std::string, ParameterValue, std::less<>>& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return names;
}

[[noreturn]] void fail_value(const ParameterInfo& info, std::string_view text, std::string_view where,
                             std::string_view why) {
  throw UsageError(
      fmt::format("[{}] {} = {} {}; give {} {}", where, info.name, text, why, info.name, info.range_text()));
}

}  // namespace

ParameterInfo ParameterInfo::integer(std::string name, std::int64_t default_value, std::int64_t minimum,
                                     std::int64_t maximum, std::string sentence) {
  return {std::move(name),     ParameterType::kInteger,      default_value,
          std::move(sentence), static_cast<double>(minimum), static_cast<double>(maximum)};
}

ParameterInfo ParameterInfo::real(std::string name, double default_value, double minimum, double maximum,
                                  std::string sentence, bool open_minimum) {
  return {std::move(name), ParameterType::kReal, default_value, std::move(sentence), minimum, maximum, open_minimum};
}

ParameterInfo ParameterInfo::choice(std::string name, std::string default_value, std::vector<std::string> choices,
                                    std::string sentence) {
  ParameterInfo info{std::move(name), ParameterType::kChoice, std::move(default_value), std::move(sentence)};
  info.choices = std::move(choices);
  return info;
}

ParameterInfo ParameterInfo::text(std::string name, std::string default_value, std::string sentence) {
  return {std::move(name), ParameterType::kText, std::move(default_value), std::move(sentence)};
}

ParameterInfo ParameterInfo::expression(std::string name, std::string default_value, std::string sentence) {
  return {std::move(name), ParameterType::kExpression, std::move(default_value), std::move(sentence)};
}

ParameterInfo ParameterInfo::file(std::string name, std::string sentence) {
  return {std::move(name), ParameterType::kFile, std::string(), std::move(sentence)};
}

ParameterInfo ParameterInfo::words(std::string name, std::string sentence) {
  return {std::move(name), ParameterType::kWords, std::string(), std::move(sentence)};
}

bool ParameterInfo::is_free() const {
  return type == ParameterType::kText || type == ParameterType::kExpression || type == ParameterType::kFile ||
         type == ParameterType::kWords;
}

std::string ParameterInfo::range_text() const {
  if (type == ParameterType::kChoice) return fmt::format("one of {}", fmt::join(choices, ", "));
  if (type == ParameterType::kText) return "as text";
  if (type == ParameterType::kExpression) return "as an expression";
  if (type == ParameterType::kFile) return "as the path of a file";
  if (type == ParameterType::kWords) return "as words with commas between";
  std::string kind = type == ParameterType::kInteger ? "a whole number" : "a number";
  if (!choices.empty()) kind = fmt::format("{} or {}", fmt::join(choices, ", "), kind);
  const bool low = std::isfinite(minimum);
  const bool high = std::isfinite(maximum);
  if (low && high) return fmt::format("{} in {}{}, {}]", kind, open_minimum ? '(' : '[', minimum, maximum);
  if (low) return fmt::format("{} {} {}", kind, open_minimum ? "above" : "of at least", minimum);
  if (high) return fmt::format("{} of at most {}", kind, maximum);
  return kind;
}

ParameterValue parse_value(const ParameterInfo& info, std::string_view text, std::string_view where) {
  if (info.is_free()) return std::string(text);
  if (info.type == ParameterType::kChoice) {
    if (std::find(info.choices.begin(), info.choices.end(), text) == info.choices.end())
      fail_value(info, text, where, "is not known");
    return std::string(text);
  }
  if (std::ranges::find(info.choices, text) != info.choices.end()) return std::string(text);  // instead of a number
  const auto in_range = [&](double value) {
    return value <= info.maximum && (info.open_minimum ? value > info.minimum : value >= info.minimum);
  };
  if (info.type == ParameterType::kInteger) {
    const auto whole = parse_number<std::int64_t>(text);
    if (!whole) fail_value(info, text, where, "is not a whole number");
    if (!in_range(static_cast<double>(*whole))) fail_value(info, text, where, "is out of range");
    return *whole;
  }
  const auto number = parse_number<double>(text);
  if (!number) fail_value(info, text, where, "is not a number");
  if (!in_range(*number)) fail_value(info, text, where, "is out of range");
  return *number;
}

std::string to_text(const ParameterValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

Parameters::Parameters(const std::vector<ParameterInfo>& infos) {
  for (const ParameterInfo& info : infos) values_[info.name] = info.default_value;
}

const ParameterValue& Parameters::at(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) fail_unknown("parameter", name, names_of(values_));
  return found->second;
}

std::int64_t Parameters::integer(std::string_view name) const {
  return std::get<std::int64_t>(at(name));
}

double Parameters::real(std::string_view name) const {
  return std::get<double>(at(name));
}

const std::string& Parameters::text(std::string_view name) const {
  return std::get<std::string>(at(name));
}

void Parameters::set(std::string_view name, ParameterValue value) {
  values_.insert_or_assign(std::string(name), std::move(value));
}

void Parameters::drop(std::string_view name) {
  values_.erase(values_.find(name));
}

std::string canonical_text(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.values()) {
    if (!text.empty()) text += ';';
    text += name + '=' + to_text(value);
  }
  return text;
}

}  // namespace tertium::core
