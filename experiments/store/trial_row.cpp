#include "experiments/store/trial_row.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace tertium::experiments {
namespace {

bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Columns may widen an integer to a double or a number to text, so values of different types are equal if they read so.
bool same_value(const ParameterValue& a, const ParameterValue& b) {
  if (is_absent(a) || is_absent(b)) return is_absent(a) == is_absent(b);
  if (a.index() != b.index()) return to_text(a) == to_text(b);
  const auto* x = std::get_if<double>(&a);
  return x != nullptr ? same_bits(*x, std::get<double>(b)) : a == b;
}

template <typename Value>
std::string difference(std::string_view name, const Value& a, const Value& b) {
  return fmt::format("{}: {} and {}", name, a, b);
}

std::optional<std::string> difference_of_parameters(const Parameters& a, const Parameters& b) {
  const auto find = [](const Parameters& set, const std::string& name) {
    const auto at = set.find(name);
    return at == set.end() ? ParameterValue(std::nan("")) : at->second;
  };
  for (const auto* names : {&a, &b}) {
    for (const auto& [name, unused] : *names) {
      const auto x = find(a, name), y = find(b, name);
      if (!same_value(x, y)) return difference("parameter " + name, to_text(x), to_text(y));
    }
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_metrics(const std::map<std::string, double>& a,
                                                 const std::map<std::string, double>& b) {
  const auto find = [](const std::map<std::string, double>& set, const std::string& name) {
    const auto at = set.find(name);
    return at == set.end() ? std::nan("") : at->second;
  };
  for (const auto* names : {&a, &b}) {
    for (const auto& [name, unused] : *names) {
      const double x = find(a, name), y = find(b, name);
      if (!same_bits(x, y)) return fmt::format("metric {}: {} and {}", name, x, y);
    }
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_trees(const TrialRow& a, const TrialRow& b) {
  if (a.tree.size() != b.tree.size()) return difference("merges in tree", a.tree.size(), b.tree.size());
  for (std::size_t merge = 0; merge < a.tree.size(); ++merge) {
    for (std::size_t column = 0; column < 4; ++column) {
      const double x = a.tree[merge][column], y = b.tree[merge][column];
      if (!same_bits(x, y)) return fmt::format("tree[{}][{}]: {} and {}", merge, column, x, y);
    }
  }
  if (a.labels.size() != b.labels.size()) return difference("number of labels", a.labels.size(), b.labels.size());
  for (std::size_t object = 0; object < a.labels.size(); ++object) {
    if (a.labels[object] == b.labels[object]) continue;
    return fmt::format("label of object {}: {} and {}", object, a.labels[object], b.labels[object]);
  }
  return std::nullopt;
}

// Length in bytes of the UTF-8 sequence that `text` starts with, 0 when it starts with none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and code points past U+10FFFF show in the second byte.
  const unsigned second = byte(1);
  const bool bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                   (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
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

std::string to_text(const ParameterValue& value) {
  return std::visit([](const auto& x) { return fmt::format("{}", x); }, value);
}

bool is_absent(const ParameterValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isnan(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr && text->empty();
}

std::optional<std::string> first_difference(const TrialRow& a, const TrialRow& b) {
  if (a.key != b.key) return difference("key", to_hex(a.key), to_hex(b.key));
  if (a.method != b.method) return difference("method", a.method, b.method);
  if (a.repetition != b.repetition) return difference("repetition", a.repetition, b.repetition);
  if (a.seed != b.seed) return difference("seed", a.seed, b.seed);
  if (auto found = difference_of_parameters(a.parameters, b.parameters)) return found;
  if (a.status != b.status) return difference("status", status_name(a.status), status_name(b.status));
  if (auto found = difference_of_metrics(a.metrics, b.metrics)) return found;
  if (a.n_comparisons != b.n_comparisons) return difference("n_comparisons", a.n_comparisons, b.n_comparisons);
  if (a.k_hat != b.k_hat) return difference("k_hat", a.k_hat, b.k_hat);
  if (a.message != b.message) return difference("message", a.message, b.message);
  return difference_of_trees(a, b);
}

bool same_result(const TrialRow& a, const TrialRow& b) {
  return !first_difference(a, b).has_value();
}

std::string to_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      valid += '?';
    } else {
      valid += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

}  // namespace tertium::experiments
