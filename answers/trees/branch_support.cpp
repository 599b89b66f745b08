#include "answers/trees/branch_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::answers {
namespace {

using core::Node;
using Numbers = std::vector<double>;  // of one node

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// 95, 95%, 95/100; nothing where a part is no number.
std::optional<Numbers> numbers_in(std::string_view text) {
  Numbers numbers;
  for (const std::string& part : core::split_list(text, '/')) {
    std::string_view digits = part;
    const bool percent = digits.ends_with('%');
    if (percent) digits = core::trimmed(digits.substr(0, digits.size() - 1));
    const auto number = core::parse_number<double>(digits);
    if (!number) return std::nullopt;
    numbers.push_back(percent ? *number / 100.0 : *number);
  }
  return numbers.empty() ? std::nullopt : std::optional(numbers);
}

/// What a remark says: all of it, or what stands behind the name of a support, as in &support=95 and &&NHX:S=1:B=95.
std::string_view support_in(std::string_view remark) {
  remark = core::trimmed(remark);
  if (!remark.starts_with('&')) return remark;
  constexpr std::array<std::string_view, 9> kNames{"support", "bootstrap",  "posterior", "prob", "probability",
                                                   "ufboot",  "confidence", "label",     "b"};
  for (std::size_t begin = remark.find_first_not_of('&'); begin < remark.size();) {
    const std::size_t end = std::min(remark.find_first_of(",:", begin), remark.size());
    const std::string_view item = remark.substr(begin, end - begin);
    const std::size_t equals = item.find('=');
    const std::string name = files::lower_case(core::trimmed(item.substr(0, equals)));
    if (equals != std::string_view::npos && std::ranges::find(kNames, name) != kNames.end()) {
      std::string_view value = core::trimmed(item.substr(equals + 1));
      if (value.size() > 1 && value.front() == '"') value = value.substr(1, value.size() - 2);
      return value;
    }
    begin = end + 1;
  }
  return {};
}

/// One number of every node that has any: of several the last, or the share that they make.
std::optional<std::vector<double>> one_each(const std::vector<std::optional<Numbers>>& said) {
  std::size_t count = 0;
  double trees = kUnknown;
  bool counted = true;  // 95/100, 58/100: of as many trees
  for (const auto& numbers : said) {
    if (!numbers) continue;
    if (count > 0 && numbers->size() != count) return std::nullopt;
    count = numbers->size();
    counted = counted && count == 2 && (std::isnan(trees) || numbers->back() == trees) && numbers->back() >= 1.0 &&
              numbers->front() >= 0.0 && numbers->front() <= numbers->back();
    trees = numbers->back();
  }
  if (count == 0) return std::nullopt;
  std::vector<double> values;
  for (const auto& numbers : said)
    values.push_back(!numbers ? kUnknown : counted ? numbers->front() / trees : numbers->back());
  return values;
}

/// Whether they are the numbers of the nodes.
bool number_nodes(const std::vector<double>& values, core::Object leaves) {
  std::vector<double> sorted;
  std::ranges::copy_if(values, std::back_inserter(sorted), [](double value) { return !std::isnan(value); });
  std::ranges::sort(sorted);
  if (sorted.size() < 2 || sorted.back() <= 1.0) return false;
  for (std::size_t k = 0; k < sorted.size(); ++k)
    if (sorted[k] != sorted.front() + static_cast<double>(k)) return false;
  const double first = sorted.front(), n = leaves;
  return (first >= 0.0 && first <= 2.0) || (first >= n && first <= n + 2.0);
}

/// Whether they differ along every branch by its length: heights above the leaves, or else distances from the root.
bool differ_by_lengths(const files::NamedTree& named, const std::vector<double>& values, bool heights) {
  const core::RootedTree& tree = named.tree;
  if (named.lengths.empty()) return false;
  double largest = 0.0;
  for (const double value : values) largest = std::isnan(value) ? largest : std::max(largest, value);
  int branches = 0;
  for (Node v = 1; v < tree.nodes(); ++v) {
    const bool at_root = !heights && tree.parent(v) == 0 && std::isnan(values[0]);
    const double above = at_root ? 0.0 : values[tree.parent(v)];
    const double own = heights && tree.is_leaf(v) ? 0.0 : values[v];
    if (std::isnan(above) || std::isnan(own) || std::isnan(named.lengths[v])) continue;
    const double difference = heights ? above - own : own - above;
    if (std::abs(difference - named.lengths[v]) > 1e-3 * largest) return false;
    ++branches;
  }
  return branches >= 2;
}

/// Whether they rise from every node to the one above, as heights do and shares of many branches do not.
bool rise_to_the_root(const core::RootedTree& tree, const std::vector<double>& values) {
  constexpr int kFewest = 4;
  int pairs = 0;
  bool whole = true;
  for (Node v = 1; v < tree.nodes(); ++v) {
    if (std::isnan(values[v])) continue;
    whole = whole && values[v] == std::floor(values[v]);
    const double above = values[tree.parent(v)];
    if (std::isnan(above)) continue;
    if (above <= values[v]) return false;
    ++pairs;
  }
  return pairs >= kFewest && !whole;
}

/// What texts of inner nodes say, if all that there are say it.
std::vector<double> support_of(const files::NamedTree& named, const std::vector<std::string_view>& texts) {
  if (texts.empty()) return {};
  std::vector<std::optional<Numbers>> said(texts.size());
  for (Node v = 1; v < named.tree.nodes(); ++v) {
    if (named.tree.is_leaf(v) || texts[v].empty()) continue;
    said[v] = numbers_in(texts[v]);
    if (!said[v]) return {};
  }
  const std::optional<std::vector<double>> values = one_each(said);
  if (!values) return {};
  double largest = 0.0;
  for (const double value : *values) {
    if (value < 0.0 || value > 100.0) return {};
    if (!std::isnan(value)) largest = std::max(largest, value);
  }
  std::vector<double> with_root = *values;
  if (const auto root = numbers_in(texts[0]); root && root->size() == 1) with_root[0] = root->front();
  if (number_nodes(with_root, named.tree.objects()) || differ_by_lengths(named, with_root, true) ||
      differ_by_lengths(named, with_root, false) || (largest > 1.0 && rise_to_the_root(named.tree, with_root)))
    return {};
  std::vector<double> support = *values;
  for (double& share : support) share = largest > 1.0 ? share / 100.0 : share;
  return support;
}

}  // namespace

std::vector<double> support_said(const files::NamedTree& named) {
  std::vector<std::string_view> labels(named.labels.begin(), named.labels.end()), remarks;
  std::vector<double> support = support_of(named, labels);
  if (!support.empty() || named.remarks.empty()) return support;
  for (const std::string& remark : named.remarks) remarks.push_back(support_in(remark));
  return support_of(named, remarks);
}

}  // namespace tertium::answers
