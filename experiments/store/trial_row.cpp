#include "experiments/store/trial_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "experiments/store/row_columns.hpp"

namespace tertium::experiments {
namespace {

bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool near(double a, double b, double tolerance) {
  if (same_bits(a, b) || tolerance == 0.0 || !std::isfinite(a) || !std::isfinite(b)) return same_bits(a, b);
  return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

// Columns may widen an integer to a double or a number to text, so values of different types are equal if they read so.
bool same_value(const core::ParameterValue& a, const core::ParameterValue& b) {
  if (is_absent(a) || is_absent(b)) return is_absent(a) == is_absent(b);
  if (a.index() != b.index()) return core::to_text(a) == core::to_text(b);
  const auto* x = std::get_if<double>(&a);
  return x != nullptr ? same_bits(*x, std::get<double>(b)) : a == b;
}

template <typename Value>
std::string values_text(std::string_view name, const Value& a, const Value& b) {
  return fmt::format("{}: {} and {}", name, a, b);
}

// How values of a column differ, for each type; `tolerance` is the larger one of the two rows.

template <typename T>
std::optional<std::string> difference(std::string_view name, const T& a, const T& b, double /*tolerance*/) {
  if (a == b) return std::nullopt;
  return values_text(name, a, b);
}

std::optional<std::string> difference(std::string_view name, const TrialKey& a, const TrialKey& b, double tolerance) {
  return difference(name, to_hex(a), to_hex(b), tolerance);
}

std::optional<std::string> difference(std::string_view name, TrialStatus a, TrialStatus b, double tolerance) {
  return difference(name, status_name(a), status_name(b), tolerance);
}

std::optional<std::string> difference(std::string_view name, double a, double b, double tolerance) {
  if (near(a, b, tolerance)) return std::nullopt;
  return values_text(name, a, b);
}

std::optional<std::string> difference(std::string_view name, const core::ParameterValue& a,
                                      const core::ParameterValue& b, double /*tolerance*/) {
  // The same file may have been moved, or read by other words: the key tells what it holds.
  const bool texts = std::holds_alternative<std::string>(a) && std::holds_alternative<std::string>(b);
  if (texts || same_value(a, b)) return std::nullopt;
  return values_text(name, core::to_text(a), core::to_text(b));
}

template <typename Value>
std::optional<std::string> difference(std::string_view name, const std::map<std::string, Value>& a,
                                      const std::map<std::string, Value>& b, double tolerance) {
  for (const auto& [key, x] : a) {
    const auto at = b.find(key);
    if (at == b.end()) continue;
    if (auto found = difference(fmt::format("{} {}", name, key), x, at->second, tolerance)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> difference(std::string_view name, const StoredTree& a, const StoredTree& b,
                                      double tolerance) {
  if (tolerance > 0.0 || a.empty() || b.empty() || a == b) return std::nullopt;
  if (a.merges.size() != b.merges.size()) return values_text("merges in tree", a.merges.size(), b.merges.size());
  if (a.initial != b.initial) return values_text("merges of initial clusters", a.initial, b.initial);
  const auto [x, y] = std::mismatch(a.merges.begin(), a.merges.end(), b.merges.begin());
  return values_text(fmt::format("{}[{}]", name, x - a.merges.begin()), *x, *y);
}

std::optional<std::string> difference(std::string_view name, const std::vector<std::int32_t>& a,
                                      const std::vector<std::int32_t>& b, double tolerance) {
  if (tolerance > 0.0 || a.empty() || b.empty() || a == b) return std::nullopt;
  if (a.size() != b.size()) return values_text("number of labels", a.size(), b.size());
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
  return values_text(fmt::format("{} of object {}", name, x - a.begin()), *x, *y);
}

}  // namespace

std::string to_hex(const TrialKey& key) {
  return fmt::format("{:016x}{:016x}", key.hi, key.lo);
}

std::optional<TrialKey> key_from_hex(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  TrialKey key;
  const char* begin = text.data();
  const auto parse = [](const char* first, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(first, first + 16, value, 16);
    return error == std::errc{} && end == first + 16;
  };
  if (!parse(begin, key.hi) || !parse(begin + 16, key.lo)) return std::nullopt;
  return key;
}

std::string_view status_name(TrialStatus status) {
  const auto code = static_cast<std::size_t>(status);
  return code < kTrialStatusNames.size() ? kTrialStatusNames[code] : "unknown";
}

bool is_absent(const core::ParameterValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isnan(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr && text->empty();
}

std::optional<std::string> first_difference(const TrialRow& a, const TrialRow& b) {
  const double tolerance = std::max(a.tolerance, b.tolerance);
  std::optional<std::string> found;
  for_each_column(kTrialColumns, [&](const auto& column) {
    if (column.facts.repeats && !found) found = difference(column.name, a.*column.member, b.*column.member, tolerance);
  });
  return found;
}

bool unite(TrialRow& row, TrialRow&& other) {
  const std::size_t before = row.metrics.size() + row.scores.size();
  row.metrics.merge(other.metrics);
  std::vector<std::string> scores;
  std::set_union(row.scores.begin(), row.scores.end(), other.scores.begin(), other.scores.end(),
                 std::back_inserter(scores));
  if (scores.size() > row.scores.size()) row.t_score = std::max(row.t_score, other.t_score);
  row.scores = std::move(scores);
  const bool new_tree = row.tree.empty() && !other.tree.empty(),
             new_labels = row.labels.empty() && !other.labels.empty();
  if (new_tree) row.tree = std::move(other.tree);
  if (new_labels) row.labels = std::move(other.labels);
  return new_tree || new_labels || row.metrics.size() + row.scores.size() > before;
}

bool same_result(const TrialRow& a, const TrialRow& b) {
  return !first_difference(a, b).has_value();
}

}  // namespace tertium::experiments
