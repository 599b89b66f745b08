#include "experiments/store/trial_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

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
std::string difference(std::string_view name, const Value& a, const Value& b) {
  return fmt::format("{}: {} and {}", name, a, b);
}

std::optional<std::string> difference_of_parameters(const RowParameters& a, const RowParameters& b) {
  for (const auto& [name, x] : a) {
    const auto at = b.find(name);
    if (at != b.end() && !same_value(x, at->second))
      return difference("parameter " + name, core::to_text(x), core::to_text(at->second));
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_metrics(const TrialRow& a, const TrialRow& b, double tolerance) {
  for (const auto& [name, x] : a.metrics) {
    const auto at = b.metrics.find(name);
    if (at != b.metrics.end() && !near(x, at->second, tolerance)) return difference("metric " + name, x, at->second);
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_trees(const StoredTree& a, const StoredTree& b) {
  if (a.empty() || b.empty() || a == b) return std::nullopt;
  if (a.merges.size() != b.merges.size()) return difference("merges in tree", a.merges.size(), b.merges.size());
  if (a.initial != b.initial) return difference("merges of initial clusters", a.initial, b.initial);
  const auto [x, y] = std::mismatch(a.merges.begin(), a.merges.end(), b.merges.begin());
  return fmt::format("tree[{}]: {} and {}", x - a.merges.begin(), *x, *y);
}

std::optional<std::string> difference_of_labels(const std::vector<std::int32_t>& a,
                                                const std::vector<std::int32_t>& b) {
  if (a.empty() || b.empty() || a == b) return std::nullopt;
  if (a.size() != b.size()) return difference("number of labels", a.size(), b.size());
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
  return fmt::format("label of object {}: {} and {}", x - a.begin(), *x, *y);
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
  if (a.key != b.key) return difference("key", to_hex(a.key), to_hex(b.key));
  if (a.repetition != b.repetition) return difference("repetition", a.repetition, b.repetition);
  if (a.seed != b.seed) return difference("seed", a.seed, b.seed);
  if (auto found = difference_of_parameters(a.parameters, b.parameters)) return found;
  if (a.status != b.status) return difference("status", status_name(a.status), status_name(b.status));
  const double tolerance = std::max(a.tolerance, b.tolerance);
  if (auto found = difference_of_metrics(a, b, tolerance)) return found;
  if (a.n_comparisons != b.n_comparisons) return difference("n_comparisons", a.n_comparisons, b.n_comparisons);
  if (a.message != b.message) return difference("message", a.message, b.message);
  if (tolerance > 0.0) return std::nullopt;
  if (auto found = difference_of_trees(a.tree, b.tree)) return found;
  return difference_of_labels(a.labels, b.labels);
}

bool unite(TrialRow& row, TrialRow&& other) {
  const std::size_t before = row.metrics.size() + row.scores.size();
  row.metrics.merge(other.metrics);
  std::vector<std::string> scores;
  std::set_union(row.scores.begin(), row.scores.end(), other.scores.begin(), other.scores.end(),
                 std::back_inserter(scores));
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
